import { expect, test } from '@jest/globals';
import { languageTag, locales, supportedLocale } from './locales.ts';

test('pages are tagged with the variety of their language', () => {
  expect(languageTag('pt')).toBe('pt-PT');
  expect(languageTag('se')).toBe('sv');
});

test.each(locales)('Intl supports the tag of %s for dates and plurals', (locale) => {
  const tag = languageTag(locale);
  expect(Intl.PluralRules.supportedLocalesOf(tag)).toEqual([tag]);
  expect(supportedLocale(tag)).toBe(locale);
});

test.each(['pt', 'pt-PT', 'pt-BR', 'PT_br'])('a browser that asks for %s gets Portuguese', (tag) => {
  expect(supportedLocale(tag)).toBe('pt');
});
