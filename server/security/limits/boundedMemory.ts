import { LRUCache } from 'lru-cache';

/** Remembers a text for each key, for a while. */
export interface Memory {
  get: (key: string) => Promise<string | undefined> | string | undefined;
  set: (key: string, text: string) => Promise<void> | void;
  /**
   * Sets it only if the key has no text, and returns whether it did: of two concurrent callers, only one succeeds.
   */
  add: (key: string, text: string) => Promise<boolean> | boolean;
  delete: (key: string) => Promise<void> | void;
}

const maxEntries = 20_000;

/**
 * Creates a memory in this process, with bounded size: a new key evicts the least recently used one.
 *
 * @param ttlMs how long, in milliseconds
 */
export function boundedMemory(ttlMs: number): Memory {
  // `max` would reserve the room of all entries at once
  const texts = new LRUCache<string, string>({ maxSize: maxEntries, sizeCalculation: () => 1, ttl: ttlMs });
  return {
    get: (key) => texts.get(key),
    set: (key, text) => void texts.set(key, text),
    add: (key, text) => {
      if (texts.has(key)) return false;
      texts.set(key, text);
      return true;
    },
    delete: (key) => void texts.delete(key),
  };
}
