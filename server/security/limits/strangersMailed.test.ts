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

  test.each(ways)('goes to sixty of them an hour from one address: %s', async (_way, form) => {
    const { passes, send } = limitedPortal();
    expect(await passes(form)).toBe(60);
    expect(await send(form(1000))).toBe('mail_limited');
    expect(await send({ ...form(1000), address: anywhere(1) })).toBe('passed');
    jest.setSystemTime(3_600_000);
    expect(await send(form(1000))).toBe('passed');
  });

  test('of all kinds together, and to three hundred a day', async () => {
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

  test('counts each of them once, however often and to whatever spelling it goes', async () => {
    const { passes, send } = limitedPortal();
    for (const email of [stranger(0), ' Stranger0@Example.org', '"stranger0"@example.org'])
      expect(await send(signUp(email))).toBe('passed');
    expect(await passes((count) => signUp(stranger(count + 1)))).toBe(59);
    expect(await send(signUp(stranger(1)))).toBe('passed');
  });

  test('goes to ten an hour in one session, from whatever addresses', async () => {
    const { passes } = limitedPortal();
    const headers: IncomingHttpHeaders = { cookie: sessionCookie('his') };
    expect(
      await passes((count) => ({ ...ways[5]?.[1](count), headers, address: anywhere(count) }) as Form),
    ).toBe(10);
  });

  test('a registration that fails is not counted, where the answer says so for certain', async () => {
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

  test('one that fails does not make another one of the same address free', async () => {
    const { send, passes } = limitedPortal();
    for (let count = 0; count < 50; count += 1) {
      const form = signUp(stranger(count));
      const fails = send({ ...form, answer: () => state('choose_method') });
      expect(await Promise.all([fails, send(form)])).toEqual(['passed', 'passed']);
    }
    expect(await passes((count) => signUp(stranger(100 + count)))).toBe(10);
  });

  test('nor does the first form of a flow, which failed, make the second one free', async () => {
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

describe('mail that is no stranger’s', () => {
  test('a code that comes back is taken back: a hundred people sign in, sign up and recover by code', async () => {
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

  test('a password that is right proves no mailbox', async () => {
    const { send, passes } = limitedPortal();
    for (let count = 0; count < 60; count += 1) {
      await send(signUp(stranger(count)));
      const fields = { ...password(stranger(count)), code: '1' };
      await send({ fields, answer: () => signedIn(`session ${count}`) });
    }
    expect(await passes((count) => signUp(stranger(100 + count)))).toBe(0);
  });

  test('who has signed in at the address is none', async () => {
    const { send } = limitedPortal();
    for (let count = 0; count < 100; count += 1)
      await send({ fields: password(stranger(count)), answer: () => signedIn(`session ${count}`) });
    for (let count = 0; count < 100; count += 1)
      expect(await send({ kind: 'recovery', fields: { method: 'code', email: stranger(count) } })).toBe(
        'passed',
      );
  });

  test('nor is who changes their own profile', async () => {
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

describe('a right password for an unproved address', () => {
  const mailed = [
    () => answer(403, {}, '{"error":{"details":{"continue_with":[{"action":"show_verification_ui"}]}}}'),
    () => answer(303, { location: 'https://portal.example/verification?flow=a' }),
  ];

  test.each(mailed)('causes six mails an hour, and is refused then', async (given) => {
    const { send } = limitedPortal();
    const results = [];
    for (let count = 0; count < 9; count += 1)
      results.push(await send({ fields: password(stranger(0)), answer: given }));
    expect(results).toEqual([...Array<string>(7).fill('passed'), 'mail_limited', 'mail_limited']);
    jest.setSystemTime(3_600_000);
    expect(await send({ fields: password(stranger(0)), answer: given })).toBe('passed');
  });

  test.each([
    ['a wrong one', () => state('choose_method')],
    ['a form that was refused', () => answer(403, {}, '{"error":{"id":"security_csrf_violation"}}')],
    ['no answer', () => undefined],
    ['the provider’s failure', () => answer(503)],
  ])('%s causes none', async (_what, given) => {
    const { send } = limitedPortal();
    for (let count = 0; count < 9; count += 1)
      expect(await send({ fields: password(stranger(0)), answer: given })).toBe('passed');
  });
});
