/** A fault, and where it was found. */
export interface Finding {
  where: string;
  what: string;
}

export const found = (where: string, findings: string[]): Finding[] =>
  findings.map((what) => ({ where, what }));

/** A finding's text without the words that it quotes, which differ between languages. */
export const kindOf = ({ what }: Finding): string => what.replaceAll(/“[^”]*”/g, '“”');

/** The number of places that a line names. */
const named = 4;

/**
 * Groups findings that differ only in the words that they quote, in one line each.
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
