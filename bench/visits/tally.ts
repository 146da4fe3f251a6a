import type { Step } from './browser.ts';

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

/** Returns the duration below which a share of the durations are. */
function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

/** Counts visits and their steps. */
export class Tally {
  visits = 0;
  pages = 0;
  /** Unexpected outcomes, as in `password, home page: 502`. */
  readonly errors = new Map<string, number>();
  readonly #durations = new Map<string, number[]>();

  readonly add = ({ name, milliseconds, outcome, isExpected, isPage }: Step): void => {
    if (!isExpected) return count(this.errors, `${name}: ${outcome}`);
    if (isPage) this.pages += 1;
    const durations = this.#durations.get(name);
    if (durations) durations.push(milliseconds);
    else this.#durations.set(name, [milliseconds]);
  };

  /** Starts over after a warm-up, whose errors still count. */
  reset(): void {
    this.visits = 0;
    this.pages = 0;
    for (const durations of this.#durations.values()) durations.length = 0;
  }

  /** How many outcomes were unexpected. */
  get failures(): number {
    return Array.from(this.errors.values()).reduce((sum, amount) => sum + amount, 0);
  }

  /** The durations of each step, in milliseconds. */
  get steps(): Record<string, { p50: number; p95: number; p99: number }> {
    const measured = Array.from(this.#durations).filter(([, durations]) => durations.length > 0);
    const rows = measured.map(([step, durations]) => {
      const sorted = durations.toSorted((a, b) => a - b);
      const [p50, p95, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.95), percentile(sorted, 0.99)];
      return [step, { p50, p95, p99 }] as const;
    });
    return Object.fromEntries(rows);
  }
}
