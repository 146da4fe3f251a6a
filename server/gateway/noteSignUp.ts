import { justRegistered } from '../security/cookies/notices.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { isKept } from '../security/cookies/typedFields.ts';
import { isForm } from './checks/mediaType.ts';
import { peekForm } from './checks/peekForm.ts';
import type { AnswerCookie, Call, FormAnswerOptions, GatewayRequest } from './forward/exchange.ts';
import { isRefused, sessionOf, shownFlow } from './keepAddress.ts';

/**
 * Sets cookies for the pages after a sign-up. If the form is refused, they keep its traits, because Kratos empties
 * the form for a browser without scripts if the address has an account or a web hook refuses. If a script's sign-up
 * began no session, they say that the account exists; for a form sent by the browser itself, `rewriteRedirect` does
 * that. Earlier kept fields are forgotten, also if a script sends the form, because then the page itself keeps them.
 *
 * @returns none for every other call
 */
export async function noteSignUp(
  { operation: { operation }, query }: Call,
  request: GatewayRequest,
  { portalUrl, cookies, typedFields }: FormAnswerOptions,
): Promise<AnswerCookie[]> {
  if (operation !== 'updateRegistrationFlow' || request.method !== 'POST') return [];
  const flow = new URLSearchParams(query).get('flow');
  if (!flow) return [];
  const registered: AnswerCookie = (answer) =>
    answer.statusCode === 200 && sessionOf(answer, cookies) === undefined
      ? justRegistered.set(portalUrl)
      : undefined;
  if (!isFromOwnPage(request.headers, portalUrl)) return [registered];
  const forgotten = typedFields.forget(request.headers.cookie);
  if (!isForm(request.headers)) return [registered, () => forgotten];
  const fields = new URLSearchParams((await peekForm(request)).toString());
  const typed = Array.from(fields).filter(([name]) => isKept(name));
  return [
    registered,
    (answer) =>
      (isRefused(answer) ? typedFields.keep(shownFlow(answer, flow), typed) : undefined) ?? forgotten,
  ];
}
