import { expect, test } from '@jest/globals';
import { applyPatch, type PatchOperation } from './jsonPatch.ts';

const document = { name: 'a', uris: ['x', 'y'], deep: { 'a/b': 1 } };

test.each<[PatchOperation, object]>([
  [{ op: 'add', path: '/uris/-', value: 'z' }, { uris: ['x', 'y', 'z'] }],
  [{ op: 'remove', path: '/uris/0' }, { uris: ['y'] }],
  [{ op: 'replace', path: '/name', value: 'b' }, { name: 'b' }],
  [{ op: 'copy', from: '/name', path: '/title' }, { title: 'a' }],
  [
    { op: 'move', from: '/deep/a~1b', path: '/one' },
    { one: 1, deep: {} },
  ],
  [{ op: 'test', path: '/name', value: 'a' }, document],
])('applies %j', (operation, expected) => {
  expect(applyPatch(document, [operation])).toMatchObject(expected);
});

test.each<PatchOperation>([
  { op: 'test', path: '/name', value: 'b' },
  { op: 'remove', path: '/missing' },
  { op: 'add', path: '/missing/deeper', value: 1 },
  { op: 'unknown', path: '/name' },
])('refuses %j', (operation) => {
  expect(() => applyPatch(document, [operation])).toThrow('Unable to apply JSON Patch');
});
