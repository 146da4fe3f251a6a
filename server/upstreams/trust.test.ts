import { describe, expect, test } from '@jest/globals';
import type { StoredIdentity } from './storedIdentity.ts';
import {
  afterProof,
  credentialIds,
  lockedTrust,
  mayHaveUsed,
  mayUse,
  trustKey,
  trustOf,
  withAdded,
  withConfirmed,
  type Trust,
} from './trust.ts';

const password = { config: { hashed_password: '$2a$12$known' } };
const passkeys = (...ids: string[]) => ({
  config: { credentials: ids.map((id) => ({ id })) },
});

const account = (
  credentials: StoredIdentity['credentials'] = { password },
  addresses: Record<string, boolean> = { 'ada@example.org': true },
): StoredIdentity => ({
  id: 'a',
  credentials,
  verifiable_addresses: Object.entries(addresses).map(([value, verified]) => ({ value, verified })),
});

const trusts = (confirmed: string[], more: Partial<Trust> = {}): Trust => ({
  addresses: ['ada@example.org'],
  confirmed,
  known: confirmed,
  ...more,
});

describe('the credentials of an account', () => {
  test('are those that sign in by themselves, and have content', () => {
    expect(
      credentialIds(
        account({
          password,
          oidc: { identifiers: ['acme:1', 'google:2'] },
          passkey: passkeys('k1', 'k2'),
          webauthn: { config: { credentials: [{ id: 'w1' }, { id: 'w2', is_passwordless: true }] } },
          totp: { config: {} },
          lookup_secret: { config: {} },
          code: { identifiers: ['ada@example.org'] },
        }),
      ),
    ).toEqual(['password', 'oidc:acme:1', 'oidc:google:2', 'passkey:k1', 'passkey:k2', 'webauthn:w2']);
  });

  test.each([
    [null],
    [{ password: { config: null } }],
    [{ password: { config: { hashed_password: '' } }, oidc: {}, passkey: {}, webauthn: { config: {} } }],
  ])('are none in %j', (credentials) => {
    expect(credentialIds(account(credentials))).toEqual([]);
  });

  test('include a password that is still to be migrated', () => {
    const migrated = { config: { hashed_password: '', use_password_migration_hook: true } };
    expect(credentialIds(account({ password: migrated }))).toEqual(['password']);
  });
});

describe('a trust record', () => {
  test('knows which credentials counted beside a former address, until the owner secures the account', () => {
    const changed = account({ password }, { 'new@example.org': true });
    const after = afterProof(trusts(['password']), changed, []);
    expect([mayUse(after, changed, 'password'), mayHaveUsed(after, changed, 'password')]).toEqual([
      false,
      true,
    ]);
    const planted = afterProof(trusts([], { known: ['password'] }), changed, []);
    expect(mayHaveUsed(planted, changed, 'password')).toBe(false);
    const before = { ...changed, metadata_admin: { [trustKey]: after } };
    expect(mayHaveUsed(lockedTrust(before, { at: 2, since: 1 }, []), changed, 'password')).toBe(false);
  });

  test('is absent for an account of an administrator', () => {
    for (const metadata of [undefined, null, {}, { ward: 3 }, { [trustKey]: null }, 'text'])
      expect(trustOf({ metadata_admin: metadata })).toBeUndefined();
  });

  test('that cannot be read trusts nothing', () => {
    for (const kept of [true, 'all', {}, { addresses: 'all', confirmed: ['password'], known: [] }]) {
      const trust = trustOf({ metadata_admin: { [trustKey]: kept } });
      expect(trust && mayUse(trust, account(), 'password')).toBe(false);
    }
  });
});

describe('a credential may be used', () => {
  test.each<[string, Trust, StoredIdentity, boolean]>([
    ['confirmed beside the account’s address', trusts(['password']), account(), true],
    [
      'beside a proved and an unproved address',
      trusts(['password']),
      account({ password }, { 'ada@example.org': true, '+49': false }),
      true,
    ],
    ['not confirmed', trusts([]), account(), false],
    [
      'after another address was proved',
      trusts(['password']),
      account({ password }, { 'bob@example.org': true }),
      false,
    ],
    [
      'after a further address was proved',
      trusts(['password']),
      account({ password }, { 'ada@example.org': true, '+49': true }),
      false,
    ],
    ['if the account has none of its kind', trusts(['password']), account({}), false],
  ])('%s', (_what, trust, stored, expected) => {
    expect(mayUse(trust, stored, 'password')).toBe(expected);
  });

  test('only if all of its kind are confirmed, because nobody knows which one was presented', () => {
    const stored = account({ passkey: passkeys('k1', 'k2') });
    expect(mayUse(trusts(['passkey:k1']), stored, 'passkey')).toBe(false);
    expect(mayUse(trusts(['passkey:k1', 'passkey:k2']), stored, 'passkey')).toBe(true);
  });

  test('of a kind that the portal does not know: never', () => {
    expect(mayUse(trusts(['telepathy']), account({ telepathy: password }), 'telepathy')).toBe(false);
  });
});

describe('a credential that is added or presented', () => {
  const keys = account({ passkey: passkeys('theirs', 'mine') });

  test('with a mailed code does not confirm one of several people’s', () => {
    const trust = trusts([], { known: ['passkey:theirs'] });
    expect(withConfirmed(trust, keys, ['passkey']).confirmed).toEqual([]);
    expect(
      withConfirmed(trusts([], { known: ['passkey:theirs', 'passkey:mine'] }), keys, ['passkey']).confirmed,
    ).toEqual(['passkey:theirs', 'passkey:mine']);
  });

  test('by somebody who may sign in counts only if it is the only new one', () => {
    expect(withAdded(trusts(['passkey:mine']), keys).confirmed).toEqual(['passkey:mine', 'passkey:theirs']);
    expect(withAdded(trusts([]), keys).confirmed).toEqual([]);
  });
});
