/**
 * What Node runs the bundled portal with, as in the Dockerfile: a young generation that a page's garbage fits into (32 MiB),
 * which is worth about a tenth of the pages per second.
 */
export const nodeFlags = ['--max-semi-space-size=32'];
