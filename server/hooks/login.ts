import * as messageId from '../../shared/flow/messageId.ts';
import { isFactor } from '../../shared/flow/methods.ts';
import type { StoredIdentity } from '../provider/storedIdentity.ts';
import {
  addressesOf,
  canConfirm,
  isMailbox,
  mayUse,
  trustedUntilNow,
  trustOf,
  withAdded,
} from '../provider/trust.ts';
import { goOn, type Decision } from './decision.ts';
import { onMailbox, type Accounts } from './onProof.ts';
import type { FlowMemory } from './flowMemory.ts';
import { credentialsAmong } from './presented.ts';
import { predatesAddress, type Question } from './question.ts';
import { refusal } from './refusal.ts';

/** Whether the sign-in confirms one that this browser has: Kratos gives a session its id when it stores it. */
const isConfirmation = ({ flow, session }: Question): boolean =>
  flow.refresh === true && /[1-9a-f]/.test(session?.id ?? '');

/** Whether an account has addresses, and none of them is proved. */
const isUnproved = (account: StoredIdentity): boolean =>
  addressesOf(account, true).length === 0 && addressesOf(account, false).length > 0;

/**
 * Decides about a sign-in. A mailed code is the owner's: it also confirms the credentials presented in the same flow. Any
 * other credential counts once it has been confirmed; until then the flow goes on to a code.
 *
 * @param memory what happened in a flow before
 * @throws PortalError 502 or 504 if the provider gives no usable answer; Kratos then refuses the sign-in
 */
export async function onLogin(asked: Question, accounts: Accounts, memory: FlowMemory): Promise<Decision> {
  const { flow } = asked;
  const { identities } = accounts;
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  const presented = credentialsAmong(asked.session?.authentication_methods);
  const method = flow.active ?? presented.at(-1) ?? '';

  if (isMailbox(method)) {
    if (predatesAddress(asked)) return { refusal: refusal(messageId.startAgain) };
    if (!(await memory.complete(flow.id))) return { refusal: refusal(messageId.codeUsedTwice) };
    const methods = [...presented, ...(await memory.refusedIn(flow.id))];
    if (trust) await onMailbox(accounts, { account, trust, methods });
    else await identities.setTrust(account, trustedUntilNow(account));
    return goOn;
  }
  // it follows a first factor, which has been decided about
  if (flow.requested_aal === 'aal2' && isFactor(method, 'second')) return goOn;
  if (isUnproved(account) && !isConfirmation(asked)) {
    await memory.refuse(flow.id, method);
    return { refusal: refusal(messageId.confirmByCode) };
  }
  if (!trust) {
    await identities.setTrust(account, trustedUntilNow(account));
    return goOn;
  }
  if (mayUse(trust, account, method)) {
    // an account of a social provider that was linked with this sign-in
    const after = presented.length > 1 ? withAdded(trust, account) : trust;
    if (after !== trust) await identities.setTrust(account, after);
    return goOn;
  }
  if (isUnproved(account)) return goOn;
  await memory.refuse(flow.id, method);
  return {
    refusal: refusal(canConfirm(trust, account, method) ? messageId.confirmByCode : messageId.removeUnknown),
  };
}
