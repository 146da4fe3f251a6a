/** How long the service may take, in milliseconds: Kratos gives up after a second. */
const deadline = 600;
/** The pause after a failure before asking again, in milliseconds. */
const pause = 60_000;

/** The origin of Have I Been Pwned's list of breached passwords. */
export const breachList = 'https://api.pwnedpasswords.com';

/** Returns the suffixes with a count in an answer of the range API; lines with 0 are padding. */
const suffixesOf = (answer: string): string[] =>
  answer.split(/\r?\n/).flatMap((line) => /^([0-9A-F]{35}):[\d,]*[1-9]/.exec(line)?.[1] ?? []);

/**
 * Creates the look-up of breached passwords at a range API. While it does not answer, there are none, so that a
 * sign-up waits for it at most once a minute.
 *
 * @param origin as in `https://api.pwnedpasswords.com`
 * @param onFailure called with the reason, once until it answers again
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
        // pads answers to the same number of lines, so that their size reveals nothing
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(deadline),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
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
