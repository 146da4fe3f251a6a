import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** A text, parsed; in tests as it is written. */
type Text = string | MessageFormatElement[];

/** Whether an element of a parsed text is words alone: the ICU parser's `TYPE.literal`. */
const isLiteral = (type: number): boolean => type === 0;

/** A parsed text as browsers get it: as a string where it is words alone, which most are. */
export function packedText(text: Text | undefined): Text | undefined {
  const [first, ...others] = text ?? [];
  const isPlain = typeof first === 'object' && others.length === 0 && isLiteral(first.type);
  return isPlain && 'value' in first ? first.value : text;
}

/** The parsed texts that `packedText` made smaller. */
export const unpackedTexts = (texts: Record<string, Text>): Record<string, MessageFormatElement[]> =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      id,
      typeof text === 'string' ? [{ type: 0, value: text }] : text,
    ]),
  );
