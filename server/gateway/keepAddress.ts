import * as nodeName from '../../shared/flow/nodeName.ts';
import { signUpFlow, type FlowAddress } from '../security/cookies/flowAddress.ts';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { readFields } from '../security/limits/formFields.ts';
import { peekForm } from './checks/peekForm.ts';
import type { AnswerCookie, AnswerHead, Call, GatewayRequest } from './forward/exchange.ts';

/** The address field, by operation, of the forms whose address is kept. */
const addressField: Partial<Record<string, string>> = {
  updateLoginFlow: nodeName.identifier,
  updateRegistrationFlow: nodeName.emailTrait,
  updateVerificationFlow: nodeName.email,
};

/**
 * Whether the same or the next form is shown: a successful sign-in leads elsewhere, as does one that fails for good.
 */
function isShownAgain({ statusCode, headers: { location = '' } }: AnswerHead): boolean {
  if (statusCode === 302 || statusCode === 303)
    return /\/(?:login|registration|verification)\?/.test(location);
  return statusCode === 200 || statusCode === 400;
}

/** Whether a sign-up was refused, and its form is shown again. */
export const isRefused = ({ statusCode, headers: { location = '' } }: AnswerHead): boolean =>
  statusCode === 400 || location.includes('/registration?');

/**
 * Returns the flow whose form is shown after an answer: if the submitted one has expired, Kratos redirects to a new
 * one.
 */
export const shownFlow = ({ headers: { location = '' } }: AnswerHead, sent: string): string =>
  /^[^?]*\/(?:login|registration)\?(?:[^#]*&)?flow=([^&#]+)/.exec(location)?.[1] ?? sent;

/** Returns the addresses in a form; none for a body that is not a form, which the provider refuses. */
function typedAddresses(field: string, body: Buffer, contentType?: string): readonly string[] {
  try {
    return readFields('', body, contentType).get(field) ?? [];
  } catch {
    return [];
  }
}

/** Returns the session that an answer begins: its cookie, as browsers will send it. */
export const sessionOf = ({ headers }: AnswerHead, cookies: ProviderCookies): string | undefined =>
  headers['set-cookie']?.filter(cookies.setsSession).map(cookiePair)[0];

/**
 * Keeps the address typed into a sign-up, a sign-in or a verification for the pages that follow: Kratos 1.3.1 names
 * it neither in the verification after a sign-up nor when it refuses a sign-in because the address is unverified, and
 * loses it when it refuses a sign-up because the address has an account. After a successful sign-in it is kept with
 * the session: Kratos does not say whose session it is while it awaits a second factor.
 *
 * @returns undefined for every other call
 */
export async function keepAddress(
  { operation: { operation }, query }: Call,
  request: GatewayRequest,
  flowAddress: FlowAddress,
  cookies: ProviderCookies,
): Promise<AnswerCookie | undefined> {
  const field = addressField[operation];
  if (field === undefined || request.method !== 'POST') return undefined;
  const flow = new URLSearchParams(query).get('flow');
  if (!flow) return undefined;
  const signsUp = operation === 'updateRegistrationFlow';
  const typed = typedAddresses(field, await peekForm(request), request.headers['content-type']);
  const [address] = typed;
  if (address === undefined) return undefined;
  return (answer) => {
    const session = operation === 'updateLoginFlow' ? sessionOf(answer, cookies) : undefined;
    // given several, the provider has read one of them
    if (session !== undefined) return typed.length === 1 ? flowAddress.keep(session, address) : undefined;
    if (!isShownAgain(answer)) return undefined;
    return flowAddress.keep(signsUp && !isRefused(answer) ? signUpFlow : shownFlow(answer, flow), address);
  };
}
