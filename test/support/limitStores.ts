import type { LimitStores } from '../../server/security/limits/stores.ts';

/** Stores that answer asynchronously, as those over a network do. Everything that uses them shares their content. */
export function sharedStores(): LimitStores {
  const hits = new Map<string, number>();
  const texts = new Map<string, string>();
  const later = async <Value>(act: () => Value): Promise<Value> => {
    await Promise.resolve();
    return act();
  };
  return {
    counter: (name, windowMs) => {
      const addTo = (key: string, change: number): number => {
        const total = (hits.get(`${name} ${key}`) ?? 0) + change;
        hits.set(`${name} ${key}`, total);
        return total;
      };
      return {
        increment: (key) =>
          later(() => ({ totalHits: addTo(key, 1), resetTime: new Date(Date.now() + windowMs) })),
        decrement: (key) => later(() => void addTo(key, -1)),
        resetKey: (key) => later(() => void hits.delete(`${name} ${key}`)),
      };
    },
    memory: (name) => {
      const keyOf = (key: string): string => `${name} ${key}`;
      return {
        get: (key) => later(() => texts.get(keyOf(key))),
        set: (key, text) => later(() => void texts.set(keyOf(key), text)),
        add: (key, text) =>
          later(() => {
            if (texts.has(keyOf(key))) return false;
            texts.set(keyOf(key), text);
            return true;
          }),
        delete: (key) => later(() => void texts.delete(keyOf(key))),
      };
    },
  };
}

/** The error of the failing stores. */
export const storeFailure = new Error('the store cannot be reached');

const storesThat = (fail: () => never | Promise<never>): LimitStores => ({
  counter: () => ({ increment: fail, decrement: fail, resetKey: fail }),
  memory: () => ({ get: fail, set: fail, add: fail, delete: fail }),
});

/** Stores that fail, by rejecting and by throwing. */
export const failingStores: [how: string, LimitStores][] = [
  ['rejects', storesThat(() => Promise.reject(storeFailure))],
  [
    'throws',
    storesThat(() => {
      throw storeFailure;
    }),
  ],
];
