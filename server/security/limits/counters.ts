import type { Store } from 'express-rate-limit';
import { boundedStore } from './boundedStore.ts';
import { limits, type Limit, type Scope } from './limits.ts';

/** One hit to count: the kind and scope of its limits, and its key. */
export interface Charge {
  kind: keyof typeof limits;
  scope: Scope;
  /** Whose hit it is, hashed. */
  key: string;
}

/** The result of counting: how long to wait if a limit is reached, else a function that undoes all or some charges. */
type Counted = { waitSeconds: number } | { undo: (some?: readonly Charge[]) => void };

interface Counter extends Limit {
  store: Store;
}

/** Counts charges towards all of their limits, or towards none if one is reached. */
export interface Counters {
  count: (charges: readonly Charge[]) => Promise<Counted>;
}

/**
 * Creates the counters. Each limit has a store of its own, so that a flood of one kind does not evict the others' keys.
 */
export function createCounters(): Counters {
  const counters = new Map<string, Counter[]>();
  for (const [kind, scopes] of Object.entries(limits))
    for (const [scope, list] of Object.entries(scopes))
      counters.set(
        `${kind} ${scope}`,
        list.map((limit) => ({ ...limit, store: boundedStore(limit.seconds * 1000) })),
      );
  const countersOf = ({ kind, scope }: Charge): readonly Counter[] => counters.get(`${kind} ${scope}`) ?? [];

  return {
    count: async (charges) => {
      const undo = (some = charges): void => {
        for (const charge of some)
          for (const { store } of countersOf(charge)) void store.decrement(charge.key);
      };
      const longestOf = async (some: readonly Charge[]): Promise<number> => {
        const waits = some.flatMap((charge) =>
          countersOf(charge).map(async ({ store, most, seconds }) => {
            const { totalHits, resetTime } = await store.increment(charge.key);
            if (totalHits <= most) return 0;
            return resetTime ? resetTime.getTime() - Date.now() : seconds * 1000;
          }),
        );
        return Math.max(0, ...(await Promise.all(waits)));
      };
      // addresses first: a client that is limited there adds no keys to the other stores, which would evict those of
      // others
      const ofAddress = charges.filter(({ scope }) => scope === 'address');
      const others = charges.filter(({ scope }) => scope !== 'address');
      const wait = await longestOf(ofAddress);
      const longest = wait > 0 ? wait : await longestOf(others);
      if (longest === 0) return { undo };
      // a refused form is no attempt: reaching one limit does not use up another
      undo(wait > 0 ? ofAddress : charges);
      return { waitSeconds: Math.max(1, Math.ceil(longest / 1000)) };
    },
  };
}
