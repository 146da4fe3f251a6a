import * as messageId from '../../shared/flow/messageId.ts';
import {
  afterProof,
  credentialKinds,
  credentialsAmong,
  hasSecondFactor,
  newlyProved,
  trustOf,
  trustsAll,
  withConfirmed,
} from '../upstreams/trust.ts';
import { replacedFlow } from '../upstreams/replacedFlow.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { comeBack } from './comeBack.ts';
import { type Decision, goOn, refusal } from './decision.ts';
import { type Accounts, onMailbox, onProof } from './onProof.ts';
import {
  cookieHeader,
  predatesAddress,
  predatesSecuring,
  type Question,
  type SessionOf,
} from './question.ts';

/**
 * Decides about a recovery: its code or link may be the first proof of an address. Other sessions end, unless the account has a
 * second factor: whoever has lost that can still turn it off there. They then end once it is given.
 */
export async function onRecovery(asked: Question, accounts: Accounts): Promise<Decision> {
  const account = await accounts.identities.get(asked.identity.id);
  if (predatesAddress(asked) || predatesSecuring(asked, account))
    return { refusal: refusal(messageId.startAgain) };
  await onMailbox(accounts, { account, methods: [] });
  const isFirst = hasSecondFactor(account);
  if (!isFirst) await accounts.identities.endSessions(account.id, undefined);
  return comeBack({ ...goOn, isFirst }, account, accounts);
}

/**
 * Whether Kratos may sign somebody in with a verification: it opened it with a sign-up, for which an application may wait.
 * It then signs the account of that sign-up in, whatever address the code was mailed to. After a social sign-up, its URL
 * does not say whether one waits.
 */
function maySignIn({ flow: { request_url: url, type } }: Question): boolean {
  if (!URL.canParse(url ?? '')) return false;
  const { pathname, searchParams } = new URL(url ?? '');
  if (pathname.includes('/verification/')) return false;
  return searchParams.has('login_challenge') || (type !== 'api' && pathname.includes('/methods/'));
}

/**
 * Decides about a verification, after the address counts as verified. The browser of the sign-up, in the verification that
 * the sign-up opened, or that took its place after too many wrong codes, has presented what it signed up with; a browser with a
 * session, the credentials of that session.
 *
 * @throws PortalError 502 or 504 if the provider gives no usable answer: the credentials are not confirmed then
 */
export async function onVerification(
  asked: Question,
  accounts: Accounts,
  { sessionOf, ...cookies }: { sessionOf: SessionOf } & Pick<BrowserCookies, 'signUp'>,
): Promise<Decision> {
  const { identities } = accounts;
  const account = await identities.get(asked.identity.id);
  const trust = trustOf(account);
  const signUp = cookies.signUp.read(cookieHeader(asked));
  const flows = [asked.flow.id, replacedFlow('verification', asked.flow)];
  const isSignUp =
    trust?.signUp !== undefined && flows.includes(signUp?.flow) && signUp?.hash === trust.signUp;
  if (trust && newlyProved(trust, account).length > 0) {
    const session = await sessionOf(asked);
    const presented = credentialsAmong(session?.authentication_methods);
    const methods = [...(isSignUp ? credentialKinds(account) : []), ...presented];
    const after = afterProof(trust, account, methods);
    // everything still counts, so sessions and grants stay, too
    if (session && trustsAll(after, account)) await identities.setTrust(account, after);
    else
      await onProof(
        accounts,
        { account, trust, methods },
        isSignUp && trust.forApplication ? 'all' : session?.id,
      );
  } else if (trust && isSignUp)
    await identities.setTrust(account, withConfirmed(trust, account, credentialKinds(account)));
  return maySignIn(asked) && !isSignUp ? { refusal: refusal(messageId.signInToGoOn) } : goOn;
}
