import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { input, text } from '../../test/support/flows/flowParts.ts';
import { fieldsOf } from '../fields.ts';
import { inputAttributes } from './inputAttributes.ts';
import { declarations, withForeignTitle } from './traitTitles.ts';

const root = path.join(import.meta.dirname, '../..');
const readJson = (file: string): object => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as object;

/** Returns the titles of a schema's traits, each with its field's name. */
const titlesIn = (schema: object, name: string): [name: string, title: string][] => {
  const { properties, title } = fieldsOf(schema);
  if (properties === undefined) return [[name, String(title)]];
  return Object.entries(fieldsOf(properties)).flatMap(([key, inner]) =>
    titlesIn(fieldsOf(inner), `${name}.${key}`),
  );
};

const { properties } = fieldsOf(readJson('provider/kratos/identity.schema.json'));
const own = titlesIn(fieldsOf(fieldsOf(properties).traits), 'traits');

const isForeign = (name: string, title: string): boolean =>
  'foreign' in fieldsOf(withForeignTitle(text(1070002, title, { title }), name).context);

test.each(own)('%s of the product’s own schema is translated', (name, title) => {
  expect(isForeign(name, title)).toBe(false);
});

test('the catalogue’s English titles, which earlier schemas had, are also translated', () => {
  const english = fieldsOf(readJson('locales/en.json'));
  for (const name of Object.keys(declarations))
    expect([name, isForeign(name, String(english[name.replace('traits.', 'trait.')]))]).toEqual([
      name,
      false,
    ]);
});

test.each([
  ['traits.tos', 'Accept Terms of Service'],
  ['traits.doctor', 'I am a doctor'],
])('%s of another schema keeps its title: %s', (name, title) => {
  expect(isForeign(name, title)).toBe(true);
});

test.each([
  ['traits.tos', ''],
  ['traits.terms', 'Accept Terms of Service'],
  ['traits.email', 'Business mail'],
  ['traits.name.first', 'Given name'],
])('%s with the title "%s" is left to the catalogue', (name, title) => {
  expect(isForeign(name, title)).toBe(false);
});

test('the label’s own name takes precedence', () => {
  const label = text(1070002, 'Accept Terms of Service', { name: 'traits.tos' });
  const node = input('default', 'x', 'checkbox', {}, label);
  expect(withForeignTitle(label, inputAttributes(node)?.name ?? '').context).toMatchObject({ foreign: true });
});
