import { describe, expect, test } from '@jest/globals';
import {
  createFlowAddress,
  createLastAddress,
  createTypedFieldsCookie,
  type TypedFields,
} from './pageCookies.ts';

const secrets = { secret: 'a secret of thirty-two characters or more', portalUrl: 'https://portal.test' };

/** Returns the Cookie header for a `Set-Cookie` line. */
const header = (setCookie = ''): string => `a=b; ${setCookie.split(';')[0] ?? ''}; c=d`;

describe('typed fields', () => {
  const cookie = createTypedFieldsCookie(secrets);
  const fields: TypedFields = [
    ['traits.name.first', 'Zoë; = "\u{1f600}"'],
    ['traits.name.last', ''],
    ['traits.tag', 'a'],
    ['traits.tag', 'b'],
  ];
  const kept = header(cookie.keep('f1', fields));
  const value = /portal_typed=([\w-]+)/.exec(kept)?.[1] ?? '';

  test('are read for the same flow, in order, by any replica', () => {
    expect(cookie.read(kept, 'f1')).toEqual(fields);
    expect(createTypedFieldsCookie(secrets).read(kept, 'f1')).toEqual(fields);
  });

  test('are not read for another flow, with another secret, or after tampering', () => {
    expect(cookie.read(kept, 'f2')).toBeUndefined();
    const stranger = createTypedFieldsCookie({ ...secrets, secret: `${secrets.secret}!` });
    expect(stranger.read(kept, 'f1')).toBeUndefined();
    for (let at = 0; at < value.length; at += 1) {
      const changed = value.slice(0, at) + (value[at] === 'A' ? 'Q' : 'A') + value.slice(at + 1);
      // the last character may hold unused bits
      if (Buffer.from(changed, 'base64url').equals(Buffer.from(value, 'base64url'))) continue;
      expect(cookie.read(`__Host-portal_typed=${changed}`, 'f1')).toBeUndefined();
    }
    for (const cut of ['', 'A', value.slice(0, 20), value.slice(0, 40)])
      expect(cookie.read(`__Host-portal_typed=${cut}`, 'f1')).toBeUndefined();
  });

  test('are revealed by no cookie, nor whether two texts are equal', () => {
    expect(kept).not.toEqual(header(cookie.keep('f1', fields)));
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('traits');
  });

  test('are not kept if browsers would reject the cookie for its size', () => {
    const keepText = (length: number) => cookie.keep('f1', [['traits.a', 'a'.repeat(length)]]);
    expect([keepText(2500) === undefined, keepText(2700) === undefined]).toEqual([false, true]);
  });
});

describe('a flow’s address', () => {
  const flowAddress = createFlowAddress(secrets);

  test('is readable only for its own flow', () => {
    const cookie = flowAddress.keep('f1', 'ada@example.org') ?? '';
    expect(flowAddress.read(cookie, 'f1')).toBe('ada@example.org');
    expect(flowAddress.read(cookie, 'f2')).toBeUndefined();
    expect(cookie).not.toContain('ada');
  });

  test.each(['ada', 'ada@', '@example.org', 'a da@example.org', `${'a'.repeat(250)}@example.org`])(
    'is not kept if it is none: %s',
    (text) => expect(flowAddress.keep('f1', text)).toBeUndefined(),
  );
});

describe('the address of the last sign-in', () => {
  const lastAddress = createLastAddress(secrets);
  const kept = lastAddress.keep('ada@example.org', undefined) ?? '';

  test('is encrypted, and kept for a year', () => {
    expect(lastAddress.read(header(kept))).toBe('ada@example.org');
    expect(kept).toMatch(/^__Host-portal_last_address=(?:(?!ada).)*; Max-Age=31536000; HttpOnly/);
  });

  test('is set once, and replaced or deleted when another account signs in', () => {
    expect(lastAddress.keep('ada@example.org', header(kept))).toBeUndefined();
    expect(lastAddress.read(lastAddress.keep('grace@example.org', header(kept)))).toBe('grace@example.org');
    expect(lastAddress.keep(undefined, header(kept))).toContain('Max-Age=0');
    expect(lastAddress.keep(undefined, 'theme=dark')).toBeUndefined();
    // too long for a cookie
    expect(lastAddress.keep(`${'a'.repeat(4000)}@example.org`, header(kept))).toContain('Max-Age=0');
  });
});
