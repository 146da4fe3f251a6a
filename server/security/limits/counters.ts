import type { Store } from 'express-rate-limit';
import { limits, type Limit, type Scope } from './limits.ts';
import type { MakeStore } from './stores.ts';

/** One hit to count: the kind and scope of its limits, and its key. */
export interface Charge {
  kind: keyof typeof limits;
  scope: Scope;
  /** Whose hit it is, hashed. */
  key: string;
}

/** The result of counting: how long to wait if a limit is reached, else a function that undoes all or some charges. */
type Counted = { waitSeconds: number } | { undo: (some?: readonly Charge[]) => Promise<void> };

/** Other numbers for the limits by address. */
export type AddressLimits = Partial<Record<Charge['kind'], Pick<Limit, 'max'>>>;

interface Counter extends Limit {
  store: Store;
}

/**
 * Counts charges towards all of their limits, or towards none if one is reached. Rejects when a store fails; what it
 * fails to undo stays counted.
 */
export interface Counters {
  count: (charges: readonly Charge[]) => Promise<Counted>;
}

/**
 * Creates the counters. Each limit has a store of its own, so that a flood of one kind does not evict the others' keys.
 *
 * @param makeStore makes the store of each limit
 * @param addressLimits the settings' numbers in place of the limits by address
 */
export function createCounters(makeStore: MakeStore, addressLimits: AddressLimits = {}): Counters {
  const counters = new Map<string, Counter[]>();
  for (const [kind, scopes] of Object.entries(limits))
    for (const [scope, list] of Object.entries(scopes))
      counters.set(
        `${kind} ${scope}`,
        list.map((limit) => ({
          ...limit,
          ...(scope === 'address' && addressLimits[kind as Charge['kind']]),
          store: makeStore(`${kind}-${scope}-${limit.seconds}`, limit.seconds * 1000),
        })),
      );
  const countersOf = ({ kind, scope }: Charge): readonly Counter[] => counters.get(`${kind} ${scope}`) ?? [];

  return {
    count: async (charges) => {
      const undo = async (some = charges): Promise<void> => {
        await Promise.allSettled(
          some.flatMap((charge) => countersOf(charge).map(async ({ store }) => store.decrement(charge.key))),
        );
      };
      const longestWait = async (some: readonly Charge[]): Promise<number> => {
        const waits = some.flatMap((charge) =>
          countersOf(charge).map(async ({ store, max, seconds }) => {
            const { totalHits, resetTime } = await store.increment(charge.key);
            if (totalHits <= max) return 0;
            return resetTime ? resetTime.getTime() - Date.now() : seconds * 1000;
          }),
        );
        return Math.max(0, ...(await Promise.all(waits)));
      };
      // addresses first: a client that is limited there adds no keys to the other stores, which would evict those of
      // others
      const addressCharges = charges.filter(({ scope }) => scope === 'address');
      const otherCharges = charges.filter(({ scope }) => scope !== 'address');
      const addressWait = await longestWait(addressCharges);
      const wait = addressWait > 0 ? addressWait : await longestWait(otherCharges);
      if (wait === 0) return { undo };
      // a refused form is no attempt: reaching one limit does not use up another
      await undo(addressWait > 0 ? addressCharges : charges);
      return { waitSeconds: Math.max(1, Math.ceil(wait / 1000)) };
    },
  };
}
