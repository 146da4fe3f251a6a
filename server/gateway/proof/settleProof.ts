import type { IncomingHttpHeaders } from 'node:http';
import { passedChallenge, sentEmail } from '../../../shared/flow/flowState.ts';
import { credentialsEnded } from '../../pages/credentialsEnded.ts';
import {
  addressesOf,
  credentialKinds,
  type Identities,
  type StoredIdentity,
} from '../../provider/identities.ts';
import type { SessionCredentials } from '../../provider/kratos.ts';
import type { SignUpCookie } from '../../security/signUpCookie.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn, newSession, sessionCookies } from './answers.ts';
import { credentialsIn } from './credentialsIn.ts';
import type { ReviewedCall, ReviewOptions } from './review.ts';
import type { FlowForm } from './suspects.ts';

/** The headers from which the provider records a session's browser and address, and learns its own URL. */
const recordedHeaders = /^(?:user-agent|x-forwarded-\w+|x-request-id)$/;

/** Kinds of credentials that a sign-in may ask for as its second factor. */
const secondFactors: ReadonlySet<string> = new Set(['totp', 'lookup_secret', 'webauthn']);

/** The state of a verification flow, as the answer to its form has it; undefined for any other form or answer. */
const stateIn = ({ kind }: FlowForm, answer: HeldAnswer): unknown =>
  kind === 'verification' && answer.statusCode === 200 ? fieldsIn(answer).state : undefined;

/**
 * Acts on the addresses that a form has proved: a first proof by a browser that never presented a credential of the account
 * ends what the account had before; the browser of the sign-up gets a session.
 *
 * @param suspects the accounts that it may have proved an address of, as they were before
 * @param answer undefined if there was none: the provider may have accepted the form all the same
 * @returns the `Set-Cookie` lines that the browser gets for it
 * @throws PortalError 502 if the older credentials of an account could not be ended: its addresses count as unproved again
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
 * @param options Kratos, the cookies, and the portal's own origin
 * @param admin Kratos' admin API, which ends credentials and sessions
 */
export function createSettleProof(
  {
    kratos,
    cookies,
    signUp,
    portalUrl,
  }: Pick<ReviewOptions, 'kratos' | 'cookies' | 'portalUrl'> & { signUp: SignUpCookie },
  admin: Identities,
): SettleProof {
  /** How this browser has presented a credential of the account: at its sign-up, or with a session; undefined if it has not. */
  const presentedBy = async (
    account: StoredIdentity,
    form: FlowForm,
    headers: IncomingHttpHeaders,
  ): Promise<'signUp' | 'session' | undefined> => {
    const presented = signUp.read(headers.cookie);
    const addresses = new Set(addressesOf(account, false));
    if (presented?.flow === form.flow || presented?.addresses.some((one) => addresses.has(one)))
      return 'signUp';
    const credentials = credentialsIn(headers, cookies);
    const session = credentials && (await kratos.whoami(credentials));
    return typeof session === 'object' && session.identity.id === account.id ? 'session' : undefined;
  };

  const sessionIdOf = async (credentials: SessionCredentials | undefined): Promise<string | undefined> => {
    const session = credentials && (await kratos.whoami(credentials));
    return typeof session === 'object' ? (session.id ?? undefined) : undefined;
  };

  /** Ends what an account had before its address was proved. */
  const endOlder = async (
    account: StoredIdentity,
    session: SessionCredentials | undefined,
  ): Promise<void> => {
    await admin.endCredentials(account);
    await admin.endSessions(account.id, await sessionIdOf(session));
  };

  /** Gives the browser a session of an account that it has signed up with and whose address it has just proved. */
  const goOn = async (
    account: StoredIdentity,
    { sent, send }: Pick<ReviewedCall, 'sent' | 'send'>,
  ): Promise<string[]> => {
    const made = await admin.recoveryCode(account.id);
    if (!made) return [];
    const recorded = Object.fromEntries(
      Object.entries(sent).filter(([name]) => recordedHeaders.test(name)),
    ) as IncomingHttpHeaders;
    const recovered = await send({
      method: 'POST',
      path: `/self-service/recovery?flow=${encodeURIComponent(made.flow)}`,
      headers: {
        ...recorded,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: Buffer.from(JSON.stringify({ method: 'code', code: made.code })),
    });
    return sessionCookies(recovered, cookies);
  };

  const settleOne = async (
    account: StoredIdentity,
    form: FlowForm,
    reviewed: ReviewedCall,
    answer: HeldAnswer | undefined,
  ): Promise<string[]> => {
    // a wrong code: what has been proved meanwhile is somebody else's, whose own form is settled
    if (answer && stateIn(form, answer) === sentEmail) return [];
    const now = await admin.get(account.id);
    const unproved = new Set(addressesOf(account, false));
    const proved = addressesOf(now, true).filter((address) => unproved.has(address));
    if (proved.length === 0) return [];
    const presented = await presentedBy(account, form, reviewed.headers);
    const session = answer && newSession(answer, cookies);
    if (presented === 'session') return [];
    if (presented === undefined) {
      const isEnding = credentialKinds(now).length > 0;
      await endOlder(account, session);
      return isEnding ? [credentialsEnded.set(portalUrl)] : [];
    }
    const hasPassed = answer && stateIn(form, answer) === passedChallenge;
    const needsFactor = credentialKinds(now).some((kind) => secondFactors.has(kind));
    const goesOn = hasPassed && !session && !needsFactor && now.state !== 'inactive';
    // if no session can be made, the page offers the sign-in
    return [signUp.expired, ...(goesOn ? await goOn(account, reviewed).catch(() => []) : [])];
  };

  /** Makes the addresses of an account count as unproved again, so that the next proof ends what is older. */
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
