import { expect, test } from '@jest/globals';
import { createTypedFieldsCookie, type TypedFields } from './typedFields.ts';

const secret = 'a secret of thirty-two characters or more';
const cookie = createTypedFieldsCookie({ secret, secure: false });
const fields: TypedFields = [
  ['traits.name.first', 'Zoë; = "\u{1f600}"'],
  ['traits.name.last', ''],
  ['traits.tag', 'a'],
  ['traits.tag', 'b'],
];

/** The Cookie header of a browser that was given a `Set-Cookie`. */
const header = (setCookie = ''): string => `a=b; ${setCookie.split(';')[0] ?? ''}; c=d`;

test('gives the fields back for the same flow, in their order', () => {
  const kept = header(cookie.keep('f1', fields));
  expect(cookie.isIn(kept)).toBe(true);
  expect(cookie.read(kept, 'f1')).toEqual(fields);
  const replica = createTypedFieldsCookie({ secret, secure: true });
  expect(replica.read(kept, 'f1')).toEqual(fields);
});

test('gives nothing for another flow, with another secret, or once it was tampered with', () => {
  const kept = header(cookie.keep('f1', fields));
  expect(cookie.read(kept, 'f2')).toBeUndefined();
  const stranger = createTypedFieldsCookie({ secret: `${secret}!`, secure: false });
  expect(stranger.read(kept, 'f1')).toBeUndefined();
  const value = /portal_typed=([\w-]+)/.exec(kept)?.[1] ?? '';
  for (let at = 0; at < value.length; at += 1) {
    const other = value[at] === 'A' ? 'Q' : 'A';
    const changed = value.slice(0, at) + other + value.slice(at + 1);
    // the last letter may hold bits that stand for nothing
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(value, 'base64url'))) continue;
    expect(cookie.read(`portal_typed=${changed}`, 'f1')).toBeUndefined();
  }
  for (const cut of ['', 'A', value.slice(0, 20), value.slice(0, 40)])
    expect(cookie.read(`portal_typed=${cut}`, 'f1')).toBeUndefined();
});

test('shows neither fields nor equal texts to who reads the cookie', () => {
  const kept = cookie.keep('f1', fields) ?? '';
  expect(kept).not.toEqual(cookie.keep('f1', fields));
  const value = /portal_typed=([\w-]+)/.exec(kept)?.[1] ?? '';
  expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('traits');
});

test('is out of reach of scripts and of other pages, short-lived, and only sent over https where the portal is on it', () => {
  const attributes = ['Path=/settings', 'Max-Age=900', 'HttpOnly', 'SameSite=Lax'];
  expect(cookie.keep('f1', [])?.split('; ').slice(1)).toEqual(attributes);
  const secured = createTypedFieldsCookie({ secret, secure: true });
  expect(secured.keep('f1', [])?.split('; ').slice(1)).toEqual([...attributes, 'Secure']);
  expect(secured.expired).toBe('portal_typed=; Path=/settings; Max-Age=0; HttpOnly; SameSite=Lax; Secure');
});

test('keeps nothing that browsers would cut off or drop', () => {
  const kept = (length: number): string | undefined => cookie.keep('f1', [['traits.a', 'a'.repeat(length)]]);
  expect(kept(2500)).toBeDefined();
  expect(kept(2700)).toBeUndefined();
});
