import { LRUCache } from 'lru-cache';

/** The hits of a key, and how long its window still lasts, in milliseconds. */
export interface Count {
  hits: number;
  leftMs: number;
}

type Eventually<Result> = Promise<Result> | Result;

/** Counts hits, or keeps a text, for each of its keys. Errors refuse the form or request. */
export interface Store {
  /** Counts a hit (1), undoes one (-1), or looks (0). A key's window begins with its first hit and is not extended. */
  count: (key: string, change: 1 | 0 | -1) => Eventually<Count>;
  get: (key: string) => Eventually<string | undefined>;
  /** Keeps a text from now on for as long as the store keeps anything. */
  set: (key: string, text: string) => Eventually<void>;
  delete: (key: string) => Eventually<void>;
}

/** Creates a store that keeps each key for a time; replicas share those of one unique and stable name. */
export type MakeStore = (name: string, keptMs: number) => Store;

/** The maximum number of keys; a new one evicts the least recently used, which takes a thousand requests each time. */
const maxKeys = 20_000;

interface Entry {
  text: string;
  /** In milliseconds since 1970. */
  endsAt: number;
}

/** Creates stores in this process, of bounded size. */
export const inMemory: MakeStore = (_name, keptMs) => {
  // `max` would reserve the room of all keys at once, in each of dozens of stores
  const entries = new LRUCache<string, Entry>({ maxSize: maxKeys, sizeCalculation: () => 1 });
  const newEntry = (text: string): Entry => ({ text, endsAt: Date.now() + keptMs });
  const current = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry && entry.endsAt > Date.now() ? entry : undefined;
  };
  return {
    count: (key, change) => {
      const { text, endsAt } = current(key) ?? newEntry('0');
      const hits = Math.max(0, Number(text) + change);
      if (hits > 0) entries.set(key, { text: String(hits), endsAt });
      else entries.delete(key);
      return { hits, leftMs: endsAt - Date.now() };
    },
    get: (key) => current(key)?.text,
    set: (key, text) => void entries.set(key, newEntry(text)),
    delete: (key) => void entries.delete(key),
  };
};

/** Returns those of the keys for which a store keeps a text. */
export async function known(store: Store, keys: readonly string[]): Promise<Set<string>> {
  const texts = await Promise.all(keys.map(async (key) => store.get(key)));
  return new Set(keys.filter((_key, at) => texts[at] !== undefined));
}
