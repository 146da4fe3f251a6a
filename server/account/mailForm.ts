import { classify } from '../../shared/flow/classify.ts';
import { sendLoginCode } from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { MailForm } from '../../shared/page.ts';
import type { Visit } from '../pages/loader.ts';
import { fieldValue } from '../upstreams/fieldValue.ts';
import { startFlow } from '../upstreams/flows.ts';

/** A form on a page, and the cookies that belong to it. */
interface FormOnPage {
  form?: MailForm;
  setCookie?: string[];
}

/**
 * Begins a verification, and returns its form reduced to what mails an address of the signed-in user at one press. It is posted
 * like the one on the page that asks for the address: the gateway limits it, and Kratos checks its token.
 *
 * @param addresses those that are not verified
 * @param return_to where the verification leads on to; by default to the start page
 * @returns no form if there is no such address, or the provider begins no verification: pages work without it
 */
export async function mailForm(
  { cookie, kratos }: Visit,
  addresses: string[],
  return_to?: string,
): Promise<FormOnPage> {
  if (addresses.length === 0) return {};
  const answer = await kratos.answer(startFlow.verification({ return_to }), { cookie });
  const outcome = classify('verification', answer);
  if (outcome.kind !== 'flow') return {};
  const { flow } = outcome;
  const [token, method] = [fieldValue(flow, nodeName.csrfToken), fieldValue(flow, nodeName.method)];
  if (token === undefined || method === undefined) return {};
  const mailsCode = method === nodeGroup.code && addresses.every((address) => address.includes('@'));
  const label = mailsCode ? `provider.${sendLoginCode}` : 'flow.verifyAddress';
  return { form: { action: flow.ui.action, token, method, label }, setCookie: answer.setCookie };
}
