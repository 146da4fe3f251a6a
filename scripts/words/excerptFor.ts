/** How many leading characters of an entry its forms keep, and how many trailing ones they may change. */
const kept = 3;
const changed = 2;

/**
 * Returns the part of a Hunspell dictionary that texts may need: entries whose beginning occurs in them. nspell
 * derives every form of every entry, which takes minutes for whole dictionaries and seconds for these. It also
 * removes grammar annotations, which nspell mistakes for part of the word.
 *
 * @param texts the texts to check
 * @param dictionary a `.dic` file
 * @returns the lines of a `.dic` file
 */
export function excerptFor(texts: string, dictionary: string): string[] {
  const lowercase = texts.toLowerCase();
  const entries = dictionary.split('\n').slice(1).filter(Boolean);
  const needed = entries
    .map((entry) => entry.replace(/\s.*/, ''))
    .filter((entry) => {
      const word = entry.replace(/\/.*/, '').replaceAll('ĳ', 'ij').toLowerCase();
      return lowercase.includes(word.slice(0, Math.max(1, Math.min(kept, word.length - changed))));
    });
  return [String(needed.length), ...needed];
}
