import type { IncomingMessage } from 'node:http';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { signUpFlow, type FlowAddress } from '../security/flowAddress.ts';
import { readFields } from '../security/limits/formFields.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call, GatewayRequest } from './forward/exchange.ts';

/** The `Set-Cookie` that an answer gets, if any. */
export type AnswerCookie = (answer: Pick<IncomingMessage, 'headers' | 'statusCode'>) => string | undefined;

/** The field that holds the address in the forms whose address is kept. */
const addressField: Partial<Record<string, string>> = {
  updateLoginFlow: nodeName.identifier,
  updateRegistrationFlow: nodeName.emailTrait,
  updateVerificationFlow: nodeName.email,
};

/** Whether a form is shown again, or the next one is: a sign-in that succeeds leads elsewhere, as does one that fails for good. */
function isShownAgain({ statusCode, headers: { location = '' } }: Parameters<AnswerCookie>[0]): boolean {
  if (statusCode === 302 || statusCode === 303)
    return /\/(?:login|registration|verification)\?/.test(location);
  return statusCode === 200 || statusCode === 400;
}

/** Whether a sign-up was refused, and its form is shown again. */
const isRefused = ({ statusCode, headers: { location = '' } }: Parameters<AnswerCookie>[0]): boolean =>
  statusCode === 400 || location.includes('/registration?');

/** The address in a form; undefined for a body that is none, which the provider refuses. */
function typedAddress(field: string, body: Buffer, contentType?: string): string | undefined {
  try {
    return readFields('', body, contentType).get(field)?.[0];
  } catch {
    return undefined;
  }
}

/**
 * Keeps the address that was typed into a sign-up, a sign-in or a verification, for the pages that follow: Kratos 1.3.1 names it
 * neither in the verification after a sign-up nor where it refuses a sign-in because the address is not verified, and forgets it
 * where a sign-up is refused because the address has an account.
 *
 * @returns undefined for every other call
 */
export async function keepAddress(
  { operation: { operation }, query }: Call,
  request: GatewayRequest,
  flowAddress: FlowAddress,
): Promise<AnswerCookie | undefined> {
  const field = addressField[operation];
  const flow = new URLSearchParams(query).get('flow');
  const signsUp = operation === 'updateRegistrationFlow';
  if (field === undefined || !flow || request.method !== 'POST') return undefined;
  const address = typedAddress(field, await peekForm(request), request.headers['content-type']);
  if (address === undefined) return undefined;
  return (answer) => {
    if (!isShownAgain(answer)) return undefined;
    return flowAddress.keep(signsUp && !isRefused(answer) ? signUpFlow : flow, address);
  };
}
