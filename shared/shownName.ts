/** The longest name that is shown whole, in characters. */
const longest = 100;

/** How much of a name is read: anybody may register an application with a megabyte of marks, which take long to normalize. */
const longestRead = 10 * longest;

/** Characters that reorder the text that follows; honest names only have marks without such reach. */
const overrides = /[\u202a-\u202e\u2066-\u2069]/u;

/** Letters of scripts that are written from right to left (the Unicode bidirectional classes R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Visible characters: letters, digits, currency and other symbols, without blanks among them. */
const visible = /[[\p{L}\p{N}\p{Sc}\p{So}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** More marks on one letter than any language uses: they would cover the surrounding lines. */
const stack = /[\p{Mn}\p{Me}]{5}/u;
const mark = /[\p{Mn}\p{Me}]/gu;

/**
 * Control, private, unassigned and invisible characters, and blanks; but none that join or separate letters and
 * emoji, or select their look.
 */
const unseen =
  /(?:(?!\p{Join_Control}|\p{Variation_Selector})[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])+/gu;

/** Whether a name has more marks than any language uses, on one letter or in total. */
function isBuried(name: string): boolean {
  const marks = name.match(mark)?.length ?? 0;
  return stack.test(name) || marks > 2 * (Array.from(name).length - marks);
}

/**
 * Prepares an untrusted name, such as an application's, for use in texts: shortened, with plain blanks, and isolated
 * (U+2068, U+2069) if it is written from right to left.
 *
 * @returns undefined for an unsuitable name: it looks blank, changes the direction of the text around it, or is
 * buried under marks
 */
export function shownName(given: string): string | undefined {
  if (overrides.test(given)) return undefined;
  const name = given
    .slice(0, longestRead)
    .normalize('NFC')
    .replace(/[\u200e\u200f\u061c\u00ad]/gu, '')
    .replace(unseen, ' ')
    .replace(/^[\s\p{M}\u200c\u200d]+|(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/gu, '');
  if (!visible.test(name) || isBuried(name)) return undefined;
  const characters = Array.from(name);
  const shown = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : name;
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}
