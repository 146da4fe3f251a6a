import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { read } from '../test/support/composeFile.ts';
import { newDirectory } from '../test/support/newDirectory.ts';
import { inconsistencies } from '../server/settings/inconsistencies.mjs';
import {
  misspeltNames,
  oldCompose,
  unknownNames,
  withSecrets,
  wrongProductName,
  wrongSecrets,
} from './secrets.mjs';

const example = read('.env.example');

/** Copies what `npm run secrets` needs. @returns the folder */
function cloneForSecrets(): string {
  const clone = newDirectory();
  for (const name of ['scripts/secrets.mjs', 'server/settings', '.env.example'])
    cpSync(path.join(import.meta.dirname, '..', name), path.join(clone, name), { recursive: true });
  return clone;
}

const names = [
  'COOKIE_SECRET',
  'KRATOS_COOKIE_SECRET',
  'KRATOS_CIPHER_SECRET',
  'KRATOS_HOOKS_KEY',
  'HYDRA_SYSTEM_SECRET',
  'HYDRA_COOKIE_SECRET',
  'KRATOS_POSTGRES_PASSWORD',
  'HYDRA_POSTGRES_PASSWORD',
  'KETO_POSTGRES_PASSWORD',
];
const valid = Object.fromEntries(
  names.map((name) => [name, 'f3a91c07be52d846'.padEnd(32, 'q7Zw-x2Kd_Yp4TvB')]),
);

test('every empty secret of .env.example gets its own valid value', () => {
  const { text, made } = withSecrets(example);
  const values = parseEnv(text);
  expect(made).toEqual(names);
  expect(wrongSecrets(values)).toEqual([]);
  expect(new Set(names.map((name) => values[name])).size).toBe(names.length);
});

test('existing secrets and everything else in the file are kept', () => {
  const once = withSecrets(example).text;
  expect(withSecrets(once)).toEqual({ text: once, made: [] });
  const own = 'PRODUCT_NAME=Ward\nCOOKIE_SECRET="my own"\n# a note';
  expect(withSecrets(own).text).toContain(`${own}\nKRATOS_COOKIE_SECRET=`);
});

test('each missing secret is reported in one line that says how to create it', () => {
  const lines = wrongSecrets({});
  expect(lines).toHaveLength(names.length);
  for (const [index, name] of names.entries())
    expect(lines[index]).toBe(`${name} is missing; \`npm run secrets\` makes it`);
});

test.each([
  ['COOKIE_SECRET', 'short', 'at least 32'],
  ['KRATOS_COOKIE_SECRET', 'fifteen-letters', 'at least 16'],
  ['KRATOS_COOKIE_SECRET', `${'a'.repeat(20)},b`, 'commas'],
  ['KRATOS_CIPHER_SECRET', 'a'.repeat(33), 'exactly 32'],
  ['KRATOS_HOOKS_KEY', 'short', 'at least 32'],
  ['HYDRA_SYSTEM_SECRET', 'fifteen-letters', 'at least 16'],
  ['HYDRA_COOKIE_SECRET', `${'a'.repeat(20)},b`, 'commas'],
  ['KRATOS_POSTGRES_PASSWORD', 'a/b@c/d@e/f@g/h@i', 'letters, digits'],
  ['HYDRA_POSTGRES_PASSWORD', 'a/b@c/d@e/f@g/h@i', 'letters, digits'],
  ['KETO_POSTGRES_PASSWORD', 'a/b@c/d@e/f@g/h@i', 'letters, digits'],
])(
  'a malformed %s (%s) is reported in one line that states the rule but not the value',
  (name, value, rule) => {
    const [line, ...more] = wrongSecrets({ ...valid, [name]: value });
    expect(more).toEqual([]);
    expect(line).toContain(name);
    expect(line).toContain(rule);
    expect(line).not.toContain(value);
  },
);

test('a secret of the provider may be followed by older ones, which must follow the same rule', () => {
  const names = [
    'KRATOS_COOKIE_SECRET',
    'KRATOS_CIPHER_SECRET',
    'HYDRA_SYSTEM_SECRET',
    'HYDRA_COOKIE_SECRET',
  ];
  for (const name of names) {
    const secret = valid[name] ?? '';
    const older = secret.slice(16) + secret.slice(0, 16);
    expect(wrongSecrets({ ...valid, [name]: `${secret},${older}` })).toEqual([]);
    expect(wrongSecrets({ ...valid, [name]: `${secret},${'a'.repeat(32)}` })).toHaveLength(1);
    expect(wrongSecrets({ ...valid, [name]: `${secret}, ${older}` })).toHaveLength(1);
  }
  expect(wrongSecrets({ ...valid, COOKIE_SECRET: `${valid.COOKIE_SECRET},b` })).toEqual([]);
});

