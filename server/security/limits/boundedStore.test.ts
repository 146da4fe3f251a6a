import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { boundedStore } from './boundedStore.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

const hits = async (store: ReturnType<typeof boundedStore>, key: string): Promise<number> =>
  (await store.increment(key)).totalHits;

test('a key is counted from its first hit to the end of its window', async () => {
  const store = boundedStore(1000);
  expect(await store.increment('a')).toEqual({ totalHits: 1, resetTime: new Date(1000) });
  jest.setSystemTime(999);
  expect(await store.increment('a')).toEqual({ totalHits: 2, resetTime: new Date(1000) });
  expect(await hits(store, 'b')).toBe(1);
  jest.setSystemTime(1000);
  expect(await store.increment('a')).toEqual({ totalHits: 1, resetTime: new Date(2000) });
});

test('a hit can be undone, but not one of an earlier window', async () => {
  const store = boundedStore(1000);
  await store.increment('a');
  await store.increment('a');
  await store.decrement('a');
  expect(await hits(store, 'a')).toBe(2);
  jest.setSystemTime(1000);
  await store.decrement('a');
  expect(await hits(store, 'a')).toBe(1);
  await store.resetKey('a');
  await store.decrement('a');
  expect(await hits(store, 'a')).toBe(1);
});

test('a flood of keys evicts the least recently used ones', async () => {
  const store = boundedStore(1000);
  await store.increment('quiet');
  await store.increment('busy');
  for (let count = 0; count < 20_000; count += 1) {
    await store.increment(`key ${count}`);
    if (count % 5000 === 0) await store.increment('busy');
  }
  expect(await hits(store, 'busy')).toBe(6);
  expect(await hits(store, 'quiet')).toBe(1);
});
