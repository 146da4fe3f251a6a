import { expect, test } from '@jest/globals';
import type { Identities } from './identities.ts';
import { upstreamFailed } from './upstreamErrors.ts';
import { unusedAccount } from './unusedAccount.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

const signUp = { hash: 'h1', address: 'ann@acme.exampel' };
const trust = { addresses: [], confirmed: [], known: [], signUp: 'h1' };
const address = { value: 'ann@acme.exampel', verified: false };
const account = {
  id: 'a',
  state: 'active',
  created_at: at(-60),
  metadata_admin: { portal: trust },
  verifiable_addresses: [address],
};

type Access = Pick<Identities, 'signingInWith' | 'sessions'>;

const among = (found: object[], sessions: string[] = [at(-59)]): Access => ({
  signingInWith: (identifier) => Promise.resolve(identifier === address.value ? (found as never) : []),
  sessions: () => Promise.resolve(sessions.map((began, at) => ({ id: `s${at}`, authenticated_at: began }))),
});

test('the account of a sign-up is unused, with or without the session that Kratos stores with the sign-up', async () => {
  expect(await unusedAccount(among([account]), signUp, now)).toBe('a');
  expect(await unusedAccount(among([account], []), signUp, now)).toBe('a');
});

test.each([
  ['another sign-up has made', { metadata_admin: { portal: { ...trust, signUp: 'h2' } } }],
  ['somebody else has made', { metadata_admin: null }],
  ['has a record that cannot be read', { metadata_admin: { portal: { signUp: 'h1' } } }],
  ['is an hour old', { created_at: at(-3601) }],
  ['has no time', { created_at: undefined }],
  ['an administrator has disabled', { state: 'inactive' }],
  ['has no address', { verifiable_addresses: [] }],
  ['has a verified address', { verifiable_addresses: [address, { value: 'b@b.example', verified: true }] }],
  ['had a verified address', { verifiable_addresses: [{ ...address, verified_at: at(-30) }] }],
  ['had another address that was proved', { metadata_admin: { portal: { ...trust, addresses: ['a@b.c'] } } }],
  ['has a confirmed credential', { metadata_admin: { portal: { ...trust, confirmed: ['password'] } } }],
])('one that %s is not', async (_what, other) => {
  expect(await unusedAccount(among([{ ...account, ...other }]), signUp, now)).toBeUndefined();
});

test.each([
  ['somebody has signed in to', [at(-59), at(-10)]],
  ['has a session of its own', [at(-40)]],
])('one that %s is not', async (_what, sessions) => {
  expect(await unusedAccount(among([account], sessions), signUp, now)).toBeUndefined();
});

test('no account is found without an address, or if the provider gives no usable answer', async () => {
  expect(await unusedAccount(among([account]), { hash: 'h1' }, now)).toBeUndefined();
  const failing = { ...among([]), signingInWith: () => Promise.reject(upstreamFailed()) };
  expect(await unusedAccount(failing, signUp, now)).toBeUndefined();
});
