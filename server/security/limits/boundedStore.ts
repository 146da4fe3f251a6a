import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

/** The maximum number of keys; a new one evicts the least recently used. */
const maxKeys = 10_000;

interface Counter {
  hits: number;
  /** The end of its window, in milliseconds since 1970. */
  endsAt: number;
}

/**
 * Counts hits by key in fixed windows, in this process' memory and with bounded size: a flood of keys can evict a key,
 * but that takes more than a thousand requests each time. Any other store of express-rate-limit can replace it.
 *
 * @param windowMs the window from a key's first hit, in milliseconds
 */
export function boundedStore(windowMs: number): Store {
  // `max` would reserve the room of all keys at once, in each of dozens of stores
  const counters = new LRUCache<string, Counter>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  const current = (key: string): Counter | undefined => {
    const counter = counters.get(key);
    return counter && counter.endsAt > Date.now() ? counter : undefined;
  };
  const info = ({ hits, endsAt }: Counter): ClientRateLimitInfo => ({
    totalHits: hits,
    resetTime: new Date(endsAt),
  });

  return {
    increment: (key) => {
      const counter = current(key) ?? { hits: 0, endsAt: Date.now() + windowMs };
      counter.hits += 1;
      counters.set(key, counter);
      return info(counter);
    },
    decrement: (key) => {
      const counter = current(key);
      if (!counter) return;
      counter.hits -= 1;
      if (counter.hits === 0) counters.delete(key);
    },
    resetKey: (key) => {
      counters.delete(key);
    },
    localKeys: true,
  };
}
