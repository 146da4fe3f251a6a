import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shownName } from './shownName.ts';

test.each([
  ['nothing', ''],
  ['blanks', ' \t\u00a0\u2003\u3000'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['the Braille blank', '\u2800\u2800'],
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tags', '\u{e0041}\u{e0042}'],
  ['soft hyphens', '\u00ad\u034f'],
  ['private characters', '\ue000\u{f0000}\u{10fffd}'],
  ['control characters', '\u0000\u0007\u001b'],
  ['combining marks', '\u0301\u0302\u20dd'],
  ['punctuation', '... - _'],
  ['an override', 'Ward\u202esnoitseuq'],
  ['an isolate', 'Ward \u2067questions\u2069'],
  ['an embedding', 'Ward\u202bquestions\u202c'],
  ['marks by the hundred', `W${'\u0301'.repeat(200)}ard`],
  ['five marks on each letter', 'Ward'.replaceAll(/./g, '$&\u0316\u0317\u0318\u0319\u031a')],
  ['three marks on each letter', 'Ward'.replaceAll(/./g, '$&\u0316\u0317\u0318')],
])('a name of %s is not shown', (_what, name) => {
  expect(shownName(name)).toBeUndefined();
});

test.each([
  'Harbor Clinic',
  'Łódź Clínica №7 – «Sana» & Søn',
  'عيادة الميناء',
  'می‌خواهم',
  'מרפאת הנמל',
  'בְּרֵאשִׁית',
  'คลินิกท่าเรือ ที่นี่',
  'हृदय क्लिनिक',
  'བྒྲུབས་སྨན་ཁང',
  'Phòng khám Cảng',
  '港口诊所',
  'ハーバークリニック',
  '하버 클리닉',
  '👩‍⚕️ Ward',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '1️⃣ Clinic',
  'Clinic for عيادة',
  '42',
  '€',
])('an honest name stays as it is: %s', (name) => {
  expect(shownName(name)?.replace(/^\u2068|\u2069$/g, '')).toBe(name.normalize('NFC'));
});

test.each([
  ['  Harbor\n\n Clinic ', 'Harbor Clinic'],
  ['Har\u200bbor', 'Har bor'],
  ['\u200fמרפאה\u200f (2)', '\u2068מרפאה (2)\u2069'],
  ['\u0301Harbor', 'Harbor'],
  ['Harbor \ue000', 'Harbor'],
  ['\ud800Harbor', 'Harbor'],
  ['x'.repeat(101), `${'x'.repeat(100)}…`],
])('%j is shown as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

test('a right-to-left name is isolated from the text around it, and no other is', () => {
  expect(shownName('عيادة 7')).toBe('\u2068عيادة 7\u2069');
  expect(shownName('Ward 7')).toBe('Ward 7');
});

test('reads no more of a name than its beginning: normalizing a long one takes a processor’s time', () => {
  expect(shownName(`${' '.repeat(10_000)}Ward 7`)).toBeUndefined();
});

test('any name that is shown is visible and does not affect the text around it', () => {
  const unit = fc.constantFrom(
    'a',
    'ع',
    'ש',
    '\u0301',
    '\u202e',
    '\u2066',
    '\u200d',
    '\u3164',
    '\u2800',
    ' ',
    '\n',
    '\ue000',
    '👩',
    '\u20dd',
  );
  const name = fc.oneof(fc.string({ unit, maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 }));
  fc.assert(
    fc.property(name, (given) => {
      const text = shownName(given);
      if (text === undefined) return;
      const shown = text.replace(/^\u2068(.*)\u2069$/u, '$1');
      expect(shown).toMatch(/[\p{L}\p{N}\p{S}]/u);
      expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\p{Cc}\p{Zl}\p{Zp}\p{Co}]|\p{Mn}{5}/u);
      expect(shown).toBe(shown.trim());
      expect(Array.from(shown).length).toBeLessThanOrEqual(101);
    }),
  );
});
