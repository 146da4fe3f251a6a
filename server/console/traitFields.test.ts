import { expect, test } from '@jest/globals';
import { parseExactly } from '../../shared/exactJson.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { formFields, withTyped } from './traitFields.ts';

const text = { type: 'string' };
const schema = {
  properties: {
    email: { ...text, format: 'email', title: 'E-Mail' },
    born: { ...text, format: 'date' },
    age: { type: 'integer' },
    ward: { type: 'number', enum: [1, 2] },
    calls: { type: 'boolean' },
    nick: { type: ['string', 'null'] },
    either: { type: ['string', 'number'] },
    tags: { type: 'array', items: text },
    name: { type: 'object', properties: { first: text }, required: ['first'] },
  },
  required: ['email'],
};

const traits = fieldsOf(
  parseExactly(
    '{"email":"a@b.example","born":"31.1.2026","age":12345678901234567,"ward":3,"nick":null,"tags":["a"]}',
  ),
);

test('a form shows what it can send back unchanged', () => {
  const shown = formFields(schema, traits).map(({ path, type, value, choices }) => [
    path,
    type,
    value,
    choices,
  ]);
  expect(shown).toEqual([
    ['/email', 'email', 'a@b.example', undefined],
    ['/born', 'text', '31.1.2026', undefined],
    ['/age', 'number', '12345678901234567', undefined],
    ['/ward', 'number', '3', ['1', '2', '3']],
    ['/calls', 'boolean', '', undefined],
    ['/nick', 'text', '', undefined],
    ['/name/first', 'text', '', undefined],
  ]);
  const wrong = { email: 'a\nb', age: { deep: 1 }, calls: 'yes' };
  expect(formFields(schema, wrong).map(({ path }) => path)).not.toEqual(
    expect.arrayContaining(['/email', '/age', '/calls']),
  );
  expect(formFields(schema, {}).filter(({ isRequired }) => isRequired)).toHaveLength(1);
});

test('a form that was not touched changes nothing', () => {
  const sent = Object.fromEntries(formFields(schema, traits).map(({ path, value }) => [path, value]));
  expect(withTyped(schema, traits, sent)).toBe(traits);
  expect(withTyped(schema, traits, {})).toBe(traits);
});

test('what is typed gets the type of its field; what has another one stays a text, for Kratos to refuse', () => {
  const typed = {
    '/age': '98765432109876543',
    '/ward': '2',
    '/calls': 'false',
    '/born': '',
    '/name/first': 'Ada',
  };
  expect(JSON.stringify(withTyped(schema, traits, typed))).toBe(
    '{"email":"a@b.example","age":98765432109876543,"ward":2,"nick":null,"tags":["a"],"calls":false,"name":{"first":"Ada"}}',
  );
  expect(withTyped(schema, {}, { '/age': 'twelve' })).toEqual({ age: 'twelve' });
});
