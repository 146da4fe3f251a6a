import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/**
 * Returns the words of a parsed text without values, as most are; undefined for any other, and for an unparsed text.
 */
export function wordsAlone(text: string | MessageFormatElement[] | undefined): string | undefined {
  if (typeof text !== 'object' || text.length !== 1) return undefined;
  const [only] = text;
  const type: number | undefined = only?.type;
  // the ICU parser's `TYPE.literal`
  return type === 0 && only && 'value' in only ? only.value : undefined;
}
