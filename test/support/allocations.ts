import type { RunningPortal } from './portal.ts';

/**
 * Node's flags with which V8 logs what was allocated: collections are small and frequent, and nothing is optimised,
 * because optimised code allocates less and V8 decides in each run when to optimise.
 */
export const allocationFlags = ['--trace-gc-nvp', '--max-semi-space-size=1', '--no-opt', '--no-maglev'];

/** Returns how many bytes a portal with `allocationFlags` has allocated up to its last garbage collection. */
export const allocatedBytes = (portal: RunningPortal): number =>
  Array.from(portal.log().matchAll(/ allocated=(\d+) /g)).reduce((sum, [, bytes]) => sum + Number(bytes), 0);
