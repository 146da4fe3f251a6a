import { expect, test } from '@jest/globals';
import { flowOf, input, text } from '../../../test/support/flows/flowParts.ts';
import { noCredentials } from '../../../test/support/noCredentials.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import type { OwnCredentials } from '../../../shared/credentials.ts';
import { portalIntl } from '../../portalIntl.ts';
import { formsOf } from '../../flow/model/forms.ts';
import { methodSectionOf } from './methodSections.tsx';

const flow = flowOf('settings', [
  input('lookup_secret', 'lookup_secret_disable', 'submit', { value: 'true' }, text(1050016, 'Disable')),
  input(
    'deviceauthn',
    'deviceauthn_remove',
    'submit',
    { value: 'd1' },
    text(1050021, 'Remove hardware key', { device_name: 'Work phone' }),
  ),
  input('totp', 'totp_unlink', 'submit', { value: 'true' }, text(1050004, 'Unlink')),
]);
const overview = (id: string, credentials?: Partial<OwnCredentials>) =>
  methodSectionOf(id).describe?.(
    portalIntl('en', en),
    {
      flow,
      sessions: undefined,
      hasHistory: undefined,
      applications: undefined,
      credentials: credentials && {
        ...noCredentials,
        ...credentials,
      },
      hasNewPassword: false,
      models: {},
      verificationOff: undefined,
      mailForm: undefined,
      setOthers: () => undefined,
      onEnded: () => undefined,
    },
    formsOf('settings', flow).find((form) => form.id === id),
  ) ?? {};

test.each([
  [8, 'on'],
  [3, 'on'],
  [2, 'low'],
  [0, 'low'],
])('with %d backup codes left, the status is %s', (left, tone) => {
  expect(overview('lookup_secret', { backupCodes: { left, used: 4 } })).toEqual({
    state: `${left} left`,
    tone,
    line: `4 of ${left + 4} used`,
  });
});

test('unused backup codes say what they are for', () => {
  expect(overview('lookup_secret', { backupCodes: { left: 12, used: 0 } }).line).toBe(
    'Codes for when your phone is not at hand',
  );
});

test('shows when a method was set up and last used, if the provider knows', () => {
  expect(overview('totp', { totpSince: '2026-01-12T00:00:00Z' }).line).toBe('Since January 12, 2026');
  expect(overview('totp').line).toBe('An app on your phone shows a code for each sign-in');
  const backupCodes = { left: 8, used: 1, lastUsed: '2026-03-11T12:00:00Z' };
  expect(overview('lookup_secret', { backupCodes }).line).toBe('1 of 9 used · last used March 11, 2026');
  expect(overview('lookup_secret')).toMatchObject({ state: 'On' });
});

test('shows no password status if it is unknown whether there is one', () => {
  expect(overview('password', { password: true }).state).toBe('On');
  expect(overview('password', { password: false })).toMatchObject({
    title: 'Set a password',
    state: 'Not set up',
  });
  expect(overview('password', { password: true }).title).toBeUndefined();
  expect(overview('password').state).toBeUndefined();
});

test('a social account that cannot be unlinked, as the only way to sign in, still counts as on', () => {
  expect(overview('oidc', { social: true }).state).toBe('On');
  expect(overview('oidc', { social: false }).state).toBe('Not set up');
  expect(overview('oidc').state).toBe('Not set up');
});

test('trusted devices are counted and named', () => {
  expect(overview('deviceauthn')).toEqual({ state: '1 device', tone: 'on', line: 'Work phone' });
});
