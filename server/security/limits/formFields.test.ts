import { expect, test } from '@jest/globals';
import { costOf } from '../../../test/support/cost.ts';
import { readFields } from './formFields.ts';

const read = (query: string, body = '', contentType?: string) =>
  Object.fromEntries(readFields(query, Buffer.from(body), contentType));

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
  expect(readFields('', Buffer.from('{"__proto__":{"a":"b"}}'), 'application/json')).toEqual(
    new Map([['__proto__.a', ['b']]]),
  );
});

test('a body that does not match its type is refused, whatever the provider would read from it', () => {
  for (const body of ['{"identifier":"a"} more', '{', 'a=b', '[]', 'null', '"text"', '\ufeff{}'])
    expect(() => read('', body, 'application/json')).toThrow('could not be read');
});

test('a list of content types is refused, because the provider would pick another one', () => {
  expect(() => read('', '{"a":"b"}', `${form}; a=b, application/json`)).toThrow('one type');
});

test('forms that repeat or nest fields beyond any real one are refused before they are slow to read', () => {
  const deep = (depth: number, inner: string): string =>
    `{"a":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`;
  const values = '1,'.repeat(60_000);
  const slow: [string, string][] = [
    ['a=1&'.repeat(65_000), form],
    [deep(100_000, ''), 'application/json'],
    [deep(1500, `${values}1`), 'application/json'],
    [`{"${'x'.repeat(120_000)}":[${values}1]}`, 'application/json'],
  ];
  const plain = costOf(() => read('', `a=${'1'.repeat(250_000)}`, form));
  for (const [body, type] of slow) {
    expect(() => read('', body, type)).toThrow('could not be read');
    const refuse = (): void => {
      try {
        read('', body, type);
      } catch {
        // only its cost matters here
      }
    };
    expect(costOf(refuse) / plain).toBeLessThan(100);
  }
});
