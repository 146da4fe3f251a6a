import { linkOpened } from '../security/cookies/notices.ts';
import type { Call, AnswerCookie } from './forward/exchange.ts';
import { isRedirect } from './redirects.ts';

/**
 * Notes that a mailed link was opened, for the page that follows: Kratos fills its code into the form, and leaves the
 * error of an earlier code there.
 *
 * @returns undefined for every other call
 */
export function noteLink(
  { operation: { operation }, query }: Call,
  portalUrl: string,
): AnswerCookie | undefined {
  if (operation !== 'followVerificationLink' || !new URLSearchParams(query).get('code')) return undefined;
  return (answer) => (isRedirect(answer) ? linkOpened.set(portalUrl) : undefined);
}
