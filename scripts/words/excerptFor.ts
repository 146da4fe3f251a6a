/** How much of an entry's beginning its forms keep: they may change a shorter part of its end. */
const kept = 3;
const changed = 2;

/**
 * The part of a Hunspell dictionary that some texts can need: entries whose beginning occurs in them. nspell derives
 * every form of every entry, which takes minutes for whole dictionaries and seconds for these. Grammar beside an entry is left out, too, which nspell takes for a part of the word.
 *
 * @param texts what is to be checked
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
