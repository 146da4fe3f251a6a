import type { Store } from 'express-rate-limit';
import { limits, type Limit, type Scope } from './limits.ts';
import type { MakeStore } from './stores.ts';

/** One hit to count: the kind and scope of its limits, and its key. */
export interface Charge {
  kind: keyof typeof limits;
  scope: Scope;
  /** The hashed key to count by. */
  key: string;
}

/**
 * The result of counting: if limits are reached, how long to wait, and which limit takes longest; otherwise a
 * function that undoes all or some charges.
 */
type Counted =
  { waitSeconds: number; reached: Charge } | { undo: (some?: readonly Charge[]) => Promise<void> };

/** Overrides for the limits by address. */
export type AddressLimits = Partial<Record<Charge['kind'], Pick<Limit, 'max'>>>;

interface Counter extends Limit {
  store: Store;
}

/**
 * Counts charges towards all of their limits, or towards none if one is reached. Rejects when a store fails; charges
 * that it fails to undo stay counted.
 */
export interface Counters {
  count: (charges: readonly Charge[]) => Promise<Counted>;
  /** Undoes charges of earlier forms, one hit each. */
  undo: (charges: readonly Charge[]) => Promise<void>;
}

/**
 * Creates the counters. Each limit has its own store, so that a flood of one kind does not evict the others' keys.
 *
 * @param makeStore creates the store of each limit
 * @param addressLimits the settings' overrides for the limits by address
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

  const undo = async (charges: readonly Charge[]): Promise<void> => {
    await Promise.allSettled(
      charges.flatMap((charge) => countersOf(charge).map(async ({ store }) => store.decrement(charge.key))),
    );
  };
  /** Counts, and finds the limit with the longest wait. */
  const longestWait = async (charges: readonly Charge[]): Promise<{ ms: number; reached?: Charge }> => {
    const waits = charges.flatMap((charge) =>
      countersOf(charge).map(async ({ store, max, seconds }) => {
        const { totalHits, resetTime } = await store.increment(charge.key);
        if (totalHits <= max) return { ms: 0 };
        return { ms: resetTime ? resetTime.getTime() - Date.now() : seconds * 1000, reached: charge };
      }),
    );
    return (await Promise.all(waits)).reduce((one, other) => (other.ms > one.ms ? other : one), { ms: 0 });
  };

  return {
    undo,
    count: async (charges) => {
      // addresses first: a client limited there adds no keys to the other stores, which would evict those of others
      const addressCharges = charges.filter(({ scope }) => scope === 'address');
      const otherCharges = charges.filter(({ scope }) => scope !== 'address');
      const atAddress = await longestWait(addressCharges);
      const { ms, reached } = atAddress.reached ? atAddress : await longestWait(otherCharges);
      if (!reached) return { undo: (some = charges) => undo(some) };
      // a refused form is not an attempt: reaching one limit does not use up another
      await undo(atAddress.reached ? addressCharges : charges);
      return { waitSeconds: Math.max(1, Math.ceil(ms / 1000)), reached };
    },
  };
}
