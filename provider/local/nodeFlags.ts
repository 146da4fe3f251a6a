/**
 * Node's flags for the bundled portal, as in the Dockerfile: the young generation's size, in MiB of each of its three parts.
 */
export const nodeFlags = ['--max-semi-space-size=8'];

/** The portal's environment, as in the Dockerfile: all threads share one of glibc's pools, so that it gives memory back. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1' };
