import { justRegistered } from '../security/cookies/justRegistered.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { isKept, type TypedFieldsCookie } from '../security/cookies/typedFields.ts';
import { peekForm } from './checks/peekForm.ts';
import type { AnswerCookie, Call, GatewayRequest } from './forward/exchange.ts';
import { isRefused, sessionOf, shownFlow } from './keepAddress.ts';

interface NoteOptions {
  /** The portal's own origin. */
  portalUrl: string;
  cookies: ProviderCookies;
  typedFields: TypedFieldsCookie;
}

const isForm = (type = ''): boolean => type.startsWith('application/x-www-form-urlencoded');

/**
 * Notes what a sign-up leaves for the pages after it: the traits that were typed into a form that is refused, because Kratos
 * shows it empty to a browser without scripts where the address has an account or a web hook refuses; and to a script's sign-up, that
 * the account exists if it began no session. Where the browser sends the form itself,
 * `rewriteRedirect` says so. What was kept before is forgotten, also where a script sends the form: the page itself keeps what was typed.
 *
 * @returns none for every other call
 */
export async function noteSignUp(
  { operation: { operation }, query }: Call,
  request: GatewayRequest,
  { portalUrl, cookies, typedFields }: NoteOptions,
): Promise<AnswerCookie[]> {
  const flow = new URLSearchParams(query).get('flow');
  if (operation !== 'updateRegistrationFlow' || !flow || request.method !== 'POST') return [];
  const registered: AnswerCookie = (answer) =>
    answer.statusCode === 200 && sessionOf(answer, cookies) === undefined
      ? justRegistered.set(portalUrl)
      : undefined;
  if (!isFromOwnPage(request.headers, portalUrl)) return [registered];
  const forgotten = typedFields.forget(request.headers.cookie);
  if (!isForm(request.headers['content-type'])) return [registered, () => forgotten];
  const fields = new URLSearchParams((await peekForm(request)).toString());
  const typed = Array.from(fields).filter(([name]) => isKept(name));
  return [
    registered,
    (answer) =>
      (isRefused(answer) ? typedFields.keep(shownFlow(answer, flow), typed) : undefined) ?? forgotten,
  ];
}
