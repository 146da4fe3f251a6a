import type { WaysIn } from '../../shared/console/lists.ts';
import { groups, isFactor } from '../../shared/flow/methods.ts';
import { hasCredential, type StoredIdentity } from '../upstreams/storedIdentity.ts';

/** Hides most of an identifier: of an address, all but its first letter and what follows the @. */
const masked = (identifier: string): string => identifier.replace(/^(.)[^@]*?(?=@|.?$)/u, '$1•••');

/** Returns what somebody is offered when they sign in, in the order of the sign-in page, and what recovers the account. */
export function waysIn(account: StoredIdentity): WaysIn {
  const { credentials, recovery_addresses: recovery } = account;
  const keys = credentials?.webauthn?.config?.credentials ?? [];
  const isOffered = (kind: string, which: 'first' | 'second'): boolean =>
    isFactor(kind, which) &&
    hasCredential(account, kind) &&
    // a security key is the one or the other
    (kind !== 'webauthn' || keys.some((key) => (key.is_passwordless === true) === (which === 'first')));
  const typed = ['password', 'code', 'webauthn'].flatMap((kind) => credentials?.[kind]?.identifiers ?? []);
  return {
    identifiers: [...new Set(typed)].map(masked),
    first: groups.filter((kind) => isOffered(kind, 'first')),
    second: groups.filter((kind) => isOffered(kind, 'second')),
    recovery: (recovery ?? []).map(({ value }) => masked(value)),
  };
}
