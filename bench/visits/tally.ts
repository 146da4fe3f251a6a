import type { Step } from './browser.ts';

/** Counts visits and their steps. */
export class Tally {
  visits = 0;
  /** Unexpected outcomes, as in `password, home page: 502`. */
  readonly errors: Record<string, number> = {};
  #durations: Record<string, number[]> = {};

  readonly add = ({ name, milliseconds, outcome, isExpected }: Step): void => {
    if (isExpected) (this.#durations[name] ??= []).push(milliseconds);
    else this.errors[`${name}: ${outcome}`] = (this.errors[`${name}: ${outcome}`] ?? 0) + 1;
  };

  /** Starts over after a warm-up, whose errors still count. */
  reset(): void {
    this.visits = 0;
    this.#durations = {};
  }

  /** How many outcomes were unexpected. */
  get failures(): number {
    return Object.values(this.errors).reduce((sum, amount) => sum + amount, 0);
  }

  /** The durations of each step, in milliseconds. */
  get steps(): Record<string, Record<'p50' | 'p95' | 'p99', number>> {
    const rows = Object.entries(this.#durations).map(([step, durations]) => {
      const sorted = durations.toSorted((a, b) => a - b);
      const below = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? NaN);
      return [step, { p50: below(0.5), p95: below(0.95), p99: below(0.99) }] as const;
    });
    return Object.fromEntries(rows);
  }
}
