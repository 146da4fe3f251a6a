import { expect, test } from '@jest/globals';
import { withAddress, withName } from './localhost.ts';

test.each([
  ['http://localhost/callback', 'http://127.0.0.2/callback'],
  ['http://localhost:41001/callback?a=b', 'http://127.0.0.2:41001/callback?a=b'],
  ['http://localhost:41001', 'http://127.0.0.2:41001'],
])('Hydra gets %s as %s, and its answer goes back', (uri, address) => {
  expect(withAddress(uri)).toBe(address);
  expect(withName(`${address}?code=a`)).toBe(`${uri}?code=a`);
});

test.each([
  'https://localhost/callback',
  'http://localhost.evil.example/callback',
  'http://localhost@evil.example/callback',
  'http:localhost/callback',
  'http:\\\\localhost:5\\callback',
  'HTTP://LOCALHOST/callback',
  ' http://localhost/callback',
  'https://agent.example/?to=http://localhost/',
])('%s stays as it is', (uri) => {
  expect(withAddress(uri)).toBe(uri);
});
