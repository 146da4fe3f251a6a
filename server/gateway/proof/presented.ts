import { fieldsOf, objectsIn, type Fields } from '../../../shared/fields.ts';
import { addressNotVerified } from '../../../shared/flow/messageId.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { Identities, StoredIdentity } from '../../provider/identities.ts';
import type { PresentedCredential } from '../../security/cookies/signUpCookie.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn, isRedirect, openedVerification } from './answers.ts';
import type { ReviewedCall } from './reviewedCall.ts';
import { flowOf, maxAddresses, type FlowForm } from './suspects.ts';

/** Whether Kratos 1.3.1 says in a sign-in that the password is right but no address of the account is verified. */
const saysUnverified = (flow: Fields): boolean =>
  objectsIn(fieldsOf(flow.ui).messages).some(({ id }) => id === addressNotVerified);

/** Returns the values of a sign-up's traits that look like addresses. */
const traitAddresses = ({ fields }: FlowForm): string[] =>
  [...fields]
    .flatMap(([name, values]) => (name.startsWith('traits') ? values : []))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value.includes('@'));

/**
 * Finds the account that a sign-up has created: it has all addresses of the form, one of which may be typed as a
 * name.
 */
async function createdBy(form: FlowForm, identities: Identities): Promise<StoredIdentity | undefined> {
  const addresses = traitAddresses(form);
  if (addresses.length > maxAddresses) return undefined;
  for (const address of addresses) {
    const found = await identities.find(address);
    const traits = JSON.stringify(found?.traits ?? '').toLowerCase();
    if (found && addresses.every((one) => traits.includes(JSON.stringify(one)))) return found;
  }
  return undefined;
}

/**
 * Returns the account of which a form has presented a credential, if the answer says that its address must be
 * verified.
 *
 * @param form undefined for the way back from a social provider
 */
export async function presentedIn(
  answer: HeldAnswer,
  form: FlowForm | undefined,
  reviewed: Pick<ReviewedCall, 'sent' | 'send'> & { identities: Identities; portalUrl: string },
): Promise<PresentedCredential | undefined> {
  const { sent, send, identities, portalUrl } = reviewed;
  const opened = openedVerification(answer, portalUrl);
  const typed = form?.fields.has(nodeName.password) ? (form.fields.get(nodeName.identifier) ?? []) : [];
  const saysSo = async (shown: FlowForm): Promise<boolean> =>
    saysUnverified(isRedirect(answer) ? await flowOf(shown, sent, send) : fieldsIn(answer));
  const find = async (): Promise<StoredIdentity | undefined> => {
    if (opened?.address !== undefined) return identities.find(opened.address);
    if (form?.kind === 'registration') return opened && createdBy(form, identities);
    // of several the provider has read one
    const [identifier, ...others] = typed;
    if (form?.kind !== 'login' || identifier === undefined || others.length > 0) return undefined;
    return opened || (await saysSo(form)) ? identities.find(identifier.trim().toLowerCase()) : undefined;
  };
  const account = await find();
  // Kratos v1.3.1 names no account after a social sign-up
  return opened || account ? { account: account?.id, flow: opened?.flow } : undefined;
}
