import { expect, test } from '@jest/globals';
import { differences } from './Difference.tsx';

test('what differs is a line for each value, by the name of its place', () => {
  const before = { '/name/first': 'Ada', '/email': 'a@b.c', '/old': 1 };
  const after = { '/name/first': 'Augusta', '/email': 'a@b.c', '/list': [true, { 'x~1y': 2 }] };
  expect(differences(JSON.stringify(before), JSON.stringify(after))).toEqual([
    { name: 'name.first', before: 'Ada', after: 'Augusta' },
    { name: 'old', before: '1' },
    { name: 'list.0', after: 'true' },
    { name: 'list.1.x/y', after: '2' },
  ]);
});

test('a text that is no JSON, or was cut off, is one value', () => {
  expect(differences(undefined, '{"/name":"A')).toEqual([{ name: '', after: '{"/name":"A' }]);
  expect(differences('"x"', undefined)).toEqual([{ name: '', before: 'x' }]);
  expect(differences('{}', '{}')).toEqual([]);
});
