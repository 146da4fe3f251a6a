import * as nodeName from '../../shared/flow/nodeName.ts';
import type { FlowAddress } from '../security/cookies/flowAddress.ts';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import type { AnswerCookie, AnswerHead, Call, FormAnswerOptions } from './forward/exchange.ts';
import { isRedirect } from './redirects.ts';
import type { SentForm } from './sentForm.ts';
import { openedVerification } from './signUpMark.ts';

/** The address field, by operation, of the forms whose address is kept. */
const addressField: Partial<Record<string, string>> = {
  updateLoginFlow: nodeName.identifier,
  updateRegistrationFlow: nodeName.emailTrait,
  updateVerificationFlow: nodeName.email,
};

/**
 * Whether the same or the next form is shown: a successful sign-in leads elsewhere, as does one that fails for good.
 */
const isShownAgain = (answer: AnswerHead): boolean =>
  isRedirect(answer)
    ? /\/(?:login|registration|verification)\?/.test(answer.headers.location ?? '')
    : answer.statusCode === 200 || answer.statusCode === 400;

/** Whether a sign-up was refused, and its form is shown again. */
export const isRefused = ({ statusCode, headers: { location = '' } }: AnswerHead): boolean =>
  statusCode === 400 || location.includes('/registration?');

/**
 * Returns the flow whose form is shown after an answer: if the submitted one has expired, Kratos redirects to a new
 * one.
 */
export const shownFlow = ({ headers: { location = '' } }: AnswerHead, sent: string): string =>
  /^[^?]*\/(?:login|registration)\?(?:[^#]*&)?flow=([^&#]+)/.exec(location)?.[1] ?? sent;

/** Returns the session that an answer begins: its cookie, as browsers will send it. */
export const sessionOf = ({ headers }: AnswerHead, cookies: ProviderCookies): string | undefined =>
  headers['set-cookie']?.filter(cookies.setsSession).map(cookiePair)[0];

/**
 * Keeps the address typed into a sign-up, a sign-in or a verification for the pages that follow: Kratos 1.3.1 does not
 * name it in the verification after a sign-up, and empties a form that it refuses. After a successful sign-in it is kept
 * with the session: Kratos does not say whose session it is while it awaits a second factor.
 *
 * @returns undefined for every other call
 */
export function keepAddress(
  { operation: { operation } }: Call,
  form: SentForm | undefined,
  flowAddress: FlowAddress,
  { portalUrl, cookies }: FormAnswerOptions,
): AnswerCookie | undefined {
  const typed = form?.fields.get(addressField[operation] ?? '') ?? [];
  const [address] = typed;
  if (!form || address === undefined) return undefined;
  return (answer) => {
    const session = operation === 'updateLoginFlow' ? sessionOf(answer, cookies) : undefined;
    // given several, the provider has read one of them
    if (session !== undefined) return typed.length === 1 ? flowAddress.keep(session, address) : undefined;
    if (!isShownAgain(answer)) return undefined;
    const isSignUp = operation === 'updateRegistrationFlow' && !isRefused(answer);
    const opened = isSignUp ? openedVerification(answer, portalUrl) : undefined;
    return flowAddress.keep(opened ?? shownFlow(answer, form.flow), address);
  };
}
