/** What is wrong, and where it was seen. */
export interface Finding {
  where: string;
  what: string;
}

export const found = (where: string, findings: string[]): Finding[] =>
  findings.map((what) => ({ where, what }));

/** A finding without the words that it quotes, which differ between languages. */
export const kindOf = ({ what }: Finding): string => what.replaceAll(/“[^”]*”/g, '“”');

/** How many places of a finding are named. */
const named = 4;

/**
 * Findings as one line for each that differs in more than the words that it quotes.
 *
 * @returns the most frequent first
 */
export function grouped(findings: Finding[]): string[] {
  const groups = Object.values(Object.groupBy(findings, kindOf));
  return groups
    .map((group = []) => ({ group, places: [...new Set(group.map(({ where }) => where))] }))
    .sort((one, other) => other.places.length - one.places.length)
    .map(
      ({ group, places }) =>
        `${group[0]?.what ?? ''} — ${places.length} times: ${places.slice(0, named).join(', ')}`,
    );
}
