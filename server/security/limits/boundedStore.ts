import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

/** Keys that are counted at a time; the one that was used longest ago makes room for a new one. */
const mostKeys = 10_000;

interface Counter {
  hits: number;
  /** When its window ends, in milliseconds since 1970. */
  end: number;
}

/**
 * Counts hits by key in fixed windows, in this process' memory and in bounded room: whoever floods it with keys can make it
 * forget a key, at a thousand requests and more for each time. Any other store of express-rate-limit can stand in its place.
 *
 * @param windowMs how long a key is counted for from its first hit, in milliseconds
 */
export function boundedStore(windowMs: number): Store {
  const counters = new LRUCache<string, Counter>({ max: mostKeys });

  const current = (key: string): Counter | undefined => {
    const counter = counters.get(key);
    return counter && counter.end > Date.now() ? counter : undefined;
  };
  const info = ({ hits, end }: Counter): ClientRateLimitInfo => ({
    totalHits: hits,
    resetTime: new Date(end),
  });

  return {
    increment: (key) => {
      const counter = current(key) ?? { hits: 0, end: Date.now() + windowMs };
      counter.hits += 1;
      counters.set(key, counter);
      return info(counter);
    },
    decrement: (key) => {
      const counter = current(key);
      if (counter && counter.hits > 0) counter.hits -= 1;
    },
    resetKey: (key) => {
      counters.delete(key);
    },
    localKeys: true,
  };
}
