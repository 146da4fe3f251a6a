interface Misspelling {
  name: string;
  intended: string;
}

export function isOneTypoAway(one: string, other: string): boolean;
export function findMisspellings(names: readonly string[], known: readonly string[]): Misspelling[];
export function describeMisspelling(misspelling: Misspelling): string;
