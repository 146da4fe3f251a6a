import { describe, expect, test } from '@jest/globals';
import { activityGroups, type ActivityAbout } from './activity.ts';
import { locales } from './messages/locales.ts';
import { catalogueIntl } from '../test/support/catalogueIntl.ts';
import { activitySentence } from './activitySentence.ts';

const kinds = Object.values(activityGroups).flat();
const methods = [
  'password',
  'code',
  'link',
  'oidc',
  'saml',
  'passkey',
  'webauthn',
  'totp',
  'lookup_secret',
  'factor',
  'mail',
];

/** What may be known of an event. */
const known: ActivityAbout[] = [
  {},
  { provider: 'Acme' },
  ...[...methods, 'deviceauthn', 'thinking', 'toString'].flatMap((method) => [
    { method },
    { method, provider: 'Acme' },
  ]),
  { address: 'ada@portal.example' },
  { address: 'ada@portal.example', formerAddress: 'ada@example.org' },
  { application: 'Lab Results' },
  ...['password', 'factor', 'code', 'mail', 'thinking'].map((method) => ({
    method,
    until: '2026-03-01T09:30:00.000Z',
  })),
  ...['patchIdentity', 'deleteIdentityCredentials', 'anOperation'].map((operation) => ({ operation })),
];

const textOf = (
  kind: (typeof kinds)[number],
  about: ActivityAbout,
  locale: (typeof locales)[number] = 'en',
) => activitySentence(catalogueIntl(locale), { kind, about });

describe.each(locales)('in %s', (locale) => {
  test.each(kinds)('%s has a sentence, whatever is known of it', (kind) => {
    const sentences = known.map((about) => textOf(kind, about, locale));
    expect(sentences.filter((text) => !/^\p{Lu}/u.test(text) && !text.startsWith('Acme'))).toEqual([]);
    expect(sentences.filter((text) => /activity|none|undefined|[{}]|[:\s]$/.test(text))).toEqual([]);
  });
});

test.each([
  ['signedIn', { method: 'password' }, 'Signed in with your password'],
  ['signedIn', { method: 'oidc', provider: 'Acme' }, 'Signed in with Acme'],
  ['signedIn', { method: 'thinking' }, 'Signed in: thinking'],
  ['signedIn', {}, 'Signed in'],
  ['confirmed', { method: 'totp' }, 'Confirmed with the authenticator app'],
  ['signInFailed', { method: 'password' }, 'A sign-in was refused: wrong password'],
  [
    'limited',
    { method: 'password', until: '2026-03-01T09:30:00.000Z' },
    'Too many wrong passwords: sign-ins from some places refused until 9:30 AM UTC',
  ],
  ['limitsLifted', {}, 'Limits on attempts lifted by an administrator'],
  ['codeMailed', { address: 'ada@portal.example' }, 'A code was mailed to ada@portal.example'],
  ['recovered', { method: 'code' }, 'Account recovered with a mailed code'],
  [
    'addressChanged',
    { address: 'a@b.example', formerAddress: 'c@d.example' },
    'Address changed from c@d.example to a@b.example',
  ],
  ['addressChanged', { address: 'a@b.example' }, 'Address changed to a@b.example'],
  ['methodAdded', { method: 'oidc', provider: 'Acme' }, 'Acme account linked'],
  ['methodAdded', { method: 'totp' }, 'Authenticator app turned on'],
  ['methodRemoved', { method: 'passkey' }, 'Passkey removed'],
  ['methodChanged', { method: 'lookup_secret' }, 'Backup codes made anew'],
  ['changedByAdmin', { operation: 'patchIdentity' }, 'Details of the account changed by an administrator'],
  ['changedByAdmin', { operation: 'anOperation' }, 'Changed by an administrator: anOperation'],
  ['applicationAllowed', { application: 'Harbor Clinic' }, 'Application allowed: Harbor Clinic'],
  ['applicationWithdrawn', { application: 'Harbor Clinic' }, 'Access withdrawn: Harbor Clinic'],
] as const)('%s %j is “%s”', (kind, about, text) => {
  expect(textOf(kind, about)).toBe(text);
});