test.each(names.flatMap((name) => ['a'.repeat(32), 'ab'.repeat(16)].map((value) => [name, value])))(
  'a %s that is not random (%s) is reported in one line without its value',
  (name, value) => {
    const [line, ...more] = wrongSecrets({ ...valid, [name]: value });
    expect(more).toEqual([]);
    expect(line).toBe(`${name} must be random: it repeats itself, or has too few different characters`);
  },
);

const local = 'http://localhost:3000';

test.each<[Record<string, string>, string[]]>([
  [{ PORTAL_URL: local }, []],
  [{ PORTAL_URL: 'http://127.0.0.1:3000' }, []],
  [{ PORTAL_URL: 'http://portal.localhost' }, []],
  [{ PORTAL_URL: 'https://portal.example' }, []],
  [{ PORTAL_URL: 'http://portal.example' }, ['PORTAL_URL: must .*PORTAL_URL=https://portal.example$']],
  [
    { PORTAL_URL: ' HTTP://localhost.example' },
    ['PORTAL_URL: must .* PORTAL_URL=https://localhost.example$'],
  ],
  [{ COMPOSE_PROFILES: 'mail,tls', TRUST_PROXY: '1' }, []],
  [{ COMPOSE_PROFILES: 'mail,tls' }, ['TRUST_PROXY: must .* TRUST_PROXY=1$']],
  [{ COMPOSE_PROFILES: 'mail,tsl' }, ['COMPOSE_PROFILES: must .* COMPOSE_PROFILES=mail,tls$']],
  [{ PORTAL_PORT: '3001-3002', PORTAL_URL: local }, ['PORTAL_URL: must .*=http://localhost:3001$']],
  [{ PORTAL_PORT: '8000-8003', PORTAL_URL: `${local}/` }, ['PORTAL_URL: must .*=http://localhost:8000$']],
  [{ PORTAL_PORT: '3001', PORTAL_REPLICAS: '1', PORTAL_URL: 'http://localhost:3001' }, []],
  [{ PORTAL_PORT: '2999-3002', PORTAL_URL: local }, []],
  [{ PORTAL_PORT: '0', PORTAL_URL: local }, ['PORTAL_URL: must .*=https://account.example$']],
  [{ POSTGRES_REPLICAS: '0', KRATOS_DSN: 'postgres://db/kratos' }, ['KRATOS_DSN, HYDRA_DSN, KETO_DSN: must']],
  [{ PORTAL_PORT: '3000' }, ['PORTAL_PORT: must .* 2 replicas: PORTAL_PORT=3000-3001$']],
  [{ PORTAL_REPLICAS: '4' }, ['PORTAL_PORT: must .* 4 replicas: PORTAL_PORT=3000-3003$']],
  [{ PORTAL_PORT: '0', PORTAL_REPLICAS: '4', PORTAL_URL: 'https://portal.example' }, []],
  [{ SMTP_URL: 'smtp://mail:1025/?disable_starttls=true', COMPOSE_PROFILES: '' }, ['SMTP_URL: must']],
  [{ SMTP_URL: 'smtp://mail:1025/?disable_starttls=true', COMPOSE_PROFILES: 'mail' }, []],
  [{ SMTP_URL: 'smtps://user:password@mail.example:465/' }, []],
  [{ SMTP_URL: 'mail.example:465' }, ['SMTP_URL: must .* SMTP_URL=smtps://user:password@mail.example:465/$']],
])('settings that contradict each other are reported: %j', (values, rules) => {
  const lines = inconsistencies(values);
  expect(lines).toHaveLength(rules.length);
  for (const [at, rule] of rules.entries()) expect(lines[at]).toMatch(new RegExp(`^${rule}`));
});

test('the settings of .env.example agree with each other', () => {
  expect(inconsistencies(parseEnv(example))).toEqual([]);
});

