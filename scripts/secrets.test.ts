import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { withSecrets, wrongModes, wrongSecrets } from './secrets.mjs';

const example = readFileSync(path.join(import.meta.dirname, '../.env.example'), 'utf8');
const names = [
  'COOKIE_SECRET',
  'KRATOS_COOKIE_SECRET',
  'KRATOS_CIPHER_SECRET',
  'HYDRA_SYSTEM_SECRET',
  'HYDRA_COOKIE_SECRET',
  'POSTGRES_PASSWORD',
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
  ['HYDRA_SYSTEM_SECRET', 'fifteen-letters', 'at least 16'],
  ['HYDRA_COOKIE_SECRET', `${'a'.repeat(20)},b`, 'commas'],
  ['POSTGRES_PASSWORD', 'a/b@c/d@e/f@g/h@i', 'letters, digits'],
  ['KRATOS_POSTGRES_PASSWORD', 'a/b@c/d@e/f@g/h@i', 'letters, digits'],
  ['HYDRA_POSTGRES_PASSWORD', 'a/b@c/d@e/f@g/h@i', 'letters, digits'],
  ['POSTGRES_PASSWORD', 'fifteen-letters', 'at least 16'],
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

test('a secret of the provider may be followed by older ones, which have to be as good', () => {
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

test.each([
  [{ KRATOS_DEV: 'true', PORTAL_URL: 'https://portal.example' }, ['must be false']],
  [{ KRATOS_DEV: 'true', PORTAL_URL: ' HTTPS://portal.example' }, ['must be false']],
  [{ KRATOS_DEV: 'yes', PORTAL_URL: 'http://localhost:3000' }, ['must be true or false']],
  [{ KRATOS_DEV: 'true', PORTAL_URL: 'http://localhost:3000' }, []],
  [{ KRATOS_DEV: 'false', PORTAL_URL: 'https://portal.example' }, []],
  [{ PORTAL_URL: 'https://portal.example' }, []],
])('the development mode of the provider is refused on https: %j', (values, rules) => {
  const lines = wrongModes(values);
  expect(lines).toHaveLength(rules.length);
  for (const [at, rule] of rules.entries()) expect(lines[at]).toMatch(`KRATOS_DEV ${rule}`);
});
