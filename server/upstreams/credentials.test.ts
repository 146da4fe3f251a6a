import { expect, test } from '@jest/globals';
import { upstreamFailed } from './upstreamErrors.ts';
import { readCredentials } from './credentials.ts';
import type { ProviderAnswer, Transport } from './transport.ts';

const read = (answer: Transport['send'], presented: string[] = []) =>
  readCredentials({ send: answer, close: () => undefined })('i1', presented);

const answering = (credentials: object): Promise<ProviderAnswer> =>
  Promise.resolve({ status: 200, headers: {}, body: { credentials } });

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

test('counts backup codes, and tells when one was last used', async () => {
  const codes = [
    { code: 'a1', used_at: '2026-03-01T00:00:00Z' },
    { code: 'b2', used_at: '2026-04-01T00:00:00Z' },
    { code: 'c3', used_at: '0001-01-01T00:00:00Z' },
    { code: 'd4' },
  ];
  const found = await read(() => answering({ lookup_secret: { config: { recovery_codes: codes } } }));
  expect(found?.backupCodes).toEqual({ left: 2, used: 2, lastUsed: '2026-04-01T00:00:00Z' });
});

test('tells each authenticator’s model, by the value of the button that removes it', async () => {
  const aaguid = base64('ea9b8d664d011d213ce4b6b48cb575d4');
  const credentials = [
    { id: base64('0a0b'), authenticator: { aaguid } },
    { id: base64('0c0d'), authenticator: { aaguid: base64('0'.repeat(32)) } },
    { id: base64('0e0f') },
  ];
  const found = await read(() => answering({ passkey: { config: { credentials } } }));
  expect([found?.passkeys, found?.securityKeys]).toEqual([3, 0]);
  expect(found?.authenticators).toEqual({ '0a0b': 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' });
});

test('keeps no secret', async () => {
  const found = await read(() =>
    answering({
      password: { config: { hashed_password: '$2a$secret' } },
      totp: { created_at: '2026-01-02T00:00:00Z', config: { totp_url: 'otpauth://secret' } },
      lookup_secret: { config: { recovery_codes: [{ code: 'secret' }] } },
    }),
  );
  expect(found).toEqual({
    password: true,
    social: false,
    securityKeys: 0,
    passkeys: 0,
    totpSince: '2026-01-02T00:00:00Z',
    backupCodes: { left: 1, used: 0 },
    unconfirmed: [],
    suspended: [],
    authenticators: {},
  });
});

test.each([
  ['the entry that every identity has', { identifiers: ['ann@example.org'], config: {} }, false],
  ['a password that another system still stores', { config: { use_password_migration_hook: true } }, true],
  [
    'a password that is not migrated yet, and has an empty hash',
    { config: { hashed_password: '', use_password_migration_hook: true } },
    true,
  ],
  [
    'a password with null fields',
    { config: { hashed_password: '$2a$', use_password_migration_hook: null } },
    true,
  ],
])('tells from %s whether there is a password', async (_case, password, isSet) => {
  expect((await read(() => answering({ password })))?.password).toBe(isSet);
});

test('a credential that cannot be read hides no other', async () => {
  const found = await read(() => answering({ password: 7, oidc: { identifiers: ['acme:u1'] } }));
  expect([found?.password, found?.social]).toEqual([false, true]);
});

test.each([
  ['a linked account', ['acme:u1'], true],
  ['an entry left after unlinking the last one', [], false],
])('tells from %s whether a social account is linked', async (_case, identifiers, isLinked) => {
  expect((await read(() => answering({ oidc: { identifiers } })))?.social).toBe(isLinked);
});

test('a missing or unusable answer leaves the settings without these details', async () => {
  expect(await read(() => Promise.reject(upstreamFailed()))).toBeUndefined();
  expect(await read(() => Promise.resolve({ status: 404, headers: {}, body: {} }))).toBeUndefined();
  expect(await read(() => Promise.resolve({ status: 200, headers: {}, body: undefined }))).toBeUndefined();
});

test('an admin API that hangs delays the settings by two seconds at most', async () => {
  let deadline: number | undefined;
  await read((_request, options) => {
    deadline = options?.deadlineMs;
    return answering({});
  });
  expect(deadline).toBe(2000);
});

test('tells which kinds nobody has confirmed since the address was proved', async () => {
  const key = { id: base64('0a0b') };
  const account = {
    id: 'i1',
    metadata_admin: {
      portal: { addresses: ['ann@example.org'], confirmed: ['oidc:acme:u1'], known: ['password'] },
    },
    verifiable_addresses: [{ value: 'ann@example.org', verified: true }],
    credentials: {
      password: { config: { hashed_password: '$2a$secret' } },
      oidc: { identifiers: ['acme:u1'] },
      passkey: { config: { credentials: [key] } },
      totp: { created_at: '2026-01-02T00:00:00Z' },
    },
  };
  const answer = (body: object) => () => Promise.resolve({ status: 200, headers: {}, body });
  const found = await read(answer(account), ['oidc']);
  expect(found?.unconfirmed).toEqual(['password', 'passkey']);
  expect(found?.suspended).toEqual([]);
  expect((await read(answer(account), ['password']))?.suspended).toEqual(['oidc']);
  const trusted = { ...account, metadata_admin: { crm: 7 } };
  expect(await read(answer(trusted))).toMatchObject({ unconfirmed: [], suspended: [] });
});
