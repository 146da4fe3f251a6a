import { expect, test } from '@jest/globals';
import { addressesOf, createIdentities, credentialKinds, type StoredIdentity } from './identities.ts';
import { sentRequest } from './providerRequest.ts';
import type { Transport } from './transport.ts';

type Json = Record<string, unknown>;

/** A fake of Kratos' admin API with one identity; `version` decides how it removes credentials. */
function kratos(version: 'v1.3.1' | 'v26', credentials: Record<string, Json>) {
  const sent: string[] = [];
  const remove = (kind: string): void => {
    state.credentials = Object.fromEntries(Object.entries(state.credentials).filter(([one]) => one !== kind));
  };
  const state = { id: 'a', traits: {}, credentials, verifiable_addresses: null as unknown };
  const send: Transport['send'] = async (built) => {
    const { method, path, body } = await sentRequest(built);
    sent.push(`${method} ${path.split('?')[0] ?? ''}`);
    let status = 200;
    if (method === 'PATCH' && version === 'v1.3.1') status = 400;
    else if (method === 'PATCH')
      for (const { path: removed } of JSON.parse(body ?? '[]') as { path: string }[])
        remove(removed.split('/').at(-1) ?? '');
    if (method === 'PUT')
      state.credentials.password = (
        JSON.parse(body ?? '') as { credentials: { password: Json } }
      ).credentials.password;
    const kind = path.split('?')[0]?.split('/').at(-1) ?? '';
    if (method === 'DELETE' && kind === 'passkey') status = 400;
    else if (method === 'DELETE') remove(kind);
    return { status, headers: {}, body: structuredClone(state) };
  };
  const identities = createIdentities({ send, close: () => undefined });
  return { identities, state, sent };
}

const everything = (): Record<string, Json> => ({
  password: { config: { hashed_password: '$2a$12$known' } },
  oidc: { identifiers: ['acme:1'] },
  totp: { config: {} },
  lookup_secret: {},
  code: { identifiers: ['ada@example.org'] },
});
const keys = { config: { credentials: [{ id: 'AA==' }] } };
const account = { id: 'a' } as StoredIdentity;

test('Kratos v26 ends all credentials but mailed codes with one patch, including passkeys', async () => {
  const { identities, state, sent } = kratos('v26', { ...everything(), webauthn: keys, passkey: keys });
  expect(await identities.endCredentials(account)).toEqual([]);
  expect(Object.keys(state.credentials)).toEqual(['code']);
  expect(sent.filter((call) => !call.startsWith('GET'))).toEqual(['PATCH /admin/identities/a']);
});

test('Kratos v1.3.1 ends them one by one, and the password is replaced with one that nobody knows', async () => {
  const { identities, state } = kratos('v1.3.1', { ...everything(), webauthn: keys });
  expect(await identities.endCredentials(account)).toEqual([]);
  expect(Object.keys(state.credentials)).toEqual(['password', 'code']);
  expect(JSON.stringify(state.credentials.password)).toMatch(/"\$2a\$12\$[./\w]{53}"/);
});

test('passkeys, which no admin can remove from Kratos v1.3.1, are reported as left', async () => {
  const { identities } = kratos('v1.3.1', { ...everything(), passkey: keys });
  expect(await identities.endCredentials(account)).toEqual(['passkey']);
});

test('an identity without credentials or addresses has none, whatever the answer lacks', async () => {
  const lacking: Record<string, Json>[] = [
    {},
    { password: { config: null } },
    { webauthn: {}, passkey: { config: {} } },
  ];
  for (const credentials of lacking) {
    const { identities } = kratos('v26', credentials);
    const found = await identities.get('a');
    expect(credentialKinds(found)).toEqual([]);
    expect(addressesOf(found, false)).toEqual([]);
    expect(await identities.endCredentials(account)).toEqual([]);
  }
});

test.each([null, {}, undefined, [{ id: '' }]])('an answer of %j is a 502', async (body) => {
  const send: Transport['send'] = () => Promise.resolve({ status: 200, headers: {}, body });
  const { get, find } = createIdentities({ send, close: () => undefined });
  await expect(get('a')).rejects.toMatchObject({ status: 502 });
  await expect(find('ada@example.org')).rejects.toMatchObject({ status: 502 });
});