test.each<[Record<string, string>, string[]]>([
  [{ BRAND_FILE: '/brand/harbour/brand.json', PRODUCT_NAME: 'Harbour Dental' }, []],
  [
    { BRAND_FILE: '/brand/harbour/brand.json', PRODUCT_NAME: 'Ward' },
    ['PRODUCT_NAME must be Harbour Dental'],
  ],
  [{ BRAND_FILE: '/brand/harbour/brand.json' }, ['PRODUCT_NAME must be Harbour Dental']],
  [{ BRAND_FILE: '/brand/missing.json', PRODUCT_NAME: 'Ward' }, []],
  [{ BRAND_FILE: '', PRODUCT_NAME: 'Ward' }, []],
])('a brand with another name than Kratos’ is reported: %j', (values, rules) => {
  const lines = wrongProductName(values, path.join(import.meta.dirname, '../docs/brands'));
  expect(lines).toEqual(rules.map((rule) => expect.stringContaining(rule)));
});

test('a misspelt name is reported with the one that was meant, even if that one is set as well', () => {
  const values = {
    ...parseEnv(example),
    PRODUCT_NAM: 'Ward',
    PORTAL_ADMIN_ALL: 'aal1',
    KRATOS_IMAG: 'kratos',
  };
  expect(misspeltNames(values, example)).toEqual([
    'PRODUCT_NAM is not a setting; did you mean PRODUCT_NAME?',
    'PORTAL_ADMIN_ALL is not a setting; did you mean PORTAL_ADMIN_AAL?',
    'KRATOS_IMAG is not a setting; did you mean KRATOS_IMAGE?',
  ]);
});

test('variables of the image and of Compose are not misspellings', () => {
  const names = ['PATH', 'HOME', 'HOSTNAME', 'NODE_VERSION', 'YARN_VERSION', 'COMPOSE_FILE', 'MY_OWN'];
  expect(misspeltNames(Object.fromEntries(names.map((name) => [name, ''])), example)).toEqual([]);
});

test('names that no setting has, such as those of an older release, are listed, and are no fault', () => {
  const values = { ...parseEnv(example), DRAIN_TIMEOUT_MS: '20000', COMPOSE_FILE: 'own.yml', MY_OWN: '1' };
  expect(unknownNames(values, example)).toEqual(['DRAIN_TIMEOUT_MS', 'MY_OWN']);
  const clone = cloneForSecrets();
  writeFileSync(path.join(clone, '.env'), 'DRAIN_TIMEOUT_MS=20000\n');
  const { status, stdout } = spawnSync(process.execPath, [path.join(clone, 'scripts/secrets.mjs')], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toContain('probably without effect: DRAIN_TIMEOUT_MS\n');
});

test('every fault of .env is reported at once, with exit code 1', () => {
  const clone = cloneForSecrets();
  const run = () =>
    spawnSync(process.execPath, [path.join(clone, 'scripts/secrets.mjs')], { encoding: 'utf8' });
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  appendFileSync(path.join(clone, '.env'), 'COOKIE_SECRET=short\nCOMPOSE_PROFILES=tls\nPRODUCT_NAM=Ward\n');
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^COOKIE_SECRET must/),
    expect.stringMatching(/^TRUST_PROXY: must/),
    expect.stringMatching(/^SMTP_URL: must/),
    expect.stringMatching(/^PRODUCT_NAM is not/),
  ]);
});

test('.env is readable by its owner alone afterwards, and a line says so if it was not before', () => {
  const clone = cloneForSecrets();
  const file = path.join(clone, '.env');
  const complete = (): string =>
    spawnSync(process.execPath, [path.join(clone, 'scripts/secrets.mjs')], { encoding: 'utf8' }).stdout;
  const mode = (): number => statSync(file).mode & 0o777;
  const line = /^\.env could be read by other users of this machine/m;
  expect(complete()).not.toMatch(line);
  expect(mode()).toBe(0o600);
  chmodSync(file, 0o644);
  const before = readFileSync(file, 'utf8');
  expect(complete()).toMatch(line);
  expect(mode()).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(before);
  chmodSync(file, 0o640);
  writeFileSync(file, '');
  expect(complete()).toMatch(line);
  expect(mode()).toBe(0o600);
  expect(complete()).not.toMatch(line);
});

test.each(['2.34.0\n', 'v2.29.7', '1.29.2'])('says that Compose %j is too old', (version) => {
  expect(oldCompose(version)).toEqual([expect.stringContaining('2.35')]);
});

test.each(['2.35.0\n', 'v2.40.1', '5.0.0', 'dev', ''])('has nothing against Compose %j', (version) => {
  expect(oldCompose(version)).toEqual([]);
});
