import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** The words of a parsed text without values, as most are; undefined for any other, and for a text as it is written. */
export function wordsAlone(text: string | MessageFormatElement[] | undefined): string | undefined {
  if (typeof text !== 'object' || text.length !== 1) return undefined;
  const [only] = text;
  const type: number | undefined = only?.type;
  // the ICU parser's `TYPE.literal`
  return type === 0 && only && 'value' in only ? only.value : undefined;
}
