/** The longest name that is shown whole, in characters. */
const longest = 100;

/**
 * Characters that change the direction of the text after them, or the order of what they enclose. The marks that have no such
 * reach (left-to-right, right-to-left, Arabic letter) are in honest names of mixed scripts.
 */
const overrides = /[\u202a-\u202e\u2066-\u2069]/u;

/** Letters of scripts that are written from right to left (the Unicode bidirectional classes R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Visible characters: letters, digits, currency and other symbols, but no blanks that count as such (Hangul fillers, U+2800). */
const visible = /[[\p{L}\p{N}\p{Sc}\p{So}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** More marks on one letter than any language writes: they cover the lines around. */
const stack = /[\p{Mn}\p{Me}]{5}/u;
const mark = /[\p{Mn}\p{Me}]/gu;

/**
 * Control characters, private and unassigned ones, what is never visible, and blanks; but nothing that joins or separates
 * letters and emoji, or chooses their look.
 */
const unseen =
  /(?:(?!\p{Join_Control}|\p{Variation_Selector})[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])+/gu;

/** Whether a name has more marks than letters carry in any language, on one letter or in all. */
function isBuried(name: string): boolean {
  const marks = name.match(mark)?.length ?? 0;
  return stack.test(name) || marks > 2 * (Array.from(name).length - marks);
}

/**
 * The name that somebody else gave to an application, as texts can hold it: shortened, with plain blanks, and isolated from
 * them (U+2068, U+2069) where it is written from right to left.
 *
 * @returns undefined for a name that cannot be shown as one: it looks blank, changes the direction of the text around it, or
 *   is buried under marks
 */
export function shownName(given: string): string | undefined {
  if (overrides.test(given)) return undefined;
  const name = given
    .normalize('NFC')
    .replace(/[\u200e\u200f\u061c\u00ad]/gu, '')
    .replace(unseen, ' ')
    .replace(/^[\s\p{M}\u200c\u200d]+|[\s\u200c\u200d]+$/gu, '');
  if (!visible.test(name) || isBuried(name)) return undefined;
  const characters = Array.from(name);
  const shown = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : name;
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}
