import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readBrand } from './readBrand.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'brand-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function brandOf(content: unknown) {
  const file = path.join(directory, 'brand.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readBrand(file);
}

test('an empty brand is the product’s look', () => {
  expect(brandOf({})).toMatchObject({ card: 'raised', directory });
});

test('short colours are understood', () => {
  expect(brandOf({ colors: { light: { action: '#036' } } }).palettes.light.action).toBe('#003366');
});

describe('a brand is refused, and the start with it,', () => {
  test.each<[string, unknown, RegExp]>([
    ['that is no JSON', '{', /brand\.json cannot be read/],
    ['that is no object', [], /BRAND_FILE: must be an object/],
    [
      'with an unknown key',
      { colour: {} },
      /BRAND_FILE: has colour, which is unknown; known are name, logo, /,
    ],
    [
      'with an unknown colour name',
      { colors: { light: { acton: '#036' } } },
      /colors\.light has acton, which is unknown; known are accent, .*action/,
    ],
    ['without a name in its name', { name: ' ' }, /name must have 1 to 60 characters/],
    ['with half a background', { background: { light: '#fff' } }, /background\.dark is required/],
    ['with a card that there is not', { card: 'flat' }, /card must be raised, outlined or plain/],
    ['with a text for a number', { radius: '8' }, /radius must be a number/],
    [
      'with a colour by name',
      { colors: { light: { action: 'red' } } },
      /colors\.light\.action must be a colour/,
    ],
    ['with a file from elsewhere', { favicon: 'https://x.example/a.svg' }, /favicon must be a file/],
    [
      'with a font that is no woff2',
      { font: { family: 'A', regular: 'a.ttf', semibold: 'b.ttf' } },
      /font\.regular/,
    ],
    [
      'with a family that ends its rule',
      { font: { family: "A'}", regular: 'a.woff2', semibold: 'b.woff2' } },
      /font\.family/,
    ],
    ['with too round corners', { radius: 99 }, /radius must be 0 to 24/],
    ['with too wide a logo', { logo: { light: 'a.svg', aspect: 9 } }, /logo\.aspect must be 0\.5 to 8/],
  ])('%s', (_what, content, words) => {
    expect(() => brandOf(content)).toThrow(words);
  });
});

test('a pair of colours that is too alike ends the start, as docs/brands.md shows', () => {
  const [shown = ''] = /BRAND_FILE: colors.*/.exec(readFileSync('docs/brands.md', 'utf8')) ?? [];
  expect(shown).toMatch(/ has a contrast of .*; the nearest that passes is #/);
  expect(() => brandOf({ colors: { light: { link: '#009fe3' } } })).toThrow(shown);
});

test('what follows from a brand’s colour is read on the end of its background as well', () => {
  const background = { light: '#f0e0c0', dark: '#101010' };
  expect(brandOf({ colors: { light: { action: '#be8c00' } }, background })).toMatchObject({ background });
});

test('the end of a background counts as ground', () => {
  expect(() => brandOf({ background: { light: '#14232d', dark: '#0b1318' } })).toThrow(
    /colors\.light\.ink #14232d on ground #14232d/,
  );
});
