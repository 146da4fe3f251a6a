import { createSeal } from './seal.ts';
import { accountKey, recipientKey } from './submission/identifiers.ts';
import { distinct } from './submission/readForm.ts';
import type { CountedHit } from './limits/limiter.ts';
import type { LimitParts } from './limits/limitParts.ts';
import type { LimitName } from './limits/limits.ts';

/** An account that a limit refuses. */
export interface LimitedAccount {
  /** An identifier or address of the account. */
  name: string;
  limit: LimitName;
  /** Until when it is refused, in milliseconds since 1970. */
  until: number;
}

const daySeconds = 24 * 60 * 60;
const monthSeconds = 30 * daySeconds;

/** The longest name that is kept, and the most limits of an account: they bound the memory. */
const max = { name: 100, limits: 60 };

/** The key of a limit's window: its end, in units of its length, which is the same for each hit in it. */
const windowOf = ({ limit, key, leftMs }: CountedHit): string =>
  `${limit.id} ${key} ${Math.floor((Date.now() + leftMs) / (limit.seconds * 1000))}`;

/** Creates the memory of the limits that refuse accounts, by the accounts' keys; whether there is such an account is not known. */
export function createLockouts({ keyOf, makeStore, limiter }: LimitParts, secret: string) {
  const { seal, open } = createSeal(secret, 'names of accounts', monthSeconds);
  /** The names of accounts, sealed: the later forms of a flow or session do not have them. */
  const names = makeStore('names', monthSeconds * 1000);
  /** The limits that have refused each account: id and key, a line each. */
  const reached = makeStore('reached', daySeconds * 1000);
  /** Counts the refusals in each window. */
  const refusals = makeStore('refusals', daySeconds * 1000);
  const linesOf = async (account: string) => (await reached.get(account))?.split('\n') ?? [];

  /** Returns the keys of an account, from all that it signs in with and its addresses. */
  const keysOf = (identifiers: readonly string[]): string[] =>
    distinct(identifiers.flatMap((one) => [accountKey(one), recipientKey(one)])).map((one) =>
      keyOf('account', one),
    );
  const list = async (identifiers: readonly string[]): Promise<CountedHit[]> => {
    const lines = distinct((await Promise.all(keysOf(identifiers).map(linesOf))).flat());
    const hits = lines.map((line) => limiter.reached(...(line.split('\t') as [string, string])));
    return (await Promise.all(hits)).filter((hit) => hit !== undefined);
  };
  const note = async (
    account: string,
    refused: readonly CountedHit[],
    typed: string | undefined,
  ): Promise<LimitedAccount | undefined> => {
    const lines = refused.map(({ limit, key }) => `${limit.id}\t${key}`);
    const all = distinct([...lines, ...(await linesOf(account))]);
    await reached.set(account, all.slice(0, max.limits).join('\n'));
    const counts = await Promise.all(refused.map(async (hit) => refusals.count(windowOf(hit), 1)));
    const first = refused.find((_hit, at) => counts[at]?.hits === 1);
    if (!first) return undefined;
    const name = typed ?? open((await names.get(account)) ?? '', account);
    return name === undefined
      ? undefined
      : { name, limit: first.limit.name, until: Date.now() + first.leftMs };
  };

  return {
    /** Keeps the names of accounts, by their keys. */
    keepNames: async (named: ReadonlyMap<string, string>): Promise<void> => {
      const short = [...named].filter(([, name]) => name.length <= max.name);
      await Promise.all(short.map(async ([account, name]) => names.set(account, seal(name, account))));
    },
    /**
     * Remembers which limits have refused a form of an account. Never rejects.
     *
     * @param typed the account's name, if the form has it
     * @returns the account, once in each window of a limit
     */
    note: async (...given: Parameters<typeof note>) =>
      given[1].length > 0 ? note(...given).catch(() => undefined) : undefined,
    /** Lists the limits that refuse an account now. @param identifiers all that it signs in with, and its addresses */
    list,
    /** Lifts the limits that refuse an account now. */
    lift: async (identifiers: readonly string[]): Promise<void> => {
      for (const hit of await list(identifiers)) {
        await hit.limit.store.delete(hit.key);
        await refusals.delete(windowOf(hit));
      }
      for (const account of keysOf(identifiers)) await reached.delete(account);
    },
  };
}

/** The memory of the limits that refuse accounts. */
export type Lockouts = ReturnType<typeof createLockouts>;
