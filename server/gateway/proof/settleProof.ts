import type { IncomingHttpHeaders } from 'node:http';
import { passedChallenge } from '../../../shared/flow/flowState.ts';
import { isFactor } from '../../../shared/flow/methods.ts';
import { credentialsEnded } from '../../security/cookies/notices.ts';
import { rememberSignUp } from '../../security/cookies/lastMethods.ts';
import {
  addressesOf,
  credentialKinds,
  type Identities,
  type StoredIdentity,
} from '../../provider/identities.ts';
import type { SignUpCookie } from '../../security/cookies/signUpCookie.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { newSession } from './answers.ts';
import { credentialsIn } from './credentialsIn.ts';
import { createEndOlder, sessionIn, signIn } from './endOlder.ts';
import { createIsProvedBy, stateIn } from './isProvedBy.ts';
import type { ReviewOptions, ReviewedCall } from './reviewedCall.ts';
import { signUpMethod } from './signUpMethod.ts';
import type { FlowForm } from './suspects.ts';

/**
 * Acts on the addresses that a form has proved: a first proof by a browser that never presented a credential of the
 * account removes what the account had before; the browser of the sign-up gets a session, and remembers the account's
 * sign-in method.
 *
 * @param suspects the accounts that it may have proved an address of, as they were before
 * @param answer undefined if there was none: the provider may still have accepted the form
 * @returns the `Set-Cookie` lines that the browser gets for it
 * @throws PortalError 502 if the older credentials of an account could not be ended: its addresses count as unproved
 * again
 */
export type SettleProof = (
  suspects: readonly StoredIdentity[],
  form: FlowForm,
  reviewed: ReviewedCall,
  answer: HeldAnswer | undefined,
) => Promise<string[]>;

/**
 * Creates the function that settles proofs.
 *
 * @param options Kratos, Hydra, the cookies, and the portal's own origin
 * @param admin Kratos' admin API, which ends credentials and sessions
 */
export function createSettleProof(
  options: Omit<ReviewOptions, 'identities' | 'secret'> & { signUp: SignUpCookie },
  admin: Identities,
): SettleProof {
  const { kratos, cookies, signUp, portalUrl, remembersMethods } = options;
  const { endOlder, endOthers } = createEndOlder({ ...options, admin });
  const isProvedBy = createIsProvedBy(options);

  /**
   * Returns how this browser has presented a credential of the account: at its sign-up, or with a session; undefined
   * if it has not.
   */
  const presentedBy = async (
    { id }: StoredIdentity,
    form: FlowForm,
    headers: IncomingHttpHeaders,
  ): Promise<'signUp' | 'session' | undefined> => {
    const presented = signUp.read(headers.cookie);
    const isOfFlow = presented?.flow === form.flow;
    if (presented?.account === undefined ? isOfFlow : presented.account === id) return 'signUp';
    const credentials = credentialsIn(headers, cookies);
    const session = credentials && (await kratos.whoami(credentials));
    return typeof session === 'object' && session.identity.id === id ? 'session' : undefined;
  };

  const settleOne = async (
    account: StoredIdentity,
    form: FlowForm,
    reviewed: ReviewedCall,
    answer: HeldAnswer | undefined,
  ): Promise<string[]> => {
    const now = await admin.get(account.id);
    const unproved = new Set(addressesOf(account, false));
    const proved = addressesOf(now, true).filter((address) => unproved.has(address));
    if (proved.length === 0) return [];
    // somebody else has proved it meanwhile, and their own form is settled
    if (answer && !(await isProvedBy(account, form, reviewed, answer))) return [];
    const presented = await presentedBy(account, form, reviewed.headers);
    const session = answer && newSession(answer, cookies);
    if (presented === 'session') return [];
    if (presented === undefined) {
      const isEnding = credentialKinds(now).length > 0;
      await endOlder(account, session, reviewed);
      return isEnding ? [credentialsEnded.set(portalUrl)] : [];
    }
    const hasPassed = answer && stateIn(form, answer) === passedChallenge;
    const needsFactor = credentialKinds(now).some((kind) => isFactor(kind, 'second'));
    const goesOn = hasPassed && !session && !needsFactor && now.state !== 'inactive';
    // if no session can be created, the page offers the sign-in
    const made = goesOn ? await signIn(account, reviewed, { admin, cookies }).catch(() => []) : [];
    // Kratos keeps a session for each sign-up, although nobody gets it; the settings would list it as another device
    if (addressesOf(account, true).length === 0)
      await endOthers(account.id, session ?? sessionIn(made)).catch(() => undefined);
    const method = session || made.length > 0 ? signUpMethod(now) : undefined;
    const remembered = method && remembersMethods ? rememberSignUp(method, portalUrl) : undefined;
    return [signUp.expired, ...made, ...(remembered === undefined ? [] : [remembered])];
  };

  /** Marks the addresses of an account as unproved again, so that the next proof removes what is older. */
  const revertProof = async (account: StoredIdentity): Promise<void> => {
    await admin.unverify(account, addressesOf(account, false));
    await admin.endSessions(account.id, undefined);
  };

  return async (suspects, form, reviewed, answer) => {
    const added: string[] = [];
    for (const account of suspects)
      try {
        added.push(...(await settleOne(account, form, reviewed, answer)));
      } catch (cause) {
        await revertProof(account);
        throw cause;
      }
    return added;
  };
}
