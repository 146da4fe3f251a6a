/**
 * Node's flags for the bundled portal, as in the Dockerfile: the young generation's size, in MiB of each of its three parts;
 * by how much the heap may grow after a full collection until the next one; that buffers outside of it count as part of it; and
 * that new objects are always young, even those of a line of code whose earlier ones lived long (docs/performance.md).
 */
export const nodeFlags = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
  '--external-memory-accounted-in-global-limit',
  '--no-allocation-site-pretenuring',
];

/**
 * The environment of the portal's process, as in the Dockerfile: glibc keeps what threads free in pools of their own, of which
 * two are enough for V8's.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' };
