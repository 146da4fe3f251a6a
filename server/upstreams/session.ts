import type { Session } from '@ory/client';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import type { KratosFrontend } from './kratos.ts';
import { whoamiRequest } from './requests.ts';
import { readSession } from '../../shared/readSession.ts';

/**
 * The visitor: signed in, signed out, still to give a second factor, or unknown because Kratos gave no usable answer.
 */
export type Visitor =
  | { kind: 'signedIn'; session: Session }
  | { kind: 'signedOut' }
  | { kind: 'secondFactor' }
  | { kind: 'unknown' };

/**
 * Asks Kratos whose session a browser's cookies carry.
 *
 * @returns `secondFactor` if the account requires a higher assurance level (`session_aal2_required`), `unknown` if the
 *   provider gives no usable answer
 */
export async function visitor(kratos: KratosFrontend, cookie: string | undefined): Promise<Visitor> {
  const { status, body } = await kratos.answer(whoamiRequest, { cookie });
  const session = status === 200 ? readSession(body) : undefined;
  if (session) return { kind: 'signedIn', session };
  if (status === 401) return { kind: 'signedOut' };
  if (status === 403) return { kind: 'secondFactor' };
  return { kind: 'unknown' };
}

/** Returns the identity whose session cookies carry; undefined for none, and if Kratos does not answer. */
export async function identityOf(
  kratos: KratosFrontend,
  cookie: string | undefined,
): Promise<string | undefined> {
  const who = await visitor(kratos, cookie).catch(() => undefined);
  return who?.kind === 'signedIn' ? who.session.identity?.id : undefined;
}

/** Whether somebody else is signed in than the one whose account is given. */
export const isSomebodyElse = (who: Visitor, account: { id: string }): boolean =>
  who.kind === 'signedIn' && who.session.identity?.id !== account.id;

/** Returns the address that a signed-in user signs in with, by their traits; undefined for one with a username. */
export function signInAddress({ identity }: Session): string | undefined {
  const { email, username, phone } = fieldsOf(identity?.traits);
  return textIn(email) ?? (textIn(username) === undefined ? textIn(phone) : undefined);
}

/** Returns what an application may call a signed-in user: id, addresses and user name. */
export function identifiersOf({ identity }: Session): string[] {
  const { email, username, phone } = fieldsOf(identity?.traits);
  const addresses = (identity?.verifiable_addresses ?? []).map(({ value }) => value);
  return [identity?.id, ...addresses, email, username, phone].flatMap((one) => textIn(one) ?? []);
}

/** Returns the text that tells an account from all others, if it has an address. */
export const accountName = (session: Session): string => signInAddress(session) ?? displayName(session);

/** Returns a signed-in user's addresses. @param isVerified the verified or the unverified ones */
export function addressesOf(who: Visitor, isVerified: boolean): string[] {
  const addresses = who.kind === 'signedIn' ? (who.session.identity?.verifiable_addresses ?? []) : [];
  return addresses
    .filter(({ verified, value }) => value && verified === isVerified)
    .map(({ value }) => value);
}

/**
 * Returns the address that a signed-in user still has to verify; undefined if there is none, or another one is verified.
 */
export const unverifiedAddress = (who: Visitor): string | undefined =>
  addressesOf(who, true).length > 0 ? undefined : addressesOf(who, false)[0];

/** Returns the language tag in a signed-in user's traits. */
export function profileLanguage({ identity }: Session): string | undefined {
  return textIn(fieldsOf(identity?.traits).locale);
}

/** Returns the name to greet a signed-in user with: the first name, an identifier, or the id. */
export function displayName(session: Session): string {
  const { name, username } = fieldsOf(session.identity?.traits);
  const identifier = signInAddress(session) ?? textIn(username);
  return textIn(fieldsOf(name).first) ?? identifier ?? session.identity?.id ?? '';
}
