import { expect, test } from '@jest/globals';
import { charactersIn } from './smallFonts.ts';

test('a font keeps the characters of its face', () => {
  expect(charactersIn('U+0041-0043, U+20AC,\n    U+0131')).toBe('ABC€ı');
});
