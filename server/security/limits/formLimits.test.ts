import { describe, expect, test } from '@jest/globals';
import {
  anywhere,
  limitedPortal,
  password,
  setUpClock,
  type Form,
} from '../../../test/support/formLimitsHarness.ts';

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
