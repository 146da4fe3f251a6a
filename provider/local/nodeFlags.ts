/**
 * Node's flags for the bundled portal, as in the Dockerfile: the young generation's size, in MiB of each of its three parts;
 * by how much the heap may grow after a full collection until the next one; that buffers outside of it count as part of it;
 * that new objects are always young, even those of a line of code whose earlier ones lived long; and that Maglev, V8's
 * mid-tier compiler, and WebAssembly's optimising one, whose work takes much memory, stay off (docs/performance.md).
 */
export const nodeFlags = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
  '--external-memory-accounted-in-global-limit',
  '--no-allocation-site-pretenuring',
  '--no-maglev',
  '--liftoff-only',
];

/**
 * The environment of the portal's process, as in the Dockerfile: glibc keeps what threads free in pools of their own, unless they
 * share one.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1' };
