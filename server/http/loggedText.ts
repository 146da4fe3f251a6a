/** How much of a path is logged, in characters. */
const maxPathLength = 256;

/**
 * Returns the log fields for a request's path, which anybody can make 8 KB long: its first 256 characters and, if it
 * is longer, its length.
 */
export const pathFields = (path: string): { path: string; pathLength?: number } =>
  path.length <= maxPathLength ? { path } : { path: path.slice(0, maxPathLength), pathLength: path.length };
