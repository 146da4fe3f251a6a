/**
 * How long something takes at best, in milliseconds: of several runs the shortest, which other load on the machine disturbs
 * least. Compare two of them; by itself it says more about the machine.
 *
 * @param run does it once
 */
export function costOf(run: () => void): number {
  const rounds = Array.from({ length: 10 }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return Math.min(...rounds);
}
