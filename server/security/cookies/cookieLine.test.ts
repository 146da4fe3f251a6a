import { expect, test } from '@jest/globals';
import { withSecure } from './cookieLine.ts';

test.each([
  'ory_kratos_session=a; Path=/; HttpOnly; SameSite=Lax',
  'ory_kratos_session=; Path=/; Max-Age=0',
  'ory_kratos_session=a',
  'a="b; c"; Path=/secure; Comment=secure',
])('a cookie without Secure gets it: %s', (line) => {
  expect(withSecure(line)).toBe(`${line}; Secure`);
});

test.each(['a=b; Secure', 'a=b;secure;Path=/', 'a=b; SECURE ; Path=/', 'a=b; Secure=false'])(
  'a cookie that browsers take as Secure stays as it is: %s',
  (line) => {
    expect(withSecure(line)).toBe(line);
  },
);
