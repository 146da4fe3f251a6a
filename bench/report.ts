/** Prints a figure beside its target; a missed one makes the bench end with an error. */
function verdict(what: string, value: string, target: string, isMet: boolean): void {
  if (!isMet) process.exitCode = 1;
  console.log(`  ${what}: ${value} (target ${target}, ${isMet ? 'met' : 'MISSED'})`);
}

/** Prints a ratio beside the least that it may be. */
export const reportAtLeast = (what: string, ratio: number, least: number): void =>
  verdict(what, `${ratio.toFixed(2)}×`, `≥ ${least.toFixed(2)}×`, ratio >= least);

/** Prints a figure beside the most that it may be. */
export const reportAtMost = (what: string, value: number, most: number): void =>
  verdict(what, String(Math.round(value * 100) / 100), `≤ ${most}`, value <= most);
