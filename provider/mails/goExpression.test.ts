import { expect, test } from '@jest/globals';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { goExpression, pluralPattern, pluralPatterns } from './goExpression.ts';

const argument = (name: string): string => `$${name}`;

test('a text becomes a string, or a print of strings and arguments', () => {
  expect(goExpression('It works once.', 'en', argument)).toBe('"It works once."');
  expect(goExpression('{code} is your “code”', 'en', argument)).toBe('(print $code " is your “code”")');
});

test('quotes and braces in a text cannot end a string or an action in a template', () => {
  expect(goExpression('a "quoted" }} \\ text', 'en', argument)).toBe(String.raw`"a \"quoted\" }} \\ text"`);
});

test('a plural selects its form by the number’s digits', () => {
  expect(goExpression('{minutes, plural, one {# minute} other {# minutes}}', 'en', argument)).toBe(
    '(ternary (print $minutes " minute") (print $minutes " minutes") (regexMatch "^1$" $minutes))',
  );
});

test.each(locales)(
  '%s: the patterns select the right plural form for every number of minutes in a day',
  (locale) => {
    const tag = languageTag(locale);
    const rules = new Intl.PluralRules(tag);
    const known = rules.resolvedOptions().pluralCategories as string[];
    const used = (['one', 'few', 'many'] as const).filter(
      (category) => known.includes(category) && rules.select(category === 'many' ? 5 : 2) !== 'other',
    );
    const asked = [...new Set(['one', ...used])] as (keyof typeof pluralPatterns)[];
    for (let minutes = 0; minutes <= 1440; minutes += 1) {
      const found = asked.find((category) => new RegExp(pluralPattern(tag, category)).test(String(minutes)));
      expect([minutes, found ?? 'other']).toEqual([minutes, rules.select(minutes)]);
    }
  },
);

test('a text that a template cannot format is refused', () => {
  expect(() => goExpression('{at, date}', 'en', argument)).toThrow('a mail cannot format {at}');
});
