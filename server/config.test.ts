import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readSettings, schema, SettingsError } from './config.ts';

const secret = 'x'.repeat(32);
const KRATOS_PUBLIC_URL = 'http://kratos:4433';

describe('readSettings', () => {
  test('fills in the defaults, and a secret of its own outside production', () => {
    const settings = readSettings({ KRATOS_PUBLIC_URL });
    expect(settings).toMatchObject({
      PORT: 3000,
      PORTAL_URL: 'http://localhost:3000',
      PORTAL_ADMIN_AAL: 'aal2',
      DEFAULT_LOCALE: 'en',
      PROVIDER_TIMEOUT_MS: 0,
      RATE_LIMIT: 'on',
      PORTAL_ADMINS: [],
      IDENTITY_SERVICE_URL: 'http://localhost:3000',
    });
    expect(settings.COOKIE_SECRET.length).toBeGreaterThanOrEqual(32);
    expect(readSettings({ KRATOS_PUBLIC_URL }).COOKIE_SECRET).not.toBe(settings.COOKIE_SECRET);
  });

  test('takes an empty variable for an unset one', () => {
    const names = Object.keys(schema.shape).filter((name) => name !== 'KRATOS_PUBLIC_URL');
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    const { COOKIE_SECRET: made, ...settings } = readSettings({ ...empty, KRATOS_PUBLIC_URL });
    expect(made.length).toBeGreaterThanOrEqual(32);
    expect({ ...readSettings({ KRATOS_PUBLIC_URL }), COOKIE_SECRET: made }).toEqual({
      ...settings,
      COOKIE_SECRET: made,
    });
  });

  test.each([
    [undefined, false],
    ['1', 1],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ])('believes the proxies of TRUST_PROXY=%s', (value, expected) => {
    expect(readSettings({ KRATOS_PUBLIC_URL, TRUST_PROXY: value }).TRUST_PROXY).toBe(expected);
  });

  test('lets one Ory Network project stand for every upstream that is not set', () => {
    const settings = readSettings({
      ORY_SDK_URL: 'https://p.example/',
      KRATOS_PUBLIC_URL: 'http://kratos:4433',
    });
    expect(settings.KRATOS_PUBLIC_URL).toBe('http://kratos:4433');
    expect(settings.HYDRA_ADMIN_URL).toBe('https://p.example');
    expect(settings.KETO_READ_URL).toBe('https://p.example');
  });

  test('reads lists with commas and blanks', () => {
    const settings = readSettings({
      KRATOS_PUBLIC_URL,
      PORTAL_ADMINS: 'a@example.org, b@example.org',
      ALLOWED_RETURN_URLS: 'https://a.example',
    });
    expect(settings.PORTAL_ADMINS).toEqual(['a@example.org', 'b@example.org']);
    expect(settings.ALLOWED_RETURN_URLS).toEqual(['https://a.example']);
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORTAL_URL', 'portal.example'],
    ['PORTAL_URL', 'https://portal.example/path'],
    ['KRATOS_PUBLIC_URL', 'ftp://kratos'],
    ['COOKIE_SECRET', 'short'],
    ['PORTAL_ADMIN_AAL', 'aal0'],
    ['DEFAULT_LOCALE', 'tlh'],
    ['PROVIDER_TIMEOUT_MS', '-1'],
    ['RATE_LIMIT', 'maybe'],
    ['SUPPORT_EMAIL', 'help'],
    ['LOG_LEVEL', 'loud'],
    ['HSTS', 'on'],
    ['LOG_CLIENT_ADDRESS', 'some'],
    ['ALLOWED_RETURN_URLS', 'javascript:alert(1)'],
    ['IDENTITY_SERVICE_URL', 'https://id.example;sandbox'],
    ['IDENTITY_SERVICE_URL', 'https://*.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
  ])('refuses to start with %s=%s, naming the setting', (name, value) => {
    expect(() => readSettings({ KRATOS_PUBLIC_URL, [name]: value })).toThrow(SettingsError);
    expect(() => readSettings({ KRATOS_PUBLIC_URL, [name]: value })).toThrow(name);
  });

  test('asks for the address of the identity service', () => {
    expect(() => readSettings({})).toThrow('KRATOS_PUBLIC_URL');
    expect(readSettings({ ORY_SDK_URL: 'https://p.example' }).KRATOS_PUBLIC_URL).toBe('https://p.example');
  });

  test('asks for the cookie secret in production', () => {
    expect(() => readSettings({ KRATOS_PUBLIC_URL, NODE_ENV: 'production' })).toThrow('COOKIE_SECRET');
    expect(
      readSettings({ KRATOS_PUBLIC_URL, NODE_ENV: 'production', COOKIE_SECRET: secret }).COOKIE_SECRET,
    ).toBe(secret);
  });
});

test('docs/settings.md tells of every setting', () => {
  const documented = readFileSync('docs/settings.md', 'utf8');
  expect(Object.keys(schema.shape).filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});
