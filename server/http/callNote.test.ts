import { expect, test } from '@jest/globals';
import { noteHeader, noteIn } from './callNote.ts';

test('a place with any letters passes through a header', () => {
  const header = noteHeader({ place: 'Malmö' }) ?? '';
  expect(header).toMatch(/^[\w.-]+$/);
  expect(noteIn(header).place).toBe('Malmö');
});

test.each([
  { place: 'Malmö', call: 'c-1' },
  { call: 'c-1' },
  { place: 'Malmö', call: 'c-1', requestId: 'proxy.example:7' },
  { requestId: 'r-1' },
])('a call passes through it, too: %j', (note) => {
  expect(noteIn(noteHeader(note) ?? '')).toEqual(note);
});

test('a call of which nothing is known has no such header', () => {
  expect(noteHeader({})).toBeUndefined();
  expect(noteIn('')).toEqual({});
});
