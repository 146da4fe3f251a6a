import { LRUCache } from 'lru-cache';

const mostEntries = 20_000;

const minutesMs = 60_000;
const daysMs = 24 * 60 * minutesMs;

/** How long Kratos takes a code of an authenticator app: its own half minute, the one before and the one after. */
const totpWindowMs = 1.5 * minutesMs;
/** As long as a place from which somebody signed in counts as theirs. */
const knownMs = 30 * daysMs;
/** More than a flow lives. */
const flowMs = daysMs;

/** Accounts that one session or flow is counted for. */
const mostAccounts = 4;

const bounded = <Value extends object | true>(ttl: number) =>
  new LRUCache<string, Value>({ max: mostEntries, ttl });

/** What the limits remember of earlier forms, by hashed keys, in bounded room and for a bounded time. */
export function createMemory() {
  const accounts = bounded<string[]>(knownMs);
  return {
    /** Places from which an account's owner signed in. */
    places: bounded<true>(knownMs),
    /** Flows that have sent their code. */
    sent: bounded<true>(flowMs),
    /** Codes of authenticator apps that have been used, or are just being tried. */
    used: bounded<true>(totpWindowMs),
    /** The accounts that sessions and flows are about, as far as earlier forms told. */
    accountsOf: (keys: readonly string[]): string[] => keys.flatMap((key) => accounts.get(key) ?? []),
    /** Remembers whose account sessions or flows are about. */
    link: (keys: readonly string[], to: readonly string[]): void => {
      if (to.length === 0) return;
      for (const key of keys)
        accounts.set(key, [...new Set([...to, ...(accounts.get(key) ?? [])])].slice(0, mostAccounts));
    },
  };
}
