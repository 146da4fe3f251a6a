import { expect, test } from '@jest/globals';
import { createTypedFieldsCookie, type TypedFields } from './typedFields.ts';

const secret = 'a secret of thirty-two characters or more';
const portalUrl = 'http://portal.test';
const cookie = createTypedFieldsCookie({ secret, portalUrl });
const fields: TypedFields = [
  ['traits.name.first', 'Zoë; = "\u{1f600}"'],
  ['traits.name.last', ''],
  ['traits.tag', 'a'],
  ['traits.tag', 'b'],
];

/** Returns the Cookie header for a `Set-Cookie` line. */
const header = (setCookie = ''): string => `a=b; ${setCookie.split(';')[0] ?? ''}; c=d`;

test('the fields are read for the same flow, in order', () => {
  const kept = header(cookie.keep('f1', fields));
  expect(cookie.read(kept, 'f1')).toEqual(fields);
  const replica = createTypedFieldsCookie({ secret, portalUrl });
  expect(replica.read(kept, 'f1')).toEqual(fields);
});

test('no fields are read for another flow, with another secret, or after tampering', () => {
  const kept = header(cookie.keep('f1', fields));
  expect(cookie.read(kept, 'f2')).toBeUndefined();
  const stranger = createTypedFieldsCookie({ secret: `${secret}!`, portalUrl });
  expect(stranger.read(kept, 'f1')).toBeUndefined();
  const value = /portal_typed=([\w-]+)/.exec(kept)?.[1] ?? '';
  for (let at = 0; at < value.length; at += 1) {
    const other = value[at] === 'A' ? 'Q' : 'A';
    const changed = value.slice(0, at) + other + value.slice(at + 1);
    // the last character may hold unused bits
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(value, 'base64url'))) continue;
    expect(cookie.read(`portal_typed=${changed}`, 'f1')).toBeUndefined();
  }
  for (const cut of ['', 'A', value.slice(0, 20), value.slice(0, 40)])
    expect(cookie.read(`portal_typed=${cut}`, 'f1')).toBeUndefined();
});

test('the cookie reveals neither the fields nor whether two texts are equal', () => {
  const kept = cookie.keep('f1', fields) ?? '';
  expect(kept).not.toEqual(cookie.keep('f1', fields));
  const value = /portal_typed=([\w-]+)/.exec(kept)?.[1] ?? '';
  expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('traits');
});

test('the cookie is hidden from scripts and short-lived, and on https no other host can set it', () => {
  const attributes = ['Path=/', 'Max-Age=900', 'HttpOnly', 'SameSite=Lax'];
  expect(cookie.keep('f1', [])?.split('; ').slice(1)).toEqual(attributes);
  const secured = createTypedFieldsCookie({ secret, portalUrl: 'https://portal.test' });
  expect(secured.keep('f1', [])?.split('; ').slice(1)).toEqual([...attributes, 'Secure']);
  expect(secured.forget(secured.keep('f1', []))).toBe(
    '__Host-portal_typed=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  );
  expect(secured.forget('a=b')).toBeUndefined();
});

test('no fields are kept if browsers would reject the cookie for its size', () => {
  const kept = (length: number): string | undefined => cookie.keep('f1', [['traits.a', 'a'.repeat(length)]]);
  expect(kept(2500)).toBeDefined();
  expect(kept(2700)).toBeUndefined();
});
