import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openTupleStore, type TupleStore } from './tupleStore.ts';

let store: TupleStore;
beforeEach(() => {
  store = openTupleStore(':memory:');
});
afterEach(() => store.close());

const ada = {
  namespace: 'Group',
  object: 'staff',
  relation: 'members',
  subject_id: 'ada',
  subject_set: undefined,
};

test('a failed change leaves everything as it was', () => {
  const broken = { ...ada, namespace: undefined as unknown as string };
  expect(() => store.change([ada, broken], [])).toThrow('NOT NULL');
  expect(store.all({})).toEqual([]);
  store.change([ada], []);
  expect(store.all({})).toEqual([ada]);
});

test('a page ends where the next one starts', () => {
  store.change([ada, { ...ada, object: 'guests' }, ada], []);
  const first = store.page({}, 0, 2);
  expect(first).toMatchObject({ tuples: [ada, { object: 'guests' }], more: true });
  expect(store.page({}, first.last, 2)).toMatchObject({ tuples: [ada], more: false });
});
