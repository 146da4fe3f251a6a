import { expect, test } from '@jest/globals';
import { goDuration, goSeconds } from './lifespans.ts';

test.each([
  ['1h30m', 5400, '1h30m0s'],
  ['90m', 5400, '1h30m0s'],
  ['45s', 45, '45s'],
  ['10m', 600, '10m0s'],
])('%s is %d seconds, written %s', (given, seconds, written) => {
  expect(goSeconds(given)).toBe(seconds);
  expect(goDuration(seconds)).toBe(written);
});

test.each(['1 hour', '', 'h', null, 3600])('%j is not a duration', (given) => {
  expect(goSeconds(given)).toBeUndefined();
});
