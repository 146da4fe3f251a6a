import { expect, test } from '@jest/globals';
import { findOperation } from '../server/operations/findOperation.ts';
import { pageNames, pageRow } from './pages.ts';

const paths = pageNames.map((name) => pageRow(name).path);

test('no two pages have the same path', () => {
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
});

test('no page has the path of an operation, which the gateway would serve instead', () => {
  // links with a token are answered before the gateway
  expect(pageNames.filter((name) => findOperation('GET', pageRow(name).path))).toEqual([
    'recoveryLink',
    'verificationLink',
  ]);
});
