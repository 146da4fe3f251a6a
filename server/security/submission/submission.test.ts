import { expect, test } from '@jest/globals';
import { fieldsIn, parseSubmission, textsIn } from './submission.ts';

const read = (query: string, body = '', type?: string) =>
  Object.fromEntries(
    fieldsIn([...new URLSearchParams(query), ...parseSubmission(Buffer.from(body), type).pairs]),
  );

const form = 'application/x-www-form-urlencoded';

test('forms, JSON and queries give the same fields', () => {
  const fields = { identifier: ['ada@example.org'], method: ['password'], 'traits.name.first': ['Ada'] };
  const text = 'identifier=ada%40example.org&method=password&traits.name.first=Ada&password=';
  expect(read('', text, form)).toEqual(fields);
  expect(read(text)).toEqual(fields);
  const json =
    '{"identifier":"ada@example.org","method":"password","traits":{"name":{"first":"Ada"}},"password":""}';
  expect(read('', json, 'application/json')).toEqual(fields);
  expect(read('', json, 'Application/problem+JSON; charset=utf-8')).toEqual(fields);
});

test('a repeated name keeps all of its values, the query’s first', () => {
  expect(read('a=1&b=5', 'a=2&a=3', form)).toEqual({ a: ['1', '2', '3'], b: ['5'] });
  expect(read('a=1', '{"a":2,"a":true}', 'application/json')).toEqual({ a: ['1', 'true'] });
});

test('any name is an ordinary key, even __proto__', () => {
  const { pairs } = parseSubmission(Buffer.from('{"__proto__":{"a":"b"}}'), 'application/json');
  expect(pairs).toEqual([['__proto__.a', 'b']]);
});

test('a body that does not match its type is refused, whatever the provider would read from it', () => {
  for (const body of ['{"identifier":"a"} more', '{', 'a=b', '[]', 'null', '"text"', '\ufeff{}'])
    expect(() => read('', body, 'application/json')).toThrow('could not be read');
});

test('a name beyond any real one is refused: each value below it would repeat it', () => {
  expect(() => read('', `{"${'x'.repeat(1001)}":{"a":1}}`, 'application/json')).toThrow('could not be read');
});

test('JSON in a field has the bounds of a form', () => {
  expect(textsIn(`[${Array(200).fill('"a"').join()}]`)).toHaveLength(200);
  expect(() => textsIn(`[${Array(201).fill('"a"').join()}]`)).toThrow('too many fields');
  expect(() => textsIn('['.repeat(18) + ']'.repeat(18))).toThrow('too many fields');
});
