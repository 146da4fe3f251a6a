import { describe, expect, test } from '@jest/globals';
import {
  anywhere,
  limitedPortal,
  password,
  setUpClock,
  signedIn,
  type Form,
} from '../../../test/support/formLimitsHarness.ts';
import { failingStores, storeFailure } from '../../../test/support/limitStores.ts';
import { inMemory, type MakeStore } from './stores.ts';

setUpClock();

test('a form that names two accounts, methods, flows or codes, or many sessions, is refused', async () => {
  const { send } = limitedPortal();
  const sessions = Array.from({ length: 9 }, (_one, at) => `ory_session_${at}=session${at}`).join('; ');
  const unclear: Form['fields'][] = [
    password(['mallory@example.org', 'ada@example.org']),
    { ...password('mallory@example.org'), password_identifier: 'ada@example.org' },
    { ...password('mallory@example.org'), address: 'ada@example.org' },
    { ...password('ada@example.org'), method: ['passkey', 'password'] },
    { ...password('ada@example.org'), flow: ['a1', 'a2'] },
    { method: 'totp', totp_code: ['100000', '100001'] },
  ];
  for (const fields of unclear) expect(await send({ fields })).toBe('malformed_request');
  expect(await send({ fields: password('ada@example.org'), headers: { cookie: sessions } })).toBe(
    'malformed_request',
  );
});

describe('mailed codes', () => {
  test('are limited to ten attempts per flow, and per account at one IP address over several flows', async () => {
    const { passes, send } = limitedPortal();
    const flow = 'aaaa';
    expect(
      await passes((count) => ({ kind: 'recovery', fields: { flow, code: '1' }, address: anywhere(count) })),
    ).toBe(10);
    for (const one of ['b', 'c', 'd'])
      await send({ kind: 'recovery', fields: { flow: one, email: 'ada@example.org' } });
    const form = (count: number) => ({
      kind: 'recovery' as const,
      fields: { flow: ['b', 'c', 'd'][count % 3] ?? '', code: '123456' },
    });
    expect(await passes(form)).toBe(10);
    expect(await passes((count) => ({ ...form(count), address: '192.0.2.2' }))).toBe(10);
  });
});

test('one session may send sixty forms in a quarter of an hour', async () => {
  const { passes } = limitedPortal();
  const headers = { authorization: 'Bearer ory_st_a' };
  const form = (count: number) => ({
    kind: 'settings' as const,
    fields: { method: 'password', password: 'new' },
    headers,
    address: anywhere(count),
  });
  expect(await passes(form)).toBe(60);
});

test('one flow may be sent thirty forms in a quarter of an hour, however its id is spelt', async () => {
  const { passes } = limitedPortal();
  const id = '0b5f6c1e-9a3d-4a56-8f0e-3f1f4a5b6c7d';
  const ways = [id, id.toUpperCase(), `urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', '')];
  const form = (count: number) => ({
    fields: { ...password(`user${count}@example.org`), flow: ways[count % ways.length] ?? id },
    address: anywhere(count),
  });
  expect(await passes(form)).toBe(30);
});

/** Stores that list what is asked of them. */
function listingStores(): { makeStore: MakeStore; asked: string[] } {
  const asked: string[] = [];
  const makeStore: MakeStore = (name, keptMs) =>
    new Proxy(inMemory(name, keptMs), {
      get: (target, method, receiver) => {
        if (typeof method === 'string') asked.push(`${method} ${name}`);
        return Reflect.get(target, method, receiver) as unknown;
      },
    });
  return { makeStore, asked };
}

test.each<[string, Pick<Form, 'kind' | 'fields'>]>([
  ['a password', { fields: { method: 'password', password: 'guess', identifier: '' } }],
  ['a first step', { fields: { method: 'identifier_first', identifier: '' } }],
  ['a request for a code', { fields: { method: 'code', identifier: '' } }],
  ['a code', { fields: { method: 'code', code: '123456', identifier: '' } }],
  ['a passkey', { fields: { method: 'passkey', passkey_login: '{}', identifier: '' } }],
  ['a recovery', { kind: 'recovery', fields: { method: 'code', email: '' } }],
  ['a recovery’s code', { kind: 'recovery', fields: { method: 'code', email: '', code: '123456' } }],
  ['a verification', { kind: 'verification', fields: { method: 'code', email: '' } }],
  ['a sign-up', { kind: 'registration', fields: { method: 'password', 'traits.email': '' } }],
])('%s asks the stores for the same things, with and without an account', async (_what, { kind, fields }) => {
  const { makeStore, asked } = listingStores();
  const { send } = limitedPortal(makeStore);
  const named = (email: string): Form => ({
    kind: kind ?? 'login',
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value || email])),
  });
  const owner = { fields: password('ada@example.org'), address: '203.0.113.9' };
  await send({ ...owner, answer: () => signedIn('hers') });
  await send({ ...named('ada@example.org'), address: '203.0.113.9' });
  const askedFor = async (email: string, address: string): Promise<string[]> => {
    asked.length = 0;
    await send({ ...named(email), address });
    return [...asked];
  };
  const withAccount = await askedFor('ada@example.org', '198.51.100.1');
  expect(withAccount.length).toBeGreaterThan(3);
  expect(await askedFor('nobody@example.org', '198.51.100.2')).toEqual(withAccount);
});

describe.each(failingStores)('if a store %s', (_how, failing) => {
  const form = { fields: password('ada@example.org') };

  test('no form passes any limit', async () => {
    const { count, ...texts } = failing('', 0);
    for (const failures of [{ count, ...texts }, { count }, texts]) {
      const makeStore: MakeStore = (...options) => ({ ...inMemory(...options), ...failures });
      await expect(limitedPortal(makeStore).send(form)).rejects.toBe(storeFailure);
    }
  });

  test('a form whose count cannot be undone stays counted', async () => {
    const makeStore: MakeStore = (...options) => {
      const [store, failed] = [inMemory(...options), failing(...options)];
      return { ...store, count: (key, change) => (change < 0 ? failed : store).count(key, change) };
    };
    expect(await limitedPortal(makeStore).passes(() => ({ ...form, answer: () => signedIn('a') }))).toBe(10);
  });
});
