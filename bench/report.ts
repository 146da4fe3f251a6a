/** Prints a figure beside the most, or the least, that it may be; a missed one makes the bench end with an error. */
export function report(what: string, value: number, target: { most: number } | { least: number }): void {
  const isMet = 'most' in target ? value <= target.most : value >= target.least;
  if (!isMet) process.exitCode = 1;
  const limit = 'most' in target ? `≤ ${target.most}` : `≥ ${target.least}`;
  console.log(`  ${what}: ${Math.round(value * 100) / 100} (target ${limit}, ${isMet ? 'met' : 'MISSED'})`);
}
