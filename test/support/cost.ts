/**
 * Measures the shortest of several runs, in milliseconds: the one that other load on the machine disturbs least.
 * Only compare results with each other, as a single one mostly measures the machine.
 *
 * @param run runs the measured code once
 */
export function costOf(run: () => void): number {
  const rounds = Array.from({ length: 30 }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return Math.min(...rounds);
}
