import type { Session } from '@ory/client';
import { textIn } from '../../../shared/fields.ts';
import { methodOf } from '../../../shared/flow/methods.ts';
import { givenMethods } from '../../../shared/sessions.ts';
import { oneYear, ownCookie } from './ownCookie.ts';

/** The cookie with the methods last used in this browser: only their names, nothing about the account. */
const methodsCookie = ownCookie('portal_methods', oneYear);

/** The first and second steps of the last two sign-ins are enough. */
const most = 4;

/** Matches a method of the provider; a social one with its provider's id. */
const name = /^[a-z][\w-]{0,31}(\.[\w-]{1,32})?$/;

/** Reads the methods last used in this browser, latest first. */
export function lastMethods(header: string | undefined, portalUrl: string): string[] {
  const names = (methodsCookie.read(header, portalUrl) ?? '').split('~');
  return [...new Set(names.filter((method) => name.test(method)))].slice(0, most);
}

/** Returns the methods that a session was signed in with, latest first. */
function methodsOf(session: Session): string[] {
  const used = givenMethods(session).map(({ method, provider, completed_at: at }) => ({
    method: [textIn(method), textIn(provider)].filter(Boolean).join('.'),
    at: textIn(at) ?? '',
  }));
  return used.sort((one, other) => other.at.localeCompare(one.at)).map(({ method }) => method);
}

/**
 * Returns the `Set-Cookie` that remembers a sign-in's methods, so that the next sign-in begins with them. Backup
 * codes are left out: they are a last resort.
 *
 * @returns undefined if the cookie already has them
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
 * Returns the `Set-Cookie` that deletes them; undefined if there is nothing to delete. @param header a Cookie header
 */
export const forgetMethods = (header: string | undefined, portalUrl: string): string | undefined =>
  methodsCookie.read(header, portalUrl) === undefined ? undefined : methodsCookie.expired(portalUrl);
