import { expect, test } from '@jest/globals';
import { patchAt, pointersTo } from './pointers.ts';

test('finds a text in traits, whatever its case, as JSON pointers', () => {
  const traits = { 'a/b': ['x', 'Me@example.org'], '~': 'me@example.org', other: 1 };
  expect(pointersTo('me@example.org', traits)).toEqual(['/traits/a~1b/1', '/traits/~0']);
});

test.each([
  ['/traits/email', { traits: { email: 'x' } }, 'add', '/traits/email'],
  ['/traits/email', { traits: {} }, 'add', '/traits/email'],
  ['/traits/a~1b/0', { traits: { 'a/b': ['x'] } }, 'replace', '/traits/a~1b/0'],
  ['/traits/emails/1', { traits: { emails: ['x'] } }, 'add', '/traits/emails/-'],
])('writes to %s', (pointer, document, op, path) => {
  expect(patchAt(pointer, document, 'me@example.org')).toEqual({ op, path, value: 'me@example.org' });
});
