import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { withSecrets, wrongSecrets } from './secrets.mjs';

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
const valid = Object.fromEntries(names.map((name) => [name, 'a'.repeat(32)]));

test('every empty secret of .env.example gets a valid value of its own', () => {
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

test('each missing secret is one line that says how to make it', () => {
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
  ['POSTGRES_PASSWORD', 'a/b@c', 'letters, digits'],
  ['KRATOS_POSTGRES_PASSWORD', 'a/b@c', 'letters, digits'],
  ['HYDRA_POSTGRES_PASSWORD', 'a/b@c', 'letters, digits'],
  ['KETO_POSTGRES_PASSWORD', 'a/b@c', 'letters, digits'],
])('a malformed %s (%s) is one line that says what it must be, without its value', (name, value, rule) => {
  const [line, ...more] = wrongSecrets({ ...valid, [name]: value });
  expect(more).toEqual([]);
  expect(line).toContain(name);
  expect(line).toContain(rule);
  expect(line).not.toContain(value);
});
