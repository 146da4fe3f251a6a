import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { wordsAlone } from './wordsAlone.ts';

/**
 * A part of a text in the browser's format: words as a string, a value as its name in a list, anything else as
 * parsed.
 */
type PackedPart = string | [string] | MessageFormatElement;

/** A text in the browser's format: only words, as most are, or its parts. */
export type PackedText = string | PackedPart[];

/** Packs a part: 0 is the ICU parser's `TYPE.literal`, 1 its `TYPE.argument`. */
function packedPart(part: MessageFormatElement): PackedPart {
  const type: number = part.type;
  if (type === 0 && 'value' in part) return part.value;
  return type === 1 && 'value' in part ? [part.value] : part;
}

/** Packs a parsed text. @param text in tests its source */
export function packedText(text: string | MessageFormatElement[] | undefined): PackedText | undefined {
  return wordsAlone(text) ?? (typeof text === 'object' ? text.map(packedPart) : text);
}

const unpackedPart = (part: PackedPart) => {
  if (typeof part === 'string') return { type: 0, value: part };
  return Array.isArray(part) ? { type: 1, value: part[0] } : part;
};

/** Unpacks the texts that `packedText` packed. */
export const unpackedTexts = (texts: Record<string, PackedText>): Record<string, MessageFormatElement[]> =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      id,
      (typeof text === 'string' ? [text] : text).map(unpackedPart) as unknown as MessageFormatElement[],
    ]),
  );
