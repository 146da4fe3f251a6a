import { LRUCache } from 'lru-cache';

const mostEntries = 20_000;

const minutesMs = 60_000;
const daysMs = 24 * 60 * minutesMs;

/** How long Kratos accepts an authenticator app's code: its own half minute, the one before and the one after. */
const totpWindowMs = 1.5 * minutesMs;
/** How long an address from which somebody signed in counts as theirs. */
const knownMs = 30 * daysMs;
/** Longer than any flow lives. */
const flowMs = daysMs;

/** How many accounts one session or flow counts for. */
const mostAccounts = 4;

const bounded = <Value extends object | true>(ttl: number) =>
  new LRUCache<string, Value>({ max: mostEntries, ttl });

/** What the limits remember of earlier forms, by hashed keys, with bounded size and lifetime. */
export function createMemory() {
  const accounts = bounded<string[]>(knownMs);
  return {
    /** Addresses from which an account's owner has signed in. */
    places: bounded<true>(knownMs),
    /** Flows that have sent their code. */
    sent: bounded<true>(flowMs),
    /** Codes of authenticator apps that have been used or are being checked. */
    used: bounded<true>(totpWindowMs),
    /** The accounts of sessions and flows, as far as earlier forms named them. */
    accountsOf: (keys: readonly string[]): string[] => keys.flatMap((key) => accounts.get(key) ?? []),
    /** Remembers the accounts of sessions or flows. */
    link: (keys: readonly string[], to: readonly string[]): void => {
      if (to.length === 0) return;
      for (const key of keys)
        accounts.set(key, [...new Set([...to, ...(accounts.get(key) ?? [])])].slice(0, mostAccounts));
    },
  };
}
