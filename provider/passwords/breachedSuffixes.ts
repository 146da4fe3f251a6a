/** How long the service may take: Kratos gives up a second after it has asked. In milliseconds. */
const deadline = 600;
/** The pause before it is asked again after it has failed, in milliseconds. */
const pause = 60_000;

/** Where Have I Been Pwned lists breached passwords. */
export const breachList = 'https://api.pwnedpasswords.com';

/**
 * Reads an answer of the range API.
 *
 * @returns the suffixes with a count; lines with 0 are padding
 */
const suffixesOf = (answer: string): string[] =>
  answer.split(/\r?\n/).flatMap((line) => /^([0-9A-F]{35}):[\d,]*[1-9]/.exec(line)?.[1] ?? []);

/**
 * Asks a range API for breached passwords, and for none while it does not answer: a sign-up waits for it at most once a minute.
 *
 * @param origin as in `https://api.pwnedpasswords.com`
 * @param onFailure told why, once until it answers again
 * @returns the suffixes of a prefix
 */
export function breachedSuffixes(
  origin: string,
  onFailure: (reason: string) => void,
): (prefix: string) => Promise<string[]> {
  let askedAgainAt = 0;
  let failed = false;
  return async (prefix) => {
    if (performance.now() < askedAgainAt) return [];
    try {
      const answer = await fetch(`${origin}/range/${prefix}`, {
        // as many lines for every prefix, so that the size says nothing
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(deadline),
      });
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
      const suffixes = suffixesOf(await answer.text());
      failed = false;
      return suffixes;
    } catch (cause) {
      askedAgainAt = performance.now() + pause;
      const { message, cause: deeper } = cause as Error;
      if (!failed) onFailure(deeper instanceof Error ? deeper.message : message);
      failed = true;
      return [];
    }
  };
}
