import type { IncomingHttpHeaders } from 'node:http';
import { fieldsOf, objectsIn, textIn } from '../../shared/fields.ts';
import type { Operation } from '../operations/operation.ts';
import { createSignUpId, withSignUpId, type SignUpCookie } from '../security/cookies/signUpCookie.ts';
import { jsonIn } from '../http/jsonIn.ts';
import type { AnswerCookie } from './forward/exchange.ts';
import { isRedirect, redirectTarget } from './redirects.ts';

/** The operations that may end a sign-up: its form, and the way back from a social provider. */
export const signsUp: ReadonlySet<string> = new Set([
  'updateRegistrationFlow',
  'returnFromProvider',
  'returnFromNamedProvider',
  'postFromNamedProvider',
  'returnFromOrganizationProvider',
  'postFromOrganizationProvider',
]);

/** Returns the id of the verification that the provider opened with a sign-up; undefined if it opened none. */
export function openedVerification(
  answer: Parameters<AnswerCookie>[0],
  portalUrl: string,
): string | undefined {
  if (isRedirect(answer)) {
    const url = redirectTarget(answer, portalUrl);
    const leadsThere = url?.origin === portalUrl && url.pathname === '/verification';
    return leadsThere ? (url.searchParams.get('flow') ?? undefined) : undefined;
  }
  const next = objectsIn(fieldsOf(jsonIn(answer.body)).continue_with);
  const shown = next.find(({ action }) => action === 'show_verification_ui');
  return textIn(fieldsOf(shown?.flow).id);
}

/**
 * Gives the form of a sign-up an id, which goes to the provider with it, and the browser a cookie that names the id and the
 * verification that follows: the web hooks recognise the browser by it once the address is verified.
 *
 * @param headers those that the provider gets; an app has no cookies, and Kratos would refuse it with one
 * @returns the Cookie header with the id, and the browser's cookie; undefined for an app, and for every other call
 */
export function signUpMark(
  { operation }: Operation,
  { cookie }: IncomingHttpHeaders,
  { portalUrl, signUp }: { portalUrl: string; signUp: SignUpCookie },
): { cookie: string; answerCookie: AnswerCookie } | undefined {
  if (!signsUp.has(operation) || cookie === undefined) return undefined;
  const id = createSignUpId();
  return {
    cookie: withSignUpId(cookie, id),
    answerCookie: (answer) => {
      const flow = openedVerification(answer, portalUrl);
      return flow === undefined ? undefined : signUp.keep(id, flow);
    },
  };
}
