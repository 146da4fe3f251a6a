import { codeUsed, mailLimited, rateLimited } from '../../http/errors.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { limitTable, type Counts, type LimitName, type LimitSettings, type Scope } from './limits.ts';
import type { Count, MakeStore, Store } from './stores.ts';

/** The hashed keys of a request, by what they stand for. */
export type Keys = Partial<Record<Scope, readonly string[]>>;

interface Limit {
  /** Tells it from all others, also in other replicas and releases. */
  id: string;
  name: LimitName;
  per: Scope;
  max: number;
  seconds: number;
  counts: Counts;
  store: Store;
}

/** One hit to count. */
export interface Hit {
  limit: Limit;
  key: string;
}

/** A hit, and how many its key has. */
export type CountedHit = Hit & Count;

/** How a request ended: `unknown` if its answer does not say so, `unsent` if the provider has not seen it. */
export type Outcome = 'right' | 'wrong' | 'unknown' | 'unsent';

/** How other limits than those on guessing refuse. */
const refusals: Partial<Record<LimitName, (waitSeconds: number) => PortalError>> = {
  mail: mailLimited,
  'possible mail': mailLimited,
  'any mail': mailLimited,
  stranger: mailLimited,
  'used code': codeUsed,
};

const countsBefore = ({ limit: { counts } }: Hit): boolean =>
  counts !== 'wrong, afterwards' && counts !== 'none';

/** Creates the limiter. Each limit has its own store, so that a flood of one kind does not evict the others' keys. */
export function createLimiter(settings: LimitSettings, makeStore: MakeStore) {
  const limits: Limit[] = limitTable(settings).map(([name, per, max, seconds, counts]) => {
    const id = `${name} ${per} ${seconds}`;
    return { id, name, per, max, seconds, counts, store: makeStore(id, seconds * 1000) };
  });
  const change = async (hits: readonly Hit[], by: 1 | -1): Promise<void> => {
    await Promise.allSettled(hits.map(async ({ limit, key }) => limit.store.count(key, by)));
  };
  const count = async (hit: Hit, by: 1 | 0): Promise<CountedHit> => ({
    ...hit,
    ...(await hit.limit.store.count(hit.key, by)),
  });
  const isRefused = (hit: CountedHit): boolean => hit.hits + (countsBefore(hit) ? 0 : 1) > hit.limit.max;

  return {
    /** Returns the hits of a request for the limits of one name. */
    hits: (name: LimitName, keys: Keys): Hit[] =>
      limits
        .filter((limit) => limit.name === name)
        .flatMap((limit) => (keys[limit.per] ?? []).map((key) => ({ limit, key }))),

    /**
     * Counts hits towards all of their limits, or towards none if one is reached. Rejects when a store fails.
     *
     * @param onRefused gets the hits whose limits are reached, before the request is refused
     * @returns a function that undoes those that do not stay counted; it never rejects
     * @throws PortalError 429 if a limit is reached, 400 for a used code of an authenticator app
     */
    admit: async (hits: readonly Hit[], onRefused?: (refused: readonly CountedHit[]) => Promise<void>) => {
      const counted: CountedHit[] = [];
      // addresses first: a client limited there adds no keys to the other stores, which would evict those of others
      for (const isAddress of [true, false]) {
        const some = hits.filter(({ limit }) => (limit.per === 'address') === isAddress);
        counted.push(...(await Promise.all(some.map((hit) => count(hit, countsBefore(hit) ? 1 : 0)))));
        const refused = counted.filter(isRefused).sort((one, other) => other.leftMs - one.leftMs);
        const [longest] = refused;
        if (!longest) continue;
        // a refused request is not an attempt: reaching one limit does not use up another
        await change(counted.filter(countsBefore), -1);
        await onRefused?.(refused);
        const waitSeconds = Math.max(1, Math.ceil(longest.leftMs / 1000));
        throw (refusals[longest.limit.name] ?? rateLimited)(waitSeconds);
      }
      return async (outcome: Outcome): Promise<void> => {
        const stays = ({ limit: { counts } }: Hit): boolean =>
          outcome !== 'unsent' && (counts === 'all' || counts === outcome);
        const undone = hits.filter((hit) => countsBefore(hit) && !stays(hit));
        const late =
          outcome === 'wrong' ? hits.filter(({ limit }) => limit.counts === 'wrong, afterwards') : [];
        await Promise.all([change(undone, -1), change(late, 1)]);
      };
    },

    /** Returns a key of a limit, by the limit's id, while the limit is reached; undefined otherwise. */
    reached: async (id: string, key: string): Promise<CountedHit | undefined> => {
      const limit = limits.find((one) => one.id === id);
      const counted = limit && (await count({ limit, key }, 0));
      return counted && counted.hits >= counted.limit.max ? counted : undefined;
    },

    /** Counts hits that no limit refuses any more. Never rejects. */
    count: (hits: readonly Hit[]): Promise<void> => change(hits, 1),

    /** Undoes hits of earlier requests. Never rejects: what a store fails to undo stays counted. */
    undo: (hits: readonly Hit[]): Promise<void> => change(hits, -1),
  };
}

/** Applies the limits. */
export type Limiter = ReturnType<typeof createLimiter>;
