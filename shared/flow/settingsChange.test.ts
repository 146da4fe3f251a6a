import { expect, test } from '@jest/globals';
import { sectionOfChange, settingsChange } from './settingsChange.ts';

test.each([
  [{ method: 'profile', 'traits.email': 'a@b.example' }, 'profile', 'profile'],
  [{ method: 'password', password: 'x' }, 'password', 'password'],
  [{ link: 'google' }, 'oidc', 'oidc'],
  [{ unlink: 'google' }, 'oidcOff', 'oidc'],
  [{ method: 'totp', totp_code: '123456' }, 'totp', 'totp'],
  [{ totp_unlink: 'true' }, 'totpOff', 'totp'],
  [{ lookup_secret_confirm: true }, 'lookup_secret', 'lookup_secret'],
  [{ lookup_secret_disable: true }, 'lookup_secretOff', 'lookup_secret'],
  [{ webauthn_register: '{}', webauthn_register_displayname: 'Blue' }, 'webauthn', 'webauthn'],
  [{ webauthn_remove: 'ff', webauthn_register: '' }, 'webauthnOff', 'webauthn'],
  [{ passkey_settings_register: '{}' }, 'passkey', 'passkey'],
  [{ passkey_remove: 'ff' }, 'passkeyOff', 'passkey'],
  [{ deviceauthn_remove: 'd1' }, 'deviceauthnOff', 'deviceauthn'],
  [{ method: 'deviceauthn' }, 'other', undefined],
] as const)('%j changes %s', (fields: Record<string, unknown>, change, section) => {
  expect(settingsChange((name) => fields[name])).toBe(change);
  expect(sectionOfChange(change)).toBe(section);
});

test.each([{ lookup_secret_reveal: 'true' }, { lookup_secret_regenerate: 'true', method: 'lookup_secret' }])(
  '%j changes nothing',
  (fields: Record<string, unknown>) => {
    expect(settingsChange((name) => fields[name])).toBeUndefined();
  },
);
