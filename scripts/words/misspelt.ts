import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Returns the literal parts of a message, including those inside plurals and selects. */
function literals(message: MessageFormatElement[]): string[] {
  return message.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if ('options' in element) return Object.values(element.options).flatMap(({ value }) => literals(value));
    return 'children' in element ? literals(element.children) : [];
  });
}

/**
 * Returns words, and the parts of hyphenated words; without addresses and anything with digits: “2FA”,
 * “name@example.com”.
 */
const wordsOf = (text: string): string[] =>
  text
    .replace(/\S+@\S+/g, '')
    .split(/[^\p{L}\p{M}\p{N}’']+/u)
    .map((word) => word.replace(/^['’]+|['’]+$/g, '').replaceAll('’', "'"))
    .filter((word) => word !== '' && !/\p{N}/u.test(word));

const shortestPart = 4;

/** Whether a word is a compound of two known words, as in German, Dutch and Swedish: nspell derives few of these. */
function isCompound(word: string, known: (word: string) => boolean): boolean {
  const noun = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1);
  const isPart = (part: string): boolean => known(part) || known(noun(part));
  for (let at = shortestPart; at <= word.length - shortestPart; at++)
    if (isPart(word.slice(0, at).replace(/(?<=.{4})s$/, '')) && isPart(word.slice(at))) return true;
  return false;
}

/**
 * Finds words that neither a dictionary nor a glossary has, and words of the glossary that no text needs.
 *
 * @param texts messages by key
 * @param glossary names and terms that the dictionary lacks
 * @param inDictionary whether the dictionary has a word
 * @returns one line each
 */
export function misspelt(
  texts: Record<string, string>,
  glossary: string[],
  inDictionary: (word: string) => boolean,
): string[] {
  const unneeded = new Set(glossary);
  const known = (word: string): boolean => {
    if (inDictionary(word)) return true;
    const term = [word, word.charAt(0).toLowerCase() + word.slice(1)].find((spelling) =>
      glossary.includes(spelling),
    );
    if (term !== undefined) unneeded.delete(term);
    return term !== undefined;
  };
  const wrong = Object.entries(texts).flatMap(([key, text]) =>
    literals(parse(text))
      .flatMap(wordsOf)
      .filter((word) => !known(word) && !isCompound(word, known))
      .map((word) => `${key}: ${word}`),
  );
  return [...wrong, ...Array.from(unneeded, (word) => `glossary: no text needs “${word}”`)];
}
