import { expect, test } from '@jest/globals';
import { neededOf } from './smallFonts.ts';

const css = `
@font-face {
  font-weight: 400 600;
  src: url('fonts/latin.woff2');
  unicode-range: U+0041-0043, U+20AC,
    U+0131;
}
@font-face {
  font-weight: 400;
  src: url('fonts/polish.woff2');
  unicode-range: U+0142;
}`;

test('a font keeps the characters and weights of its face', () => {
  expect(neededOf('/fonts/latin.woff2', css)).toEqual({
    characters: 'ABC€ı',
    weights: { min: 400, max: 600 },
  });
  expect(neededOf('/fonts/polish.woff2', css)).toEqual({ characters: 'ł' });
});

test('a font that no face names is an error', () => {
  expect(() => neededOf('/fonts/greek.woff2', css)).toThrow(
    'no face has a unicode-range for /fonts/greek.woff2',
  );
});
