import { expect, test } from '@jest/globals';
import { sampleAccounts } from '../../provider/local/seed.ts';
import { readSettings } from './config.ts';
import { localAccounts } from './inProduction.ts';
import { startWarnings } from './startWarnings.ts';

const secret = 'a secret of thirty-two characters or more';
const KRATOS_PUBLIC_URL = 'http://kratos:4433';
const hooksKey = 'a-key-of-thirty-two-characters-or-more';
const asked = { KRATOS_ADMIN_URL: 'http://kratos:4434', KRATOS_HOOKS_KEY: hooksKey };

test.each<[string, Record<string, string>]>([
  ['COOKIE_SECRET', { COOKIE_SECRET: 'x'.repeat(32) }],
  ['COOKIE_SECRET', { COOKIE_SECRET: 'ab'.repeat(20) }],
  ['KRATOS_HOOKS_KEY', { KRATOS_HOOKS_KEY: 'ab'.repeat(20) }],
  ['KRATOS_HOOKS_KEY', { KRATOS_HOOKS_KEY: `${hooksKey},${'ab'.repeat(20)}` }],
  ['PORTAL_URL', { PORTAL_URL: 'http://portal.example' }],
  ['TRUST_PROXY', { COMPOSE_PROFILES: 'tls' }],
  ['COMPOSE_PROFILES', { COMPOSE_PROFILES: 'nginx' }],
  ['PORTAL_ADMINS', { PORTAL_ADMINS: 'boss@clinic.example, Admin@Portal.example' }],
  ['PORTAL_ADMINS', { PORTAL_ADMINS: 'user@portal.example' }],
])('refuses %s in production: %j, in one line without the value', (name, wrong) => {
  const environment = { KRATOS_PUBLIC_URL, COOKIE_SECRET: secret, ...asked, ...wrong };
  expect(() => readSettings(environment)).not.toThrow();
  const read = (): unknown => readSettings({ ...environment, NODE_ENV: 'production' });
  expect(read).toThrow(new RegExp(`settings:\\n  ${name}: [^\\n]*$`));
  // what is no secret is named with the line that mends it
  for (const value of Object.values(wrong).filter((one) => !/^(?:tls|http:.*)$/.test(one)))
    expect(read).not.toThrow(new RegExp(value));
});

test('says of a mail server’s URL in one line how it begins, where it has another scheme', () => {
  const environment = { KRATOS_PUBLIC_URL, COOKIE_SECRET: secret, ...asked, SMTP_URL: 'mail.example:25' };
  for (const NODE_ENV of ['development', 'production'])
    expect(() => readSettings({ ...environment, NODE_ENV })).toThrow(
      /settings:\n {2}SMTP_URL: must begin with smtps:[^\n]*SMTP_URL=smtps:[^\n]*$/,
    );
});

test('allows plain http on localhost in production, for a first look', () => {
  const environment = { KRATOS_PUBLIC_URL, COOKIE_SECRET: secret, ...asked, NODE_ENV: 'production' };
  const settings = readSettings({ ...environment, PORTAL_URL: 'http://localhost:3000' });
  expect(settings.HSTS).toBe('subdomains');
});

test('knows the local accounts that `npm start` creates', () => {
  expect(localAccounts).toEqual(sampleAccounts.map(({ email }) => email));
});

test.each(['COOKIE_SECRET', 'KRATOS_HOOKS_KEY', 'KRATOS_ADMIN_URL'] as const)(
  'requires %s in production, and nowhere else',
  (name) => {
    const { [name]: own, ...others } = { KRATOS_PUBLIC_URL, COOKIE_SECRET: secret, ...asked };
    expect(() => readSettings({ ...others, NODE_ENV: 'production' })).toThrow(
      new RegExp(`settings:\\n  ${name}: is required in production[^\\n]*$`),
    );
    expect([readSettings({ ...others, [name]: own, NODE_ENV: 'production' })[name]].flat()).toEqual([own]);
    expect(() => readSettings(others)).not.toThrow();
  },
);

test('a project of Ory Network has an admin API', () => {
  const set = { ORY_SDK_URL: 'https://p.example', COOKIE_SECRET: secret, KRATOS_HOOKS_KEY: hooksKey };
  expect(() => readSettings({ ...set, NODE_ENV: 'production' })).not.toThrow();
});

test('starts in front of a Kratos that does not ask only with KRATOS_HOOKS=off', () => {
  const set = { KRATOS_PUBLIC_URL, COOKIE_SECRET: secret, NODE_ENV: 'production' };
  expect(() => readSettings(set)).toThrow('KRATOS_HOOKS=off');
  expect(readSettings({ ...set, KRATOS_HOOKS: 'off' }).KRATOS_HOOKS).toBe('off');
});

test.each<[Record<string, string>, RegExp[]]>([
  [{}, [/^KRATOS_HOOKS_KEY is not set/]],
  [{ KRATOS_HOOKS: 'off' }, []],
  [{ KRATOS_HOOKS_KEY: hooksKey, PORTAL_ADMINS: '7b8d2f5e-0000-4000-8000-000000000001' }, []],
  [
    { KRATOS_HOOKS_KEY: hooksKey, PORTAL_ADMINS: 'id, ada@example.org' },
    [/^PORTAL_ADMINS lists addresses, .* KRATOS_ADMIN_URL; list the ids/],
  ],
  [{ ...asked, PORTAL_ADMINS: 'ada@example.org' }, []],
])('%j causes the warnings %j at a start', (set, lines) => {
  const warnings = startWarnings(readSettings({ KRATOS_PUBLIC_URL, ...set }));
  expect(warnings).toEqual(lines.map((line) => expect.stringMatching(line) as unknown));
});
