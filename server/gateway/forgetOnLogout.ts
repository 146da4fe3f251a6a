import { forgetAddresses, type AddressCookies } from '../security/cookies/forgetAddresses.ts';
import type { AnswerCookie, AnswerHead, Call } from './forward/exchange.ts';

/** Whether the provider has ended the session: a browser with a different session is sent to the error page. */
const hasEnded = ({ statusCode, headers: { location = '' } }: AnswerHead): boolean =>
  statusCode === 204 || (statusCode === 303 && !location.includes('/error?'));

/**
 * Deletes the browser's remembered addresses if the provider itself ends the session, like `POST /logout`.
 *
 * @param header the request's Cookie header
 * @returns none for every other call
 */
export function forgetOnLogout(
  { operation: { operation } }: Call,
  header: string | undefined,
  cookies: AddressCookies,
): AnswerCookie[] {
  if (operation !== 'updateLogoutFlow') return [];
  return forgetAddresses(header, cookies).map((line) => (answer) => (hasEnded(answer) ? line : undefined));
}
