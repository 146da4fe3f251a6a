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
} from '../../../test/support/formLimitsHarness.ts';

setUpClock();

describe('second factors', () => {
  const totp = (code: string) => ({ method: 'totp', totp_code: code });
  const lookup = { method: 'lookup_secret', lookup_secret: 'abcdefgh' };
  const cookie = (session: string): IncomingHttpHeaders => ({ cookie: `a=b; ${sessionCookie(session)}` });
  const code = (count: number): string => String(100_000 + count);

  test('one session is allowed ten failures with app and backup codes together, from any IP addresses', async () => {
    const { passes } = limitedPortal();
    const form = (count: number) => ({
      fields: count % 2 ? lookup : totp(code(count)),
      headers: cookie('a'),
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(10);
  });

  test('merely naming an account does not use up its owner’s attempts', async () => {
    const { passes, send } = limitedPortal();
    const fields = password('ada@example.org');
    await send({ fields, answer: () => signedIn('hers') });
    const named = (count: number) => ({
      fields: { ...totp(code(count)), identifier: 'ada@example.org' },
      address: anywhere(count),
    });
    expect(await passes(named)).toBe(400);
    const passkey = { method: 'passkey', identifier: 'ada@example.org' };
    await send({ fields: passkey, answer: () => signedIn('his') });
    await passes((count) => ({ ...named(count), headers: cookie('his') }));
    expect(await send({ fields: totp('123456'), headers: cookie('hers') })).toBe('passed');
  });

  test('one session counts as one, however its cookie is encoded', async () => {
    const { passes } = limitedPortal();
    const value = Buffer.from('session!').toString('base64url');
    expect(value).toHaveLength(11);
    const ways = [value, `"${value}"`, `${value}=`, `${value.slice(0, -1)}F`];
    const form = (count: number) => ({
      fields: totp(code(count)),
      headers: { cookie: `ory_kratos_session=${ways[count % ways.length]}` },
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(10);
  });

  test('the real session is counted among decoys that the provider ignores', async () => {
    const { passes } = limitedPortal();
    const form = (decoys: number, more?: IncomingHttpHeaders) => (count: number) => ({
      fields: totp(code(count)),
      headers: {
        cookie: [
          ...Array.from({ length: decoys }, (_one, at) => `ory_session_${at}=${count}${at}`),
          sessionCookie(`behind ${decoys}`),
        ].join('; '),
        ...more,
      },
      address: anywhere(count),
    });
    expect(await passes(form(3))).toBe(10);
    expect(await passes(form(4, { authorization: 'Bearer a', 'x-session-token': 'b' }))).toBe(10);
    expect(await passes(form(100))).toBe(0);
  });

  test('signing in again gives no further attempts, because sessions of one account count together', async () => {
    const { passes, send } = limitedPortal();
    for (let count = 0; count < 20; count += 1)
      await send({ fields: password('ada@example.org'), answer: () => signedIn(`s${count}`) });
    const form = (count: number) => ({
      fields: totp(code(count)),
      headers: cookie(`s${count}`),
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(10);
  });

  test('signing in again in an app gives no further attempts, because session tokens of one account count together', async () => {
    const { passes, send } = limitedPortal();
    for (let count = 0; count < 20; count += 1) {
      const given = answer(200, {}, `{"session_token":"ory_st_${count}","session":{}}`);
      await send({ fields: password('ada@example.org'), answer: () => given });
    }
    const form = (count: number) => ({
      fields: { ...totp(code(count)), identifier: `decoy${count}` },
      headers: { 'x-session-token': `ory_st_${count}` },
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(10);
  });

  test('an account is allowed thirty failures in six hours, even with pauses between them', async () => {
    const { passes, send } = limitedPortal();
    await send({ fields: password('ada@example.org'), answer: () => signedIn('a') });
    const form = (count: number) => ({ fields: totp(code(count)), headers: cookie('a') });
    for (let quarter = 0; quarter < 3; quarter += 1) {
      jest.setSystemTime(quarter * 15 * 60_000);
      expect(await passes(form)).toBe(10);
    }
    jest.setSystemTime(5 * 3_600_000);
    expect(await passes(form)).toBe(0);
    jest.setSystemTime(6 * 3_600_000);
    expect(await passes(form)).toBe(10);
  });

  test('a code of an app is accepted once, in any session of the account', async () => {
    const { send } = limitedPortal();
    for (const session of ['hers', 'his'])
      await send({ fields: password('ada@example.org'), answer: () => signedIn(session) });
    await send({ fields: password('ben@example.org'), answer: () => signedIn('ben’s') });
    const use = (session: string, typed = '123456') =>
      send({ fields: totp(typed), headers: cookie(session), answer: () => signedIn(`${session}, aal2`) });
    expect(await use('hers')).toBe('passed');
    expect(await use('hers')).toBe('code_used');
    for (const again of [' 123 456', '123456\u0085']) expect(await use('his', again)).toBe('code_used');
    expect(await use('hers, aal2')).toBe('code_used');
    expect(await use('his', '654321')).toBe('passed');
    expect(await use('ben’s')).toBe('passed');
  });

  test('a code that was refused may be tried again', async () => {
    const { send } = limitedPortal();
    for (let count = 0; count < 3; count += 1)
      expect(await send({ fields: totp('123456'), headers: cookie('a') })).toBe('passed');
  });
});
