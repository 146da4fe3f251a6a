import { describe, expect, test } from '@jest/globals';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { catalogueTexts } from '../../test/support/catalogueIntl.ts';
import { exampleContexts } from '../../test/support/exampleContexts.ts';
import { languageTag, locales, type Locale } from './locales.ts';

const english = catalogueTexts.en;

/** Every element of a message, including those inside plurals and selects. */
const elements = (message: MessageFormatElement[]): MessageFormatElement[] =>
  message.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => elements(value)) : []),
    ...('children' in element ? elements(element.children) : []),
  ]);

/** A message's arguments, and the values that it selects on. */
const signature = (text: string): string[] => {
  const used = elements(parse(text)).flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const selected = element.type === TYPE.select ? Object.keys(element.options).sort() : [];
    return [element.value, ...selected.map((option) => `${element.value}=${option}`)];
  });
  return [...new Set(used)].sort();
};

/** The plural categories that a language needs for the numbers used here: minutes, seconds, lengths, counts. */
const categories = (tag: string): string[] => {
  const rules = new Intl.PluralRules(tag);
  return [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))];
};

test('English keys are sorted, so that additions seldom conflict', () => {
  expect(Object.keys(english)).toEqual(Object.keys(english).sort());
});

test('English has a text for every message that the provider may send', () => {
  const missing = Object.keys(exampleContexts).filter((id) => !(`provider.${id}` in english));
  expect(missing).toEqual([]);
});

describe.each(locales)('the catalogue %s', (locale) => {
  const texts = Object.entries(catalogueTexts[locale]);

  test('has the same keys as English, in the same order', () => {
    expect(texts.map(([key]) => key)).toEqual(Object.keys(english));
  });

  test('has no empty text, no stray spaces, and no typewriter quotes, dots and dashes', () => {
    const inDoubt = ([, text]: [string, string]): boolean =>
      text === '' ||
      text !== text.trim() ||
      / {2}/.test(text) ||
      (locale !== 'en' && /['"]|\.\.\.| - /.test(text));
    expect(texts.filter(inDoubt)).toEqual([]);
  });

  test('takes the same arguments as English, and selects on the same values', () => {
    const differing = texts.filter(
      ([key, text]) => String(signature(text)) !== String(signature(english[key] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  test('has the plural forms of its language', () => {
    const needed = categories(languageTag(locale));
    const known = new Intl.PluralRules(languageTag(locale)).resolvedOptions().pluralCategories as string[];
    const wrong = texts.flatMap(([key, text]) =>
      elements(parse(text)).flatMap((element) => {
        if (element.type !== TYPE.plural) return [];
        const exact = Object.keys(element.options).filter((form) => form.startsWith('='));
        const forms = Object.keys(element.options).filter((form) => !exact.includes(form));
        const onlyEmptyOrNot = exact.length > 0 && forms.join() === 'other';
        const missing = onlyEmptyOrNot ? [] : needed.filter((form) => !forms.includes(form));
        const strange = forms.filter((form) => !known.includes(form));
        return missing.length + strange.length > 0 ? [{ key, missing, strange }] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

test('in French no punctuation is separated from its word by a line break', () => {
  const torn = Object.entries(catalogueTexts.fr).filter(([, text]) =>
    /[^\s}{][?!;»]|« | [?!;:»]|[^\s},\d{]:(?=\s|$)/u.test(text.replace(/\{\w+, (?:plural|select),/g, '')),
  );
  expect(torn).toEqual([]);
});

/** Texts for developers and operators: the API reference, and the details of a failure. */
const forDevelopers = /^(docs|transport\.(aborted|network|noResponse|timeout)$)/;

const people = (locale: Locale): [string, string][] =>
  Object.entries(catalogueTexts[locale]).filter(([key]) => !forDevelopers.test(key));

test('texts for users have no developers’ terms', () => {
  const jargon =
    /CORS|WebAuthn|URL\b|\bms\b|[<>]=?|\b(?:flow|strateg|traits?\b|tokens?\b|index|constant|payload|endpoint|misconfigur|challenge)/;
  const sectionNames = /^settings\.webauthn\.(nav|title)$/;
  const found = people('en').filter(
    ([key, text]) =>
      !sectionNames.test(key) && jargon.test(text.replace(/\{\w+(?:, (?:plural|select),)?/g, '')),
  );
  expect(found).toEqual([]);
  const inAnyLanguage = locales.flatMap((locale) =>
    people(locale).filter(([, text]) => /CORS|WebAuthn|[<>]=/.test(text)),
  );
  expect(inAnyLanguage).toEqual([]);
});

/** Terms for a security key that a language does not use; the English section is called Hardware Tokens. */
const otherTerms: Record<Locale, RegExp> = {
  en: /hardware key/i,
  de: /hardware/i,
  es: /llaves? físicas?/i,
  fr: /matérielle/i,
  nl: /hardware/i,
  pl: /sprzętow/i,
  pt: /chaves? físicas?/i,
  se: /hårdvaru/i,
};

test.each(locales)('%s has one term for a security key', (locale) => {
  expect(people(locale).filter(([, text]) => otherTerms[locale].test(text))).toEqual([]);
});

/** Words that a language avoids, because its other texts use another term for the same thing. */
const secondTerms: Partial<Record<Locale, RegExp>> = {
  en: /back up recovery/,
  es: /códigos? de acceso|acceso con código|en dos pasos/i,
  nl: /aanvraag|verificatiecode van|tweestaps/i,
  pt: /códigos? de acesso|acesso por código/i,
};

test.each(locales)('%s uses one term each for a code, a request and the second factor', (locale) => {
  expect(people(locale).filter(([, text]) => secondTerms[locale]?.test(text))).toEqual([]);
});

test('French does not assume that users are men', () => {
  const masculine = /vous (?:êtes|étiez|serez)[^.]* (?:connecté|déconnecté|inscrit)(?!\p{L})/u;
  expect(people('fr').filter(([, text]) => masculine.test(text))).toEqual([]);
});

test('Polish capitalises “your”, as in correspondence', () => {
  expect(people('pl').filter(([, text]) => /(?<!\p{L})tw(?:ój|oj)/u.test(text))).toEqual([]);
});

/** Forms of address that a language does not use: most are formal, Polish and Swedish are not. */
const otherRegister: Partial<Record<Locale, string[]>> = {
  de: ['du', 'dein\\w*', 'dich', 'dir'],
  es: ['tu', 'tus', 'tienes', 'puedes', 'quieres', 'inténtalo', 'vuelve'],
  fr: ['tu', 'ton', 'ta', 'tes', 'toi'],
  nl: ['je', 'jij', 'jouw'],
  pl: ['prosimy', 'proszę', 'państw\\w*', 'należy', 'pana', 'pani'],
  pt: ['você', 'teu', 'tua', 'tens', 'podes'],
  se: ['ni', 'er', 'ert', 'era'],
};

test.each(locales)('%s addresses users consistently', (locale) => {
  const words = otherRegister[locale]?.join('|');
  const register = words && new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
  expect(people(locale).filter(([, text]) => register && register.test(text))).toEqual([]);
});
