/** Node's flags for the bundled portal, as in the Dockerfile: the young generation's size, in MiB of each of its three parts. */
export const nodeFlags = ['--max-semi-space-size=8'];

/**
 * The environment of the portal's process, as in the Dockerfile: glibc keeps what threads free in pools of their own, unless they
 * share one.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1' };
