import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

const plain = 'aceilnosuyzACEILNOSUYZ';
const accented = 'áçéîļñöšûýžÁÇÉÎĻÑÖŠÛÝŽ';

/** A word with accents, and every vowel twice: about as long as the longest translation. */
const stretched = (text: string): string =>
  Array.from(text, (letter) => {
    const at = plain.indexOf(letter);
    const other = accented[at] ?? letter;
    return /[aeou]/.test(letter) ? `${other}${other}` : other;
  }).join('');

const stretch = (message: MessageFormatElement[]): MessageFormatElement[] =>
  message.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: stretched(element.value) };
    if (element.type === TYPE.tag) return { ...element, children: stretch(element.children) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: stretch(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) as typeof element.options };
  });

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });

/**
 * A text of the pseudo-language: what is shown without brackets was not translated, and what does not fit would not in
 * some language either.
 *
 * @param message a compiled text
 */
export const pseudoText = (message: MessageFormatElement[]): MessageFormatElement[] => [
  literal('['),
  ...stretch(message),
  literal(']'),
];
