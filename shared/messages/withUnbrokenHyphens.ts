/** A hyphen after a single letter. */
const hyphen = /(?<![\p{L}\p{N}-])(\p{L})-(?=\p{L})/gu;

/** Keeps words such as “E-Mail” on one line, by a word joiner after the hyphen: the font has no hyphen that does not break. */
export const withUnbrokenHyphens = (text: string): string => text.replaceAll(hyphen, '$1-\u2060');
