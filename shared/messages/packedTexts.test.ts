import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from '@jest/globals';
import { packedText, unpackedTexts } from './packedTexts.ts';

test.each([
  ['Sign in', 'Sign in'],
  ["It's {name}", ["It's ", ['name']]],
  ['{count, number}', parse('{count, number}', { captureLocation: false })],
  ["'{'braces'}'", '{braces}'],
])('the text %j is sent as %j, and unpacked as it was parsed', (written, sent) => {
  const text = parse(written, { captureLocation: false });
  expect(packedText(text)).toEqual(sent);
  const packed = JSON.parse(JSON.stringify({ key: packedText(text) })) as Record<string, string>;
  expect(unpackedTexts(packed)).toEqual({ key: text });
});
