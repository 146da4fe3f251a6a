import { expect, test } from '@jest/globals';
import { readCookie, withSecure } from './cookieHeaders.ts';

test.each([
  ['a=1; a=2', '1'],
  ['a; a=2', '2'],
  ['a=', ''],
  ['ba=1; A=2', undefined],
  [undefined, undefined],
])('of %j reads the first value: %j', (header, value) => {
  expect(readCookie(header, 'a')).toBe(value);
});

test.each([
  'ory_kratos_session=a; Path=/; HttpOnly; SameSite=Lax',
  'ory_kratos_session=; Path=/; Max-Age=0',
  'ory_kratos_session=a',
  'a="b; c"; Path=/secure; Comment=secure',
])('a cookie without Secure gets it: %s', (line) => {
  expect(withSecure(line)).toBe(`${line}; Secure`);
});

test.each(['a=b; Secure', 'a=b;secure;Path=/', 'a=b; SECURE ; Path=/', 'a=b; Secure=false'])(
  'a cookie that browsers treat as Secure is unchanged: %s',
  (line) => {
    expect(withSecure(line)).toBe(line);
  },
);
