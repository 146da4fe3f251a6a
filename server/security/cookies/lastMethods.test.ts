import { expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
import { lastMethods, rememberMethods } from './lastMethods.ts';

const sessionWith = (...methods: object[]): Session => ({ id: 's1', authentication_methods: methods });

const password = { method: 'password', completed_at: '2026-01-31T12:00:00Z' };
const totp = { method: 'totp', completed_at: '2026-01-31T12:00:09Z' };
const google = { method: 'oidc', provider: 'google', completed_at: '2026-02-01T12:00:00Z' };

const portalUrl = 'http://portal.test';

const kept = (line: string | undefined): string => line?.split(';')[0] ?? '';

test('remembers the names of the methods alone, the latest first', () => {
  const line = rememberMethods(sessionWith(password, totp), undefined, portalUrl);
  expect(line).toBe('portal_methods=totp~password; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax');
  expect(lastMethods(kept(line), portalUrl)).toEqual(['totp', 'password']);
});

test('backup codes never come first: they count as used when they are set up, and are for when nothing else is at hand', () => {
  const codes = { method: 'lookup_secret', completed_at: '2026-01-31T12:01:00Z' };
  const line = rememberMethods(sessionWith(password, totp, codes), undefined, portalUrl);
  expect(lastMethods(kept(line), portalUrl)).toEqual(['totp', 'password']);
});

test('a sign-in with other methods comes first, and the ones before are kept', () => {
  const line = rememberMethods(sessionWith(google), 'theme=dark; portal_methods=totp~password', portalUrl);
  expect(lastMethods(kept(line), portalUrl)).toEqual(['oidc.google', 'totp', 'password']);
});

test('a backup code, just made or used for want of anything else, is no way to begin with', () => {
  const codes = { method: 'lookup_secret', completed_at: '2026-02-02T12:00:00Z' };
  const line = rememberMethods(sessionWith(password, totp, codes), undefined, portalUrl);
  expect(lastMethods(kept(line), portalUrl)).toEqual(['totp', 'password']);
});

test('sets no cookie when it says so already', () => {
  expect(
    rememberMethods(sessionWith(password, totp), 'portal_methods=totp~password', portalUrl),
  ).toBeUndefined();
});

test.each(['<script>', '', 'A', 'password~../..', 'x'.repeat(40)])(
  'reads no method that cannot be one: %s',
  (value) => {
    expect(lastMethods(`portal_methods=${value}`, portalUrl).filter((name) => name !== 'password')).toEqual(
      [],
    );
  },
);
