import * as messageId from '../../shared/flow/messageId.ts';
import { isFactor } from '../../shared/flow/methods.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import {
  addedIds,
  canConfirm,
  credentialsAmong,
  distrust,
  hasSecondFactor,
  isMailbox,
  isRecovery,
  lowerCaseAddresses,
  mayHaveUsed,
  mayUse,
  trustedUntilNow,
  trustOf,
  withAdded,
} from '../upstreams/trust.ts';
import { comeBack } from './comeBack.ts';
import { type Decision, goOn, isRefusal, refusal } from './decision.ts';
import { type Accounts, onMailbox } from './onProof.ts';
import type { FlowMemory } from './flowMemory.ts';
import { predatesAddress, predatesSecuring, type Question } from './question.ts';

/** The id of a session that Kratos has not stored yet. */
const noId = '00000000-0000-0000-0000-000000000000';

/** Whether the sign-in confirms a session that is open already. */
const isConfirmation = ({ flow, session }: Question): boolean =>
  flow.refresh === true && Boolean(session?.id) && session?.id !== noId;

/** Whether a second factor is the first one that a recovery's session gets. */
function completesRecovery({ session }: Question): boolean {
  const methods = session?.authentication_methods ?? [];
  return (
    methods.some(({ method }) => isRecovery(method)) &&
    methods.filter(({ aal }) => aal === 'aal2').length === 1
  );
}

/** Returns the address of an account of which none is proved; undefined for any other account. */
const unprovedAddress = (account: StoredIdentity): string | undefined =>
  lowerCaseAddresses(account, true).length === 0 ? lowerCaseAddresses(account, false)[0] : undefined;

/**
 * Takes back the link of a social account: Kratos links it before it asks about the sign-in, and again when a code has
 * confirmed the sign-in, which fails if the link is there already.
 */
async function unlink(asked: Question, account: StoredIdentity, { identities }: Accounts): Promise<void> {
  const { oidc } = nodeGroup;
  const methods = asked.session?.authentication_methods ?? [];
  if (methods.length < 2 || methods.at(-1)?.method !== oidc || isConfirmation(asked)) return;
  const added = addedIds(trustOf(account) ?? distrust, account).filter((id) => id.startsWith(`${oidc}:`));
  // of several, Kratos does not say which one it has linked
  if (added.length === 1)
    await identities.removeCredential(account.id, oidc, added[0]?.slice(`${oidc}:`.length));
}

/**
 * Decides about a sign-in, in this order: a mailed code is the owner's, and confirms the credentials presented in the same
 * flow; a second factor follows a decision about the first; a credential counts once an address is proved and it has been
 * confirmed, and until then the flow goes on to a code.
 *
 * @param memory what happened in a flow before
 * @throws PortalError 502 or 504 if the provider gives no usable answer; Kratos then refuses the sign-in
 */
export async function onLogin(asked: Question, accounts: Accounts, memory: FlowMemory): Promise<Decision> {
  const account = await accounts.identities.get(asked.identity.id);
  const decision = await comeBack(await decide(asked, account, accounts, memory), account, accounts);
  if (isRefusal(decision)) {
    await unlink(asked, account, accounts);
    return decision;
  }
  return { ...decision, securedAt: trustOf(account)?.secured?.at, isFirst: hasSecondFactor(account) };
}

async function decide(
  asked: Question,
  account: StoredIdentity,
  accounts: Accounts,
  memory: FlowMemory,
): Promise<Decision> {
  const { flow } = asked;
  const { identities } = accounts;
  const trust = trustOf(account);
  const presented = credentialsAmong(asked.session?.authentication_methods);
  const method = flow.active ?? presented.at(-1) ?? '';

  if (isMailbox(method)) {
    if (predatesAddress(asked) || predatesSecuring(asked, account))
      return { refusal: refusal(messageId.startAgain) };
    if (!(await memory.complete(flow.id))) return { refusal: refusal(messageId.codeUsedTwice) };
    const methods = [...presented, ...(await memory.refusedIn(flow.id))];
    await onMailbox(accounts, { account, methods });
    return goOn;
  }
  // it follows a first factor, which has been decided about
  if (flow.requested_aal === 'aal2' && isFactor(method, 'second')) {
    if (completesRecovery(asked)) await identities.endSessions(account.id, asked.session?.id ?? undefined);
    return goOn;
  }
  const unverified = unprovedAddress(account);
  if (unverified !== undefined) {
    // a session that is open anyway: its owner may have to correct the address
    if (isConfirmation(asked)) return goOn;
    await memory.refuse(flow.id, method);
    const changed = trust !== undefined && trust.addresses.length > 0;
    // whoever planted a credential beside a former address must not learn the one that replaced it
    const mayKnow = !changed || mayUse(trust, account, method);
    const used = asked.session?.authentication_methods?.findLast((one) => one.method === method);
    const context: Record<string, string> = { unverified, changed: changed ? 'yes' : 'no' };
    if (used?.provider) context.service = `${method}.${used.provider}`;
    return { refusal: refusal(messageId.confirmByCode, mayKnow ? { context } : {}) };
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
  await memory.refuse(flow.id, method);
  if (!canConfirm(trust, account, method)) return { refusal: refusal(messageId.removeUnknown) };
  const [address] = mayHaveUsed(trust, account, method) ? lowerCaseAddresses(account, true) : [];
  const context = { ...(!trust.secured && { changed: 'apart' }), ...(address !== undefined && { address }) };
  return { refusal: refusal(messageId.confirmByCode, { context }) };
}
