import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import { readBrand } from './readBrand.ts';

const directory = newDirectory();

function brandOf(content: unknown) {
  const file = path.join(directory, 'brand.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readBrand(file);
}

test('an empty brand has the product’s look', () => {
  expect(brandOf({})).toMatchObject({ card: 'raised', directory });
});

test('three-digit colours are accepted', () => {
  expect(brandOf({ colors: { light: { action: '#036' } } }).palettes.light.action).toBe('#003366');
});

describe('the portal does not start with a brand', () => {
  test.each<[string, unknown, RegExp]>([
    ['that is not JSON', '{', /brand\.json cannot be read/],
    ['that is not an object', [], /BRAND_FILE: must be an object/],
    [
      'with an unknown key',
      { colour: {} },
      /BRAND_FILE: has colour, which is unknown; the keys are name, logo, /,
    ],
    [
      'with an unknown colour name',
      { colors: { light: { acton: '#036' } } },
      /colors\.light has acton, which is unknown; the keys are accent, .*action/,
    ],
    ['with a blank name', { name: ' ' }, /name must have 1 to 60 characters/],
    [
      'with a background for one theme only',
      { background: { light: '#fff' } },
      /background\.dark is required/,
    ],
    ['with an unknown kind of card', { card: 'flat' }, /card must be raised, outlined or plain/],
    ['with a text instead of a number', { radius: '8' }, /radius must be a number/],
    [
      'with a colour by name',
      { colors: { light: { action: 'red' } } },
      /colors\.light\.action must be a colour/,
    ],
    ['with a file from elsewhere', { favicon: 'https://x.example/a.svg' }, /favicon must be a file/],
    [
      'with a font that is not woff2',
      { font: { family: 'A', regular: 'a.ttf', semibold: 'b.ttf' } },
      /font\.regular/,
    ],
    [
      'with a font family that ends its CSS rule',
      { font: { family: "A'}", regular: 'a.woff2', semibold: 'b.woff2' } },
      /font\.family/,
    ],
    ['with too large a corner radius', { radius: 99 }, /radius must be 0 to 24/],
    ['with too wide a logo', { logo: { light: 'a.svg', aspect: 9 } }, /logo\.aspect must be 0\.5 to 8/],
  ])('%s', (_what, content, words) => {
    expect(() => brandOf(content)).toThrow(words);
  });
});

test('two colours with too little contrast prevent the start, with the message in docs/brands.md', () => {
  const [shown = ''] = /BRAND_FILE: colors.*/.exec(readFileSync('docs/brands.md', 'utf8')) ?? [];
  expect(shown).toMatch(/ has a contrast of .*; the nearest that passes is #/);
  expect(() => brandOf({ colors: { light: { link: '#009fe3' } } })).toThrow(shown);
});

test('derived colours are also readable at the end of the brand’s background', () => {
  const background = { light: '#f0e0c0', dark: '#101010' };
  expect(brandOf({ colors: { light: { action: '#be8c00' } }, background })).toMatchObject({ background });
});

test('colours are also checked against the end of the background', () => {
  expect(() => brandOf({ background: { light: '#14232d', dark: '#0b1318' } })).toThrow(
    /colors\.light\.ink #14232d on ground #14232d/,
  );
});
