import { describe, expect, test } from '@jest/globals';
import { chooseLanguage, firstLanguage, type LanguageWishes, requestRegion } from './locale.ts';
import type { Request } from 'express';

const everything: LanguageWishes = {
  cookie: 'fr',
  profile: 'pl',
  asked: ['xx', 'sv-SE', 'nl'],
  acceptLanguage: 'es-MX,de;q=0.9',
  fallback: 'pt',
};
const localeOf = (wishes: Partial<LanguageWishes>): string =>
  chooseLanguage({ ...everything, ...wishes }).locale;

test.each<[string, Partial<LanguageWishes>, string]>([
  ['the visitor’s choice', {}, 'fr'],
  ['else the profile’s', { cookie: undefined }, 'pl'],
  [
    'else the first supported one that an application asks for',
    { cookie: undefined, profile: undefined },
    'se',
  ],
  ['else the browser’s first', { cookie: undefined, profile: undefined, asked: [] }, 'es'],
  [
    'else the default',
    { cookie: undefined, profile: undefined, asked: ['xx'], acceptLanguage: 'ja,de' },
    'pt',
  ],
  ['no unsupported language', { cookie: 'xx', profile: 'ja' }, 'se'],
])('a page is in %s', (_which, wishes, locale) => {
  expect(localeOf(wishes)).toBe(locale);
});

describe('the visitor’s choice and the profile', () => {
  const visit = (cookie: string, profile?: string) =>
    chooseLanguage({ cookie, ...(profile && { profile }), fallback: 'en' });

  test('a choice outlives a sign-in, and is kept together with the profile’s language at the time', () => {
    expect(visit('fr', 'de-AT')).toEqual({ locale: 'fr', cookie: 'fr.de' });
    expect(visit('fr.de', 'de')).toEqual({ locale: 'fr' });
  });

  test('a profile whose language has changed since replaces the choice, even after a sign-out', () => {
    const { locale, cookie = '' } = visit('fr.de', 'pl');
    expect([locale, cookie]).toEqual(['pl', 'pl.pl']);
    expect(visit(cookie)).toEqual({ locale: 'pl' });
  });

  test('a choice made after that counts again', () => {
    expect(visit('nl', 'pl').locale).toBe('nl');
  });

  test('the choice stays if nobody is signed in, or the profile has no supported language', () => {
    expect(visit('fr.de')).toEqual({ locale: 'fr' });
    expect(visit('fr', '')).toEqual({ locale: 'fr' });
    expect(visit('fr.de', 'ja')).toEqual({ locale: 'fr' });
  });
});

test.each([
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
  ['de;q=0.2, en', 'de'],
  [' sv ', 'sv'],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('the first language of %p is %p', (header, language) => {
  expect(firstLanguage(header)).toBe(language);
});

const asking = (languages?: string): Request =>
  ({ get: (name: string) => (name === 'accept-language' ? languages : undefined) }) as unknown as Request;

test.each([
  ['en-GB,en;q=0.9', 'en', 'en-GB'],
  ['en,en-AU;q=0.9', 'en', 'en-AU'],
  ['de-AT', 'en', 'en-AT'],
  ['pt-BR', 'pt', 'pt-BR'],
  ['es-419,es;q=0.9', 'es', 'es-419'],
  ['sv-FI', 'se', 'sv-FI'],
  ['zh-Hant-TW', 'de', 'de'],
] as const)('dates for %s on a page in %s are formatted as in %s', (languages, locale, region) => {
  expect(requestRegion(asking(languages), locale)).toBe(region);
});

test.each([undefined, 'en', '*', '', 'en-', 'en-GBX', 'x'.repeat(10_000), 'en-u-ca-hebrew'])(
  'without a valid region in %p dates are formatted as usual for the language',
  (languages) => {
    expect(requestRegion(asking(languages), 'en')).toBeUndefined();
  },
);
