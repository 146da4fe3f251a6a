import { expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
import { lastMethods, rememberMethods } from './lastMethods.ts';

const sessionWith = (...methods: object[]): Session => ({ id: 's1', authentication_methods: methods });

const password = { method: 'password', completed_at: '2026-01-31T12:00:00Z' };
const totp = { method: 'totp', completed_at: '2026-01-31T12:00:09Z' };
const google = { method: 'oidc', provider: 'google', completed_at: '2026-02-01T12:00:00Z' };

const portalUrl = 'http://portal.test';

const kept = (line: string | undefined): string => line?.split(';')[0] ?? '';

test('only the names of the methods are remembered, the latest first', () => {
  const line = rememberMethods(sessionWith(password, totp), undefined, portalUrl);
  expect(line).toBe('portal_methods=totp~password; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax');
  expect(lastMethods(kept(line), portalUrl)).toEqual(['totp', 'password']);
});

test('the methods of a new sign-in come first, and the earlier ones are kept', () => {
  const line = rememberMethods(sessionWith(google), 'theme=dark; portal_methods=totp~password', portalUrl);
  expect(lastMethods(kept(line), portalUrl)).toEqual(['oidc.google', 'totp', 'password']);
});

test('a method that was set up after the sign-in is not remembered', () => {
  const signedIn = { ...sessionWith(password, totp, google), authenticated_at: totp.completed_at };
  expect(lastMethods(kept(rememberMethods(signedIn, undefined, portalUrl)), portalUrl)).toEqual([
    'totp',
    'password',
  ]);
});

test('a backup code does not come first, even if it was used last', () => {
  const codes = { method: 'lookup_secret', completed_at: '2026-02-02T12:00:00Z' };
  const line = rememberMethods(sessionWith(password, totp, codes), undefined, portalUrl);
  expect(lastMethods(kept(line), portalUrl)).toEqual(['totp', 'password']);
});

test('no cookie is set if it would not change', () => {
  expect(
    rememberMethods(sessionWith(password, totp), 'portal_methods=totp~password', portalUrl),
  ).toBeUndefined();
});

test.each(['<script>', '', 'A', 'password~../..', 'x'.repeat(40)])(
  'an impossible name of a method is not read: %s',
  (value) => {
    expect(lastMethods(`portal_methods=${value}`, portalUrl).filter((name) => name !== 'password')).toEqual(
      [],
    );
  },
);
