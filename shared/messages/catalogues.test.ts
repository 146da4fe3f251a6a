import { describe, expect, test } from '@jest/globals';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { catalogueTexts } from '../../test/support/catalogueIntl.ts';
import { exampleContexts } from '../../test/support/exampleContexts.ts';
import { locales, type Locale } from './locales.ts';

const english = catalogueTexts.en;

/** Returns every element of a message, including those inside plurals and selects. */
const elements = (message: MessageFormatElement[]): MessageFormatElement[] =>
  message.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => elements(value)) : []),
    ...('children' in element ? elements(element.children) : []),
  ]);

/** Returns the options of a message's selects, as `argument=option`. */
const selections = (text: string): string[] =>
  elements(parse(text))
    .flatMap((element) =>
      element.type === TYPE.select
        ? Object.keys(element.options).map((option) => `${element.value}=${option}`)
        : [],
    )
    .sort();

test('English has a text for every message that the provider may send', () => {
  const missing = Object.keys(exampleContexts).filter((id) => !(`provider.${id}` in english));
  expect(missing).toEqual([]);
});

describe.each(locales)('the catalogue %s', (locale) => {
  const texts = Object.entries(catalogueTexts[locale]);

  test('has sorted keys, so that additions seldom conflict', () => {
    const keys = texts.map(([key]) => key);
    expect(keys).toEqual([...keys].sort());
  });

  test('has no empty texts, no stray spaces and no typewriter quotes, dots or dashes', () => {
    const inDoubt = ([, text]: [string, string]): boolean =>
      text === '' ||
      text !== text.trim() ||
      / {2}/.test(text) ||
      (locale !== 'en' && /['"]|\.\.\.| - /.test(text));
    expect(texts.filter(inDoubt)).toEqual([]);
  });

  test('selects on the same values as English', () => {
    const differing = texts.filter(
      ([key, text]) => String(selections(text)) !== String(selections(english[key] ?? '')),
    );
    expect(differing).toEqual([]);
  });
});

test('in French, no line break can separate punctuation from its word', () => {
  const torn = Object.entries(catalogueTexts.fr).filter(([, text]) =>
    /[^\s}{][?!;»]|« | [?!;:»]|[^\s},\d{]:(?=\s|$)/u.test(text.replace(/\{\w+, (?:plural|select),/g, '')),
  );
  expect(torn).toEqual([]);
});

test('in Polish, no one-letter word can end a line', () => {
  // mails wrap in the reader's mail program
  const left = Object.entries(catalogueTexts.pl).filter(
    ([key, text]) => !key.startsWith('mail.') && /(?<!\S)[„(]?[aiouwz] /iu.test(text),
  );
  expect(left).toEqual([]);
});

/** Texts for developers and operators: the API reference, and the details of a failure. */
const forDevelopers = /^(docs|transport\.(aborted|network|timeout)$)/;

/** The sentence for operators, as specified, which follows that for users. */
const forOperators = /^transport\.operator$/;

const people = (locale: Locale): [string, string][] =>
  Object.entries(catalogueTexts[locale]).filter(([key]) => !forDevelopers.test(key));

test('texts for users contain no developers’ terms', () => {
  const jargon =
    /CORS|WebAuthn|URL\b|\bms\b|[<>]=?|\b(?:flow|strateg|traits?\b|tokens?\b|index|constant|payload|endpoint|misconfigur|challenge)/;
  const sectionNames = /^settings\.webauthn\.(nav|title)$/;
  const found = people('en').filter(
    ([key, text]) =>
      !sectionNames.test(key) &&
      !key.startsWith('console.') &&
      !forOperators.test(key) &&
      jargon.test(text.replace(/\{\w+(?:, (?:plural|select),)?/g, '')),
  );
  expect(found).toEqual([]);
  const inAnyLanguage = locales.flatMap((locale) =>
    people(locale).filter(([key, text]) => !forOperators.test(key) && /CORS|WebAuthn|[<>]=/.test(text)),
  );
  expect(inAnyLanguage).toEqual([]);
});

/** Filler words that texts avoid: they only say what to do and what happened. */
const padding: Record<Locale, RegExp> = {
  en: /please|successfully|!/i,
  de: /(?<!\p{L})bitte(?!\p{L})|erfolgreich|!/iu,
  es: /por favor|con éxito|correctamente|[¡!]/i,
  fr: /veuillez|s’il vous plaît|avec succès|!/i,
  nl: /alstublieft|gelieve|met succes|!/i,
  pl: /prosz|prosim|pomyślnie|!/i,
  pt: /por favor|com êxito|com sucesso|!/i,
  se: /vänligen|var god|!/i,
};

/** Texts whose words are specified. */
const asSpecified = /^(common\.pleaseWait|error\.contact|provider\.1050001)$/;

test.each(locales)('%s has no “please”, no “successfully” and no exclamation marks', (locale) => {
  const padded = people(locale).filter(([key, text]) => !asSpecified.test(key) && padding[locale].test(text));
  expect(padded).toEqual([]);
});

/** Terms for a security key that a language's texts avoid; the English section is called Hardware Tokens, as specified. */
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

/** Synonyms that a language's texts avoid, because they use another term consistently. */
const secondTerms: Partial<Record<Locale, RegExp>> = {
  en: /back up recovery/,
  es: /códigos? de acceso|acceso con código|en dos pasos/i,
  nl: /aanvraag|verificatiecode van|tweestaps/i,
  pt: /códigos? de acesso|acesso por código/i,
};

test.each(locales)('%s uses only one term each for a code, a request and the second factor', (locale) => {
  expect(people(locale).filter(([, text]) => secondTerms[locale]?.test(text))).toEqual([]);
});

test('French does not assume that users are men', () => {
  const masculine = /vous (?:êtes|étiez|serez)[^.]* (?:connecté|déconnecté|inscrit)(?!\p{L})/u;
  expect(people('fr').filter(([, text]) => masculine.test(text))).toEqual([]);
});

test('Polish capitalises “your”, as in correspondence', () => {
  expect(people('pl').filter(([, text]) => /(?<!\p{L})tw(?:ój|oj)/u.test(text))).toEqual([]);
});

/** Forms of address that a language's texts avoid: most languages are formal, Polish and Swedish are not. */
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
