import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, jest, test } from '@jest/globals';
import {
  answer,
  anywhere,
  limitedPortal,
  password,
  sessionCookie,
  setUpClock,
  signedIn,
  type Form,
} from '../../../test/support/formLimitsHarness.ts';

setUpClock();

const stranger = (count: number): string => `stranger${count}@example.org`;
const signUp = (email: string, method = 'password') => ({
  kind: 'registration' as const,
  fields: { method, 'traits.email': email, password: 'long enough' },
});
const state = (text: string, status = 400) =>
  answer(status, {}, JSON.stringify({ id: 'a', state: text, ui: {} }));

describe('mail to strangers', () => {
  const ways: [string, (count: number) => Form][] = [
    ['sign-ups with a password', (count) => signUp(stranger(count))],
    ['sign-ups by code', (count) => signUp(stranger(count), 'code')],
    ['sign-ins by code', (count) => ({ fields: { method: 'code', identifier: stranger(count) } })],
    ['recoveries', (count) => ({ kind: 'recovery', fields: { method: 'code', email: stranger(count) } })],
    [
      'verifications',
      (count) => ({ kind: 'verification', fields: { method: 'code', email: stranger(count) } }),
    ],
    [
      'profiles',
      (count) => ({ kind: 'settings', fields: { method: 'profile', 'traits.email': stranger(count) } }),
    ],
  ];

  test.each(ways)('goes to at most sixty of them an hour from one IP address: %s', async (_way, form) => {
    const { passes, send } = limitedPortal();
    expect(await passes(form)).toBe(60);
    expect(await send(form(1000))).toBe('mail_limited');
    expect(await send({ ...form(1000), address: anywhere(1) })).toBe('passed');
    jest.setSystemTime(3_600_000);
    expect(await send(form(1000))).toBe('passed');
  });

  test('of all kinds together goes to at most three hundred a day', async () => {
    const { send } = limitedPortal();
    let sent = 0;
    for (let hour = 0; hour < 12; hour += 1) {
      jest.setSystemTime(hour * 3_600_000);
      for (let count = 0; count < 70; count += 1) {
        const [, form] = ways[count % ways.length] ?? [];
        if (form && (await send(form(hour * 100 + count))) === 'passed') sent += 1;
      }
    }
    expect(sent).toBe(300);
  });

  test('is counted once per recipient, however often it is sent and however the address is spelt', async () => {
    const { passes, send } = limitedPortal();
    for (const email of [stranger(0), ' Stranger0@Example.org', '"stranger0"@example.org'])
      expect(await send(signUp(email))).toBe('passed');
    expect(await passes((count) => signUp(stranger(count + 1)))).toBe(59);
    expect(await send(signUp(stranger(1)))).toBe('passed');
  });

  test('goes to at most ten an hour from one session, from any IP addresses', async () => {
    const { passes } = limitedPortal();
    const headers: IncomingHttpHeaders = { cookie: sessionCookie('his') };
    expect(
      await passes((count) => ({ ...ways[5]?.[1](count), headers, address: anywhere(count) }) as Form),
    ).toBe(10);
  });

  test('is not counted for a registration that certainly failed', async () => {
    const { passes } = limitedPortal();
    const failing = (given: Form['answer']) => (count: number) => ({
      ...signUp(stranger(count)),
      answer: given,
    });
    expect(await passes(failing(() => state('choose_method')))).toBe(400);
    for (const unsure of [
      () => state('sent_email'),
      () => answer(400, {}, 'no JSON'),
      () => answer(303, { location: '/registration?flow=a' }),
      () => answer(502),
      () => undefined,
    ])
      expect(await limitedPortal().passes(failing(unsure))).toBe(60);
  });

  test('is counted for a registration even if another one with the same address fails', async () => {
    const { send, passes } = limitedPortal();
    for (let count = 0; count < 50; count += 1) {
      const form = signUp(stranger(count));
      const fails = send({ ...form, answer: () => state('choose_method') });
      expect(await Promise.all([fails, send(form)])).toEqual(['passed', 'passed']);
    }
    expect(await passes((count) => signUp(stranger(100 + count)))).toBe(10);
  });

  test('is counted for the second form of a flow even if the first one failed', async () => {
    const { send, passes } = limitedPortal();
    for (let count = 0; count < 40; count += 1) {
      const form = signUp(stranger(count), 'code');
      const fields = { ...form.fields, flow: `flow of ${count}` };
      await send({ ...form, fields, answer: () => state('choose_method') });
      await send({ ...form, fields: { ...fields, code: '1' } });
    }
    expect(await passes((count) => signUp(stranger(100 + count)))).toBe(20);
  });
});

describe('mail to somebody who is not a stranger', () => {
  test('is not counted once its code is entered, so three hundred people can sign in, sign up or recover by code', async () => {
    const { send } = limitedPortal();
    for (let count = 0; count < 300; count += 1) {
      const email = stranger(count);
      const form = [
        { fields: { method: 'code', identifier: email } },
        signUp(email, 'code'),
        { kind: 'recovery' as const, fields: { method: 'code', email } },
      ][count % 3] as Form;
      const fields = { ...form.fields, flow: `one flow ${count}` };
      expect(await send({ ...form, fields })).toBe('passed');
      const typed = { ...fields, code: '123456' };
      expect(await send({ ...form, fields: typed, answer: () => signedIn(`session ${count}`) })).toBe(
        'passed',
      );
    }
  });

  test('is not proved by a right password', async () => {
    const { send, passes } = limitedPortal();
    for (let count = 0; count < 60; count += 1) {
      await send(signUp(stranger(count)));
      const fields = { ...password(stranger(count)), code: '1' };
      await send({ fields, answer: () => signedIn(`session ${count}`) });
    }
    expect(await passes((count) => signUp(stranger(100 + count)))).toBe(0);
  });

  test('is not counted for accounts that have signed in at the IP address', async () => {
    const { send } = limitedPortal();
    for (let count = 0; count < 100; count += 1)
      await send({ fields: password(stranger(count)), answer: () => signedIn(`session ${count}`) });
    for (let count = 0; count < 100; count += 1)
      expect(await send({ kind: 'recovery', fields: { method: 'code', email: stranger(count) } })).toBe(
        'passed',
      );
  });

  test('is not counted for a user’s own address in their profile', async () => {
    const { send, passes } = limitedPortal();
    await send({ fields: password(stranger(0)), answer: () => signedIn('hers') });
    const headers: IncomingHttpHeaders = { cookie: sessionCookie('hers') };
    const profile = (email: string, count: number) => ({
      kind: 'settings' as const,
      fields: { method: 'profile', 'traits.email': email },
      headers,
      address: anywhere(count),
    });
    for (let count = 0; count < 15; count += 1)
      expect(await send(profile(stranger(0), count))).toBe('passed');
    expect(await passes((count) => profile(stranger(count + 1), count))).toBe(10);
  });
});
