import { expect, test } from '@jest/globals';
import { sampleAccounts } from '../../provider/local/seed.ts';
import { readSettings } from './config.ts';
import { localAccounts } from './inProduction.ts';

const secret = 'a secret of thirty-two characters or more';
const KRATOS_PUBLIC_URL = 'http://kratos:4433';

test.each<[string, Record<string, string>]>([
  ['COOKIE_SECRET', { COOKIE_SECRET: 'x'.repeat(32) }],
  ['COOKIE_SECRET', { COOKIE_SECRET: 'ab'.repeat(20) }],
  ['KRATOS_DEV', { KRATOS_DEV: 'true', PORTAL_URL: 'https://portal.example' }],
  ['PORTAL_ADMINS', { PORTAL_ADMINS: 'boss@clinic.example, Admin@Portal.example' }],
  ['PORTAL_ADMINS', { PORTAL_ADMINS: 'user@portal.example' }],
])('refuses %s in production: %j, in one line without the value', (name, wrong) => {
  const environment = { KRATOS_PUBLIC_URL, COOKIE_SECRET: secret, ...wrong };
  expect(() => readSettings(environment)).not.toThrow();
  const read = (): unknown => readSettings({ ...environment, NODE_ENV: 'production' });
  expect(read).toThrow(new RegExp(`settings:\\n  ${name}: [^\\n]*$`));
  for (const value of Object.values(wrong).filter((one) => one !== 'true'))
    expect(read).not.toThrow(new RegExp(value));
});

test('allows the provider’s development mode in production on plain http, for a first look', () => {
  const environment = { KRATOS_PUBLIC_URL, COOKIE_SECRET: secret, NODE_ENV: 'production' };
  const settings = readSettings({
    ...environment,
    KRATOS_DEV: 'true',
    PORTAL_URL: 'http://localhost:3000',
  });
  expect(settings.HSTS).toBe('subdomains');
});

test('knows the local accounts that `npm start` creates', () => {
  expect(localAccounts).toEqual(sampleAccounts.map(({ email }) => email));
});

test('requires the cookie secret in production', () => {
  expect(() => readSettings({ KRATOS_PUBLIC_URL, NODE_ENV: 'production' })).toThrow('COOKIE_SECRET');
  expect(
    readSettings({ KRATOS_PUBLIC_URL, NODE_ENV: 'production', COOKIE_SECRET: secret }).COOKIE_SECRET,
  ).toBe(secret);
});
