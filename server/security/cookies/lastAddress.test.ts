import { expect, test } from '@jest/globals';
import { createLastAddress } from './lastAddress.ts';

const lastAddress = createLastAddress({ secret: 'a secret', portalUrl: 'https://portal.example' });
const kept = lastAddress.keep('ada@example.org', undefined) ?? '';
const header = `theme=dark; ${kept.split(';')[0]}`;

test('the address of a sign-in is encrypted, and hidden from scripts', () => {
  expect(lastAddress.read(header)).toBe('ada@example.org');
  expect(kept).not.toContain('ada');
  expect(kept).toMatch(/^__Host-portal_last_address=.*; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/);
});

test('it is set once, and replaced or deleted when another account signs in', () => {
  expect(lastAddress.keep('ada@example.org', header)).toBeUndefined();
  expect(lastAddress.read(lastAddress.keep('grace@example.org', header))).toBe('grace@example.org');
  expect(lastAddress.keep(undefined, header)).toContain('Max-Age=0');
  expect(lastAddress.keep(undefined, 'theme=dark')).toBeUndefined();
});

test('an address too long for a cookie deletes that of another account', () => {
  expect(lastAddress.keep(`${'a'.repeat(4000)}@example.org`, header)).toContain('Max-Age=0');
});

test('the cookie is deleted if there is one', () => {
  expect(lastAddress.forget(header)).toContain('__Host-portal_last_address=; Path=/; Max-Age=0');
  expect(lastAddress.forget('theme=dark')).toBeUndefined();
});

test('an address that another portal encrypted is not read', () => {
  const other = createLastAddress({ secret: 'another', portalUrl: 'https://portal.example' });
  expect(other.read(header)).toBeUndefined();
});
