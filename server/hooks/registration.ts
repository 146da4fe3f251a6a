import { agreementKey, type Agreement } from '../../shared/agreement.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { isSocial } from '../../shared/flow/methods.ts';
import * as messageId from '../../shared/flow/messageId.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import type { Kratos } from '../upstreams/kratos.ts';
import { credentialKinds, lowerCaseAddresses, trustKey, untrusted } from '../upstreams/trust.ts';
import { signUpHash } from '../security/cookies/signUpCookie.ts';
import { type Decision, goOn, refusal } from './decision.ts';
import { signedUp } from './happened.ts';
import type { Accounts } from './onProof.ts';
import { cookieHeader, type Question } from './question.ts';

/** Whether the account has an address that nobody has proved. */
const hasUnproved = ({ identity }: Question): boolean => lowerCaseAddresses(identity, false).length > 0;

/** Whether the box of the form was ticked. */
const hasAgreed = ({ identity: { traits } }: Question): boolean => fieldsOf(traits).tos === true;

/** Returns what a sign-up agrees to, to be kept with the identity: the box of the form is about the current version. */
function agreementOf(
  asked: Question,
  version: string | undefined,
): { publicMetadata?: { [agreementKey]: Agreement } } {
  if (version === undefined || !hasAgreed(asked)) return {};
  return { publicMetadata: { [agreementKey]: { version, at: new Date().toISOString() } } };
}

/**
 * Decides about a registration, before it is stored: an account with an unproved address is marked. A mailed code has
 * proved the address already, and a social provider may vouch for it. Kratos would sign up somebody who is signed in, and has
 * confirmed who they are with a social account that is not linked to theirs.
 */
export async function onRegistration(
  asked: Question,
  {
    kratos,
    cookies,
    consentVersion,
  }: { kratos: Pick<Kratos, 'whoami'>; cookies: ProviderCookies; consentVersion: string | undefined },
): Promise<Decision> {
  const session = cookies.session(cookieHeader(asked));
  if (session !== undefined && (await kratos.whoami({ Cookie: session })) !== 'none')
    return { refusal: refusal(messageId.notLinked) };
  const agreed = agreementOf(asked, consentVersion);
  // a code proves the address, and opens a session at once; whoever vouches for one does not
  if (!hasUnproved(asked) && asked.flow.active !== 'code') return { ...goOn, ...agreed };
  const signUp = signUpHash(cookieHeader(asked));
  const trust = untrusted(asked.identity, {
    ...(signUp !== undefined && { signUp }),
    ...(asked.flow.login_challenge && { forApplication: true }),
  });
  return { metadata: { [trustKey]: trust }, ...agreed };
}

/**
 * Ends the session that Kratos has stored with a social account's registration. An app could exchange its code for it before
 * the address is proved. A browser never gets it and would list it as a device, except for one with an unproved address: Kratos
 * needs it for the application that waits for the verification.
 */
async function endSocialSession(asked: Question, { identities }: Accounts): Promise<void> {
  if ((asked.flow.type === 'api') === hasUnproved(asked))
    await identities.endSessions(asked.identity.id, undefined);
}

/** Acts on a registration, after it was stored. @param about the application that asked, and CONSENT_VERSION */
export async function onRegistered(
  asked: Question,
  accounts: Accounts,
  {
    application,
    consentVersion: version,
  }: { application?: string | undefined; consentVersion: string | undefined },
): Promise<Decision> {
  const account = await accounts.identities.get(asked.identity.id);
  // Kratos 1.3.1 does not name the method of every sign-up
  const [method = 'code'] = credentialKinds(account);
  if (isSocial(method)) await endSocialSession(asked, accounts);
  return {
    happened: signedUp(account, method, application),
    ...(hasAgreed(asked) && {
      further: { kind: 'agreed', about: { ...(version !== undefined && { version }) } },
    }),
  };
}
