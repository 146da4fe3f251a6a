import { expect, test } from '@jest/globals';
import { ownCookie } from './ownCookie.ts';

const https = 'https://portal.example';
const http = 'http://localhost:3000';
const cookie = ownCookie('portal_seen', 60);

test('on https a cookie is set with the prefix, and the attributes that browsers require for it', () => {
  expect(cookie.keep('1', https)).toBe(
    '__Host-portal_seen=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(cookie.expired(https)).toBe(
    '__Host-portal_seen=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  );
});

test('on http a cookie is set without the prefix, which browsers refuse there', () => {
  expect(cookie.keep('1', http)).toBe('portal_seen=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  expect(ownCookie('portal_flow').keep('f1', http)).toBe('portal_flow=f1; Path=/; HttpOnly; SameSite=Lax');
});

test.each([
  ['a=b; __Host-portal_seen=1; c=d', '1'],
  ['__Host-portal_seen=a.b~c', 'a.b~c'],
  ['a=b;\t__Host-portal_seen=', ''],
])('on https the value in %j is %j', (header, value) => {
  expect(cookie.read(header, https)).toBe(value);
});

test.each([
  undefined,
  '',
  'portal_seen=1',
  '__Secure-portal_seen=1',
  '__host-portal_seen=1',
  'x__Host-portal_seen=1',
  'a=__Host-portal_seen=1',
  '__Host-portal_seen2=1',
])('on https a cookie that another host of the site could have set is ignored: %j', (header) => {
  expect(cookie.read(header, https)).toBeUndefined();
});

test('on http a cookie of another name is ignored', () => {
  expect(cookie.read('a=b; portal_seen=1', http)).toBe('1');
  expect(cookie.read('__Host-portal_seen=1; my_portal_seen=1', http)).toBeUndefined();
});
