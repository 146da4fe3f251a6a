/** Patterns of the provider's reasons for refusing a password, and the arguments for their numbers. */
const causes: [cause: string, pattern: RegExp, numbers: string[]][] = [
  ['too_similar', /too similar to the (?:user )?identifier/i, []],
  ['breached', /found in data breaches/i, []],
  [
    'too_short',
    /password length must be at least (\d+) characters? but only got (\d+)/i,
    ['min_length', 'actual_length'],
  ],
  ['too_long', /passwords are limited to a maximum length of (\d+) characters?/i, ['max_length']],
];

/** The text before the reason if the provider sends the whole sentence. */
const preamble = /^the password (?:can ?not be used|does not fulfill the password policy) because:? /i;

/** Removes dots and spaces from the end of a text; a pattern would need quadratic time for many inside of it. */
function withoutFullStop(text: string): string {
  let end = text.length;
  while (/[.\s]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Reads the reason for refusing a password (message 4000005) from the provider's English text.
 *
 * @param text the message's `reason`, or its whole text
 * @returns `cause`, with the lengths that it mentions; for an unknown cause `reason`, in lower case and without a
 * full stop, because it becomes part of a sentence
 */
export function passwordPolicy(text: string): Record<string, string | number> {
  const reason = withoutFullStop(text.replace(preamble, '').toLowerCase());
  for (const [cause, pattern, numbers] of causes) {
    const found = pattern.exec(text);
    if (!found) continue;
    return {
      cause,
      reason,
      ...Object.fromEntries(numbers.map((name, index) => [name, Number(found[index + 1])])),
    };
  }
  return { cause: 'other', reason };
}
