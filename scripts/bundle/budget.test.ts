import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import { emptyManifest } from '../../test/support/emptyManifest.ts';
import { budgets, checkBudgets } from './budget.ts';

const { scripts, requests } = budgets['sign-in'];

let directory = '';

beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  directory = newDirectory();
  mkdirSync(path.join(directory, 'assets'));
});
afterEach(() => void jest.restoreAllMocks());

/** Writes an asset of this size. @returns its URL */
function asset(name: string, bytes: number): string {
  writeFileSync(path.join(directory, 'assets', name), Buffer.alloc(bytes));
  return `/assets/${name}`;
}

/** Checks a build whose assets are empty, except for those of the given sizes. */
function check(given: {
  first?: number;
  later?: number;
  expiry?: number;
  fonts?: number;
  texts?: number;
}): void {
  const later = { scripts: [asset('later.js', given.later ?? 0)], styles: [asset('later.css', 0)] };
  const manifest = {
    script: asset('first.js', given.first ?? 0),
    styles: asset('first.css', 0),
    fonts: Array.from({ length: given.fonts ?? 1 }, (_, at) => asset(`${at}.woff2`, 0)),
    console: { script: '', styles: '' },
    later: { home: later, logout: later, error: later },
    firstUse: [asset('exchange.js', 0)],
    expiry: [asset('expiry.js', given.expiry ?? 0)],
    texts: {
      ...emptyManifest.texts,
      first: { en: asset('first.json', 0), de: asset('de.json', given.texts ?? 0) },
    },
  };
  checkBudgets(manifest, directory);
}

test('a build within all budgets passes', () => {
  expect(() => check({ first: scripts, later: 4000 })).not.toThrow();
});

test('a first script that is too large fails the build, and the error names the sign-in pages', () => {
  expect(() => check({ first: scripts + 1 })).toThrow(`sign-in pages: scripts ${scripts + 1} of ${scripts}`);
});

test("an area's script that is too large fails the build, and the error names only that area", () => {
  const error = expect(() => check({ first: 80_000, later: 25_000 }));
  error.toThrow(/^over budget: account pages: scripts 105000 of \d+ bytes$/);
});

test('assets count with their compressed size', () => {
  writeFileSync(path.join(directory, 'assets/first.js.br'), Buffer.alloc(scripts));
  expect(() => check({ first: 300_000 })).not.toThrow();
});

test('too many requests fail the build', () => {
  expect(() => check({ fonts: requests })).toThrow(`sign-in pages: requests ${requests + 4} of ${requests}`);
});

test('the texts of the language with the longest ones count as bytes of a page', () => {
  expect(() => check({ texts: 200_000 })).toThrow(/over budget: sign-in pages: all 2\d{5} of \d+ bytes$/);
});

test('what an expiring flow loads has its own budget and does not count as the first interaction', () => {
  expect(() => check({ expiry: 2000 })).not.toThrow();
  expect(() => check({ expiry: 9000 })).toThrow('an expiring flow loads 9000 of');
});
