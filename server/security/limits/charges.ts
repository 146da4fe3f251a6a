import type { Charge } from './counters.ts';
import { limits, type Scope } from './limits.ts';

/** The hashed keys by which a form's hits are counted. */
export interface FormKeys {
  /** The client's address; empty if a page of another site caused the form. */
  addresses: readonly string[];
  flows: readonly string[];
  sessions: readonly string[];
  /** Returns the key of an account at the client's address. */
  accountAtAddress: (account: string) => string;
  /** The accounts at this address, by that key, whose owner has signed in here before. */
  trusted: ReadonlySet<string>;
}

function keysOf(
  kind: Charge['kind'],
  scope: Scope,
  accounts: readonly string[],
  keys: FormKeys,
): readonly string[] {
  const { addresses, flows, sessions, accountAtAddress, trusted } = keys;
  switch (scope) {
    case 'accountAtAddress':
      return accounts.map(accountAtAddress);
    case 'account':
      return kind === 'factor' || kind === 'stepUp'
        ? accounts
        : accounts.filter((account) => !trusted.has(accountAtAddress(account)));
    case 'address':
      return addresses;
    case 'flow':
      return flows;
    case 'session':
      return sessions;
  }
}

/**
 * Returns the hits to count for one kind of limit, in each of its scopes. An account's limits across addresses do not
 * apply at addresses from which its owner has signed in, so that strangers cannot lock the owner out there; the
 * limits on second factors do.
 *
 * @param accounts the accounts that the hits count for
 * @param keys the other keys that they are counted by
 */
export const chargesFor = (kind: Charge['kind'], accounts: readonly string[], keys: FormKeys): Charge[] =>
  (Object.keys(limits[kind]) as Scope[]).flatMap((scope) =>
    keysOf(kind, scope, accounts, keys).map((key) => ({ kind, scope, key })),
  );
