import type { Store } from 'express-rate-limit';
import { boundedStore } from './boundedStore.ts';
import { limits, type Limit, type Scope } from './limits.ts';

/** One thing to be counted: towards the limits of which kind and scope, and for whom. */
export interface Charge {
  kind: keyof typeof limits;
  scope: Scope;
  /** Says for whom, without naming anybody. */
  key: string;
}

/** The result of counting: how long to wait where a limit is reached, else a function that takes back all or some charges. */
type Counted = { waitSeconds: number } | { undo: (some?: readonly Charge[]) => void };

interface Counter extends Limit {
  store: Store;
}

/** Counts charges towards every limit of the table, all or none of them. */
export interface Counters {
  count: (charges: readonly Charge[]) => Promise<Counted>;
}

/** Makes the counters of every limit. Each has a store of its own, so that a flood of one kind leaves the others alone. */
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
      // addresses first: whoever is held there fills no store with keys, which would push out those of others
      const ofAddress = charges.filter(({ scope }) => scope === 'address');
      const others = charges.filter(({ scope }) => scope !== 'address');
      const wait = await longestOf(ofAddress);
      const longest = wait > 0 ? wait : await longestOf(others);
      if (longest === 0) return { undo };
      // what was refused was no try: whoever is held at one limit does not use up another
      undo(wait > 0 ? ofAddress : charges);
      return { waitSeconds: Math.max(1, Math.ceil(longest / 1000)) };
    },
  };
}
