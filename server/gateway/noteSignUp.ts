import { justRegistered } from '../security/cookies/notices.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { isForm } from './checks/mediaType.ts';
import type { AnswerCookie, Call, FormAnswerOptions, GatewayRequest } from './forward/exchange.ts';
import { isRefused, sessionOf, shownFlow } from './keepAddress.ts';
import type { SentForm } from './sentForm.ts';

/**
 * Sets cookies for the pages after a sign-up. If the form is refused, they keep its traits, because Kratos empties
 * the form for a browser without scripts if the address has an account or a web hook refuses. If a script's sign-up
 * began no session, they say that the account exists; for a form sent by the browser itself, `rewriteRedirect` does
 * that. Earlier kept fields are forgotten, also if a script sends the form, because then the page itself keeps them.
 *
 * @returns none for every other call
 */
export function noteSignUp(
  { operation: { operation } }: Call,
  request: GatewayRequest,
  form: SentForm | undefined,
  { portalUrl, cookies, typedFields }: FormAnswerOptions,
): AnswerCookie[] {
  if (operation !== 'updateRegistrationFlow' || !form) return [];
  const registered: AnswerCookie = (answer) =>
    answer.statusCode === 200 && sessionOf(answer, cookies) === undefined
      ? justRegistered.set(portalUrl)
      : undefined;
  if (!isFromOwnPage(request.headers, portalUrl)) return [registered];
  const forgotten = typedFields.forget(request.headers.cookie);
  if (!isForm(request.headers)) return [registered, () => forgotten];
  return [
    registered,
    (answer) =>
      (isRefused(answer) ? typedFields.keep(shownFlow(answer, form.flow), form.typed) : undefined) ??
      forgotten,
  ];
}
