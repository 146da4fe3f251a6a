import { describe, expect, test } from '@jest/globals';
import type { UiText } from '@ory/client';
import { createIntl } from 'react-intl';
import { catalogueIntl } from '../../../test/support/catalogueIntl.ts';
import { exampleContexts } from '../../../test/support/exampleContexts.ts';
import { readMessage } from '../../../shared/flow/readMessage.ts';
import { locales } from '../../../shared/messages/locales.ts';
import { messageText, localizedMessage } from './messageText.ts';

const now = Date.parse('2020-01-01T01:02:00Z');
const fallback = 'the words of the server';
const text = (id: number, context: object = {}, type: UiText['type'] = 'info'): UiText =>
  readMessage({ id, type, context, text: fallback });
const ids = Object.keys(exampleContexts).map(Number);

const english = catalogueIntl('en');
const inEnglish = (id: number, context?: object): string => messageText(english, text(id, context), now);

/** Messages whose text consists only of a value from their context. */
const onlyContext = new Set([1050006, 1050009, 1070002, 4000001, 5000001]);

describe.each(locales)('in %s', (locale) => {
  const intl = catalogueIntl(locale);
  const shown = ids.map((id) => [id, messageText(intl, text(id, exampleContexts[id]), now)] as const);

  test('every message of the provider is complete', () => {
    const flawed = ([, words]: (typeof shown)[number]): boolean =>
      words === fallback || words === '' || words !== words.trim() || /[{}]|undefined|null|NaN/.test(words);
    expect(shown.filter(flawed)).toEqual([]);
  });

  test('every message of the provider is translated', () => {
    const untranslated = shown.filter(
      ([id, words]) =>
        locale !== 'en' && !onlyContext.has(id) && words === inEnglish(id, exampleContexts[id]),
    );
    expect(untranslated).toEqual([]);
  });
});

test('a message whose id the catalogue lacks shows the server’s text', () => {
  expect(inEnglish(1999999)).toBe(fallback);
});

test('the messages of newer releases about a text message say what those about an email say', () => {
  expect(inEnglish(1080004)).toBe(inEnglish(1080003));
  expect(inEnglish(1080005)).toBe('You verified your phone number.');
});

test('a message whose context lacks an argument shows the server’s text', () => {
  expect(messageText(english, { id: 1010002, type: 'info', text: 'Sign in with X' }, now)).toBe(
    'Sign in with X',
  );
  expect(inEnglish(4000003, { min_length: null, actual_length: 3 })).toBe(fallback);
});

/** The ways a provider may leave out a value: no field, or an empty one. */
const blanks = [undefined, null, '', '  ', []];

test.each(locales)('in %s, no message mentions a value that the provider left out', (locale) => {
  const intl = catalogueIntl(locale);
  const shown = ids.flatMap((id) =>
    Object.keys(exampleContexts[id] ?? {}).flatMap((key) =>
      blanks.map((blank) => {
        const context = { ...exampleContexts[id], [key]: blank };
        return [id, key, blank, messageText(intl, text(id, context), now)] as const;
      }),
    ),
  );
  const empty = /\bnone\b|NaN|\{\}|["„“”«‘]\s?["“”»’]|\s[,.](?:\s|$)|: ?\.|^\s*$/;
  expect(shown.filter(([, , , words]) => empty.test(words.replace(fallback, '-')))).toEqual([]);
});

test('a time whose seconds are null is read from its text', () => {
  const context = { expired_at: '2020-01-01T00:57:00Z', expired_at_unix: null };
  expect(inEnglish(4010001, context)).toContain('5 minutes ago');
  expect(inEnglish(1060001, { privileged_session_expires_at: '2020-01-01T01:12:00Z' })).toContain(
    'within 10 minutes',
  );
});

test('a text in plain ICU is formatted like a parsed one', () => {
  const intl = createIntl({ locale: 'en', messages: { 'provider.1010002': 'With {provider}' } });
  expect(messageText(intl, text(1010002, { provider: 'Google' }), now)).toBe('With Google');
});

test('braces and tags in what the provider sends are text', () => {
  expect(inEnglish(1010002, { provider: '<b>{x}</b>' })).toBe('Sign in with <b>{x}</b>');
});

test('an expired flow says how many minutes ago it expired', () => {
  const expired = (seconds: number): string =>
    inEnglish(4010001, { expired_at: '2020-01-01', expired_at_unix: now / 1000 - seconds });
  expect(expired(20)).toBe('The sign-in expired less than a minute ago. Try again.');
  expect(expired(100)).toBe('The sign-in expired 1 minute ago. Try again.');
  expect(expired(600)).toBe('The sign-in expired 10 minutes ago. Try again.');
});

test('an account to be linked is named by its service, if that is known', () => {
  expect(inEnglish(1010016, { provider: 'Acme' })).toBe(
    'You already have an account. Sign in to link Acme to it.',
  );
  expect(inEnglish(1010016, {})).toBe(
    'You already have an account. Sign in to link the other account to it.',
  );
});

