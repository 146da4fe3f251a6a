import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Plural categories of whole numbers as patterns of their digits, in the order in which they are tried. */
export const pluralPatterns = { one: '^1$', few: '(^|[^1])[2-4]$', many: '^[0-9]+$' };

/** The languages whose `one` is not only 1. */
const ownPatterns: Partial<Record<string, Partial<typeof pluralPatterns>>> = { fr: { one: '^[01]$' } };

/** Returns the pattern of a plural category's whole numbers in a language. */
export const pluralPattern = (tag: string, category: keyof typeof pluralPatterns): string =>
  ownPatterns[tag]?.[category] ?? pluralPatterns[category];

/** Quotes a text as a Go string, without the word joiners of pages: old mail programs show a box in their place. */
export const goString = (text: string): string => JSON.stringify(text.replaceAll('\u2060', ''));

const isCategory = (name: string): name is keyof typeof pluralPatterns => name in pluralPatterns;

/**
 * Compiles a catalogue's text to an expression for Kratos' Go templates, with the functions available there (sprig).
 *
 * @param text in ICU message syntax, as source or compiled, with arguments and plurals
 * @param argument the expression of an argument, a string
 * @throws Error for syntax that mails don't use
 */
export function goExpression(
  text: string | MessageFormatElement[],
  tag: string,
  argument: (name: string) => string,
): string {
  const expression = (elements: MessageFormatElement[], pound: string): string => {
    const parts = elements.map((element) => {
      if (element.type === TYPE.literal) return goString(element.value);
      if (element.type === TYPE.pound) return pound;
      if (element.type === TYPE.argument) return argument(element.value);
      if (element.type !== TYPE.plural) throw new Error(`a mail cannot format {${element.value}}`);
      const number = argument(element.value);
      const form = (name: string): string => expression(element.options[name]?.value ?? [], number);
      return Object.keys(element.options)
        .filter(isCategory)
        .reduceRight(
          (otherwise, name) =>
            `(ternary ${form(name)} ${otherwise} (regexMatch ${goString(pluralPattern(tag, name))} ${number}))`,
          form('other'),
        );
    });
    return parts.length === 1 ? (parts[0] ?? '') : `(print ${parts.join(' ')})`;
  };
  return expression(typeof text === 'string' ? parse(text) : text, '');
}
