import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { catalogueIntl } from '../../../test/support/catalogueIntl.ts';
import { fieldLabel, nodeTitle } from './nodeTitle.ts';

const german = catalogueIntl('de');
const node = (name: string, label?: { id: number; text: string; context?: object }): UiNode => ({
  type: 'input',
  group: 'default',
  attributes: { node_type: 'input', name, type: 'text', disabled: false },
  messages: [],
  meta: label ? { label: { type: 'info', ...label } } : {},
});

const titleOf = (given: UiNode): string | undefined => nodeTitle(german, given, 0);

test('a trait is named in the page’s language, after the name in its label or its node’s name', () => {
  expect(titleOf(node('traits.name.first', { id: 1070002, text: 'First name' }))).toBe('Vorname');
  const label = { id: 1070002, text: 'Last', context: { title: 'Last', name: 'traits.name.last' } };
  expect(titleOf(node('x', label))).toBe('Nachname');
});

test('a title from a schema other than the product’s is shown unchanged', () => {
  const label = { id: 1070002, text: 'Accept Terms of Service', context: { foreign: true } };
  expect(fieldLabel(german, node('traits.tos', label), 'traits.tos', 0)).toEqual({
    text: 'Accept Terms of Service',
  });
});

test('an identifier that is an e-mail address is labelled as one', () => {
  expect(titleOf(node('identifier', { id: 1070002, text: 'E-Mail' }))).toBe('E-Mail');
  const label = { id: 1070002, text: 'Nickname', context: { title: 'Nickname' } };
  expect(titleOf(node('identifier', label))).toBe('Nickname');
});

test('a trait that the catalogue does not know keeps the title of the schema', () => {
  const label = { id: 1070002, text: 'Shoe size', context: { title: 'Shoe size' } };
  expect(titleOf(node('traits.shoe', label))).toBe('Shoe size');
});

test('a blank label is ignored', () => {
  expect(titleOf(node('x', { id: 9990001, text: '   ' }))).toBeUndefined();
});

test('a field without a label is named after its trait, and a button is not', () => {
  expect(titleOf(node('traits.name.first'))).toBe('Vorname');
  const { attributes, ...others } = node('email');
  expect(
    titleOf({ ...others, attributes: { ...attributes, type: 'submit' } as typeof attributes }),
  ).toBeUndefined();
});

test('any other label is shown as its message, and a node without a label has no title', () => {
  expect(titleOf(node('password', { id: 1070001, text: 'Password' }))).toBe('Passwort');
  expect(titleOf(node('csrf_token'))).toBeUndefined();
});

test.each([
  ['traits.name.first', 'Vorname'],
  ['traits.email', 'E-Mail'],
  ['traits.noTitle', 'No title'],
  ['traits.billing.shoe_size', 'Shoe size'],
  ['traits.billingURL', 'BillingURL'],
  ['traits.größeLinks', 'Größe links'],
  ['traits.tags.0', 'Tags 1'],
  ['traits.email.1', 'E-Mail 2'],
  ['traits.contacts.1.givenName', 'Given name 2'],
  ['nickname', 'Nickname'],
])('a field %s without a label is called %s', (name, title) => {
  expect(fieldLabel(german, node(name), name, 0)).toEqual({ text: title });
});