test.each(locales)('in %s no message says “the next 1 minute”', (locale) => {
  const context = { privilegedSessionExpiresAt: new Date(now + 60 * 1000).toISOString() };
  const words = messageText(catalogueIntl(locale), text(1060001, context), now);
  expect(words).not.toMatch(/(?:next|nächsten|próximos?|prochaines?|komende|najbliższ\S+|nästa) 1\b/);
});

test('in European Portuguese, zero is a plural', () => {
  const portuguese = catalogueIntl('pt');
  expect(portuguese.formatMessage({ id: 'flow.resendIn' }, { seconds: 0 })).toMatch(/0 segundos\.$/);
});

test('an error about the length names the limit and the actual length', () => {
  expect(inEnglish(4000003, { min_length: 6, actual_length: 3 })).toBe(
    'Enter at least 6 characters; you have entered 3.',
  );
  expect(inEnglish(4000017, { max_length: 1, actual_length: 3 })).toBe(
    'Enter at most 1 character; you have entered 3.',
  );
});

test('Polish distinguishes one, few and many minutes', () => {
  const polish = catalogueIntl('pl');
  const expired = (minutes: number): string =>
    messageText(polish, text(4010001, { expired_at_unix: now / 1000 - minutes * 60 }), now);
  expect([1, 2, 5, 22, 25].map((minutes) => /\d+ \S+/.exec(expired(minutes))?.[0])).toEqual([
    '1 minutę',
    '2 minuty',
    '5 minut',
    '22 minuty',
    '25 minut',
  ]);
});

test.each([
  [
    'the password is too similar to the user identifier',
    'The password cannot be used because it is too similar to the identifier',
  ],
  [
    'the password has been found in data breaches and must no longer be used',
    'The password cannot be used because it has been found in data breaches',
  ],
  [
    'password length must be at least 8 characters but only got 6',
    'The password cannot be used because it must be at least 8 characters long, but got 6',
  ],
  [
    'passwords are limited to a maximum length of 72 characters',
    'The password cannot be used because it must be at most 72 characters long',
  ],
  ['The moon is FULL.', 'The password cannot be used because the moon is full'],
])('a password refused because %p', (reason, shown) => {
  expect(inEnglish(4000005, { reason })).toBe(shown);
  const whole = `The password can not be used because ${reason}.`;
  expect(messageText(english, readMessage({ id: 4000005, type: 'error', text: whole }), now)).toBe(shown);
});

test('a code list shows each code, and when the used ones were used', () => {
  expect(inEnglish(1050015, exampleContexts[1050015])).toBe('x7k2m9qp and Code used on Jan 1, 2020');
});

test('for an address that is already registered, the ways to sign in are named if the provider lists them', () => {
  expect(
    inEnglish(4000028, {
      available_credential_types: ['password', 'passkey', 'code', 'totp', 'deviceauthn'],
      available_oidc_providers: ['google', 'my-idp'],
      credential_identifier_hint: 'ann@example.org',
    }),
  ).toBe(
    'There is already an account with ann@example.org. Sign in with your password or your passkey, or with one of ' +
      'these services: Google or My-Idp.',
  );
  expect(
    inEnglish(4000028, {
      available_credential_types: null,
      available_oidc_providers: [],
      credential_identifier_hint: '',
    }),
  ).toBe(
    'There is already an account with this email, phone number or username. ' +
      'Sign in to that account the way you usually do, or recover it.',
  );
});

test('an error about the format names the schema’s format', () => {
  expect(inEnglish(4000001, { reason: '"nobody" is not valid "email"' })).toBe(
    'Enter your whole email address, like name@example.com.',
  );
});

test('an unticked consent asks to tick it', () => {
  expect(inEnglish(4000029, { expected: true })).toBe('Check this box to continue.');
  expect(inEnglish(4000002, { property: 'tos' })).toBe('Check this box to continue.');
});

test.each([{ property: '' }, { property: ' ' }, { property: null }, {}])(
  'a missing property without a name is still reported: %j',
  (context) => {
    expect(inEnglish(4000002, context)).toBe('Something is missing. Check what you have entered.');
  },
);

test('a text of the provider is marked as English on pages in other languages', () => {
  const words = 'the words of the server';
  expect(localizedMessage(catalogueIntl('de'), text(4999999, {}), now)).toEqual({ text: words, lang: 'en' });
  expect(localizedMessage(catalogueIntl('en'), text(4999999, {}), now)).toEqual({ text: words });
  expect(localizedMessage(catalogueIntl('de'), text(1070003, {}), now).lang).toBeUndefined();
  const title = text(1070002, { title: 'Spitzname' });
  expect(localizedMessage(catalogueIntl('de'), title, now)).toEqual({ text: 'Spitzname' });
});

test.each([4000001, 5000001])(
  'an unknown reason of %i is only in the details on pages in other languages',
  (id) => {
    const message = text(id, { reason: 'an odd reason' });
    expect(localizedMessage(english, message, now)).toEqual({ text: 'an odd reason' });
    for (const locale of locales.filter((other) => other !== 'en')) {
      const shown = localizedMessage(catalogueIntl(locale), message, now);
      expect(shown).toEqual({ text: expect.not.stringContaining('odd'), details: 'an odd reason' });
    }
  },
);
