import { expect, test } from '@jest/globals';
import { languageTag, locales, supportedLocale } from './locales.ts';

test('pages name the variety of a language that they are written in', () => {
  expect(languageTag('pt')).toBe('pt-PT');
  expect(languageTag('se')).toBe('sv');
});

test.each(locales)('%s is tagged as a language that dates and plurals are known for', (locale) => {
  const tag = languageTag(locale);
  expect(Intl.PluralRules.supportedLocalesOf(tag)).toEqual([tag]);
  expect(supportedLocale(tag)).toBe(locale);
});

test.each(['pt', 'pt-PT', 'pt-BR', 'PT_br'])('a browser that asks for %s is given Portuguese', (tag) => {
  expect(supportedLocale(tag)).toBe('pt');
});
