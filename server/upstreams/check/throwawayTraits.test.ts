import { expect, test } from '@jest/globals';
import { throwawayTraits } from './throwawayTraits.ts';

const address = 'a@portal-check.invalid';
const email = {
  type: 'string',
  format: 'email',
  'ory.sh/kratos': { credentials: { password: { identifier: true } }, verification: { via: 'email' } },
};
const schemaOf = (id: string, traits: object): object => ({ id, schema: { properties: { traits } } });

test('an identity gets its address and the traits that its schema requires, and nothing else', () => {
  const traits = {
    type: 'object',
    required: ['tos', 'role', 'age', 'born', 'name', 'tags', 'nick'],
    properties: {
      email,
      tos: { type: 'boolean', const: true },
      role: { enum: ['nurse', 'doctor'] },
      age: { type: 'integer', minimum: 18 },
      born: { type: 'string', format: 'date' },
      name: {
        type: 'object',
        required: ['last'],
        properties: { first: { type: 'string' }, last: { type: 'string', minLength: 3 } },
      },
      tags: { type: 'array', minItems: 1, items: { type: 'string' } },
      nick: { type: 'string', minLength: 1_000_000_000 },
      doctor: { type: 'boolean' },
    },
  };
  expect(throwawayTraits([schemaOf('other', traits)], address)).toEqual({
    schemaId: 'other',
    traits: {
      email: address,
      tos: true,
      role: 'nurse',
      age: 18,
      born: '2000-01-01',
      name: { last: 'xxx' },
      tags: ['x'],
      nick: 'x'.repeat(200),
    },
  });
});

test('the schema named default is preferred, and one without a verifiable address is not used', () => {
  const traits = { type: 'object', properties: { contact: { type: 'object', properties: { mail: email } } } };
  const names = { type: 'object', properties: { name: { type: 'string' } } };
  const chosen = throwawayTraits(
    [schemaOf('default', names), schemaOf('a', traits), schemaOf('default', traits)],
    address,
  );
  expect(chosen).toEqual({ schemaId: 'default', traits: { contact: { mail: address } } });
  expect(throwawayTraits([schemaOf('default', names)], address)).toBeUndefined();
});

test.each([undefined, null, 'schemas', {}, [null, 1, {}], [{ id: 1, schema: [] }], [schemaOf('a', [])]])(
  'there are no traits for an answer without usable schemas: %j',
  (schemas) => {
    expect(throwawayTraits(schemas, address)).toBeUndefined();
  },
);

test('a deeply nested schema is followed only to a limit', () => {
  let traits: object = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  for (let depth = 0; depth < 5000; depth += 1)
    traits = { type: 'object', required: ['a'], properties: { a: traits } };
  const schemas = [
    schemaOf('a', { type: 'object', required: ['deep'], properties: { deep: traits, email } }),
  ];
  expect(JSON.stringify(throwawayTraits(schemas, address)).length).toBeLessThan(500);
});
