/** The longest text that is looked through, in characters. */
const longest = 10_000;

/** How many things of a text are looked for. */
const most = 10;

/** The longest text that can be one thing itself. */
const longestThing = 200;

/** What is found in a text that has much else in it: the tellingest first. */
const patterns = [
  // the id of an act, without the letters that look like digits
  /(?<![\w-])(?=[0-9A-HJKMNP-TV-Z]*\d)[0-9A-HJKMNP-TV-Z]{10}(?![\w-])/g,
  /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi,
  /[\p{L}\d.!#$%&*+/=?^_`{|}~-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63})+/gu,
  /(?<=(?:login|consent)_challenge["']?[=:]\s?["']?)[\w%.~-]+=*/g,
  /(?<![\w+])\+\d{7,15}(?!\d)/g,
];

/** Whether a text is an id of an act. */
export const isActId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(text);

/** Returns a telephone number as Kratos keeps it: without blanks and signs among its digits. */
const withoutBlanks = (text: string): string =>
  /^\+[\d\s()./-]{7,30}$/.test(text) ? text.replaceAll(/[^+\d]/g, '') : text;

/** Finds what to look for in a text: the text itself, if it is short, and the ids, addresses, challenges and numbers in it. */
export function candidatesIn(given: string): string[] {
  const text = given.trim().slice(0, longest);
  if (text === '') return [];
  const whole = text.length <= longestThing && !/[\n{]/.test(text) ? [withoutBlanks(text)] : [];
  const found = patterns.flatMap((pattern) => text.match(pattern) ?? []);
  return [...new Set([...whole, ...found])].slice(0, most);
}
