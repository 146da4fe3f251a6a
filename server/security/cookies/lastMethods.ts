import type { Session } from '@ory/client';
import { objectsIn, textIn } from '../../../shared/fields.ts';
import { methodOf } from '../../../shared/flow/methods.ts';
import { oneYear, ownCookie } from './ownCookie.ts';

/** The cookie with the methods that this browser signed in with last: their names alone, nothing about the account. */
const methodsCookie = ownCookie('portal_methods', oneYear);

/** First and second step of the last two ways are enough. */
const most = 4;

/** A method of the provider; a social one with its provider's id. */
const name = /^[a-z][\w-]{0,31}(\.[\w-]{1,32})?$/;

/**
 * The methods used last on this browser, the latest first.
 *
 * @param header a Cookie header
 * @param portalUrl the portal's own origin
 */
export function lastMethods(header: string | undefined, portalUrl: string): string[] {
  const names = (methodsCookie.read(header, portalUrl) ?? '').split('~');
  return [...new Set(names.filter((method) => name.test(method)))].slice(0, most);
}

/** A session's methods, the latest first. */
function methodsOf(session: Session): string[] {
  const used = objectsIn(session.authentication_methods).map(({ method, provider, completed_at: at }) => ({
    method: [textIn(method), textIn(provider)].filter(Boolean).join('.'),
    at: textIn(at) ?? '',
  }));
  return used.sort((one, other) => other.at.localeCompare(one.at)).map(({ method }) => method);
}

/**
 * The `Set-Cookie` that remembers how somebody has signed in, for the next sign-in to begin with. Backup codes are left out:
 * Kratos counts new ones as used, and they are for when everything else is lost.
 *
 * @param session the new session
 * @param header the request's Cookie header
 * @param portalUrl the portal's own origin
 * @returns undefined if the cookie says so already
 */
export function rememberMethods(
  session: Session,
  header: string | undefined,
  portalUrl: string,
): string | undefined {
  const before = lastMethods(header, portalUrl);
  const used = methodsOf(session).filter((method) => name.test(method) && !methodOf(method).isSpare);
  const after = [...new Set([...used, ...before])].slice(0, most);
  if (after.join() === before.join()) return undefined;
  return methodsCookie.keep(after.join('~'), portalUrl);
}

/**
 * The `Set-Cookie` that remembers how a new account signs in: the session that it gets for the mailed code does not say so.
 *
 * @param method a social one with its provider's id
 * @param portalUrl the portal's own origin
 */
export const rememberSignUp = (method: string, portalUrl: string): string | undefined =>
  name.test(method) ? methodsCookie.keep(method, portalUrl) : undefined;

/** The `Set-Cookie` that forgets them; undefined if there is nothing to forget. @param header a Cookie header */
export const forgetMethods = (header: string | undefined, portalUrl: string): string | undefined =>
  methodsCookie.read(header, portalUrl) === undefined ? undefined : methodsCookie.expired(portalUrl);
