import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { inMemory, type Store } from './stores.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

const hits = async (store: Store, key: string): Promise<number> => (await store.count(key, 1)).hits;

test('looking at a key neither counts nor begins its window', async () => {
  const store = inMemory('test', 1000);
  expect(await store.count('a', 0)).toEqual({ hits: 0, leftMs: 1000 });
  jest.setSystemTime(500);
  await store.count('a', 1);
  jest.setSystemTime(700);
  expect(await store.count('a', 0)).toEqual({ hits: 1, leftMs: 800 });
  expect(await hits(store, 'a')).toBe(2);
});

test('a hit can be undone, but not one of an earlier window', async () => {
  const store = inMemory('test', 1000);
  await store.count('a', 1);
  await store.count('a', 1);
  await store.count('a', -1);
  expect(await hits(store, 'a')).toBe(2);
  jest.setSystemTime(1000);
  await store.count('a', -1);
  expect(await hits(store, 'a')).toBe(1);
  await store.delete('a');
  await store.count('a', -1);
  expect(await hits(store, 'a')).toBe(1);
});

test('a text is kept for its time from when it was last set', async () => {
  const store = inMemory('test', 1000);
  await store.set('a', 'one');
  jest.setSystemTime(900);
  await store.set('a', '');
  jest.setSystemTime(1800);
  expect(await store.get('a')).toBe('');
  jest.setSystemTime(1900);
  expect(await store.get('a')).toBeUndefined();
});

test('a flood of keys evicts the least recently used ones', async () => {
  const store = inMemory('test', 1000);
  await store.count('quiet', 1);
  await store.count('busy', 1);
  for (let count = 0; count < 40_000; count += 1) {
    await store.count(`key ${count}`, 1);
    if (count % 10_000 === 0) await store.count('busy', 1);
  }
  expect(await hits(store, 'busy')).toBe(6);
  expect(await hits(store, 'quiet')).toBe(1);
});
