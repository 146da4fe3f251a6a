import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PortalError } from '../../http/PortalError.ts';
import { providerCookies } from '../providerCookies.ts';
import { createFormLimits, type Settle } from './formLimits.ts';
import type { FlowKind } from '../../../shared/page.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

const cookies = providerCookies('ory_kratos_session');
const sessionCookie = (session: string): string =>
  `ory_kratos_session=${Buffer.from(session).toString('base64url')}`;

/** One of the provider's answers. */
const answer = (statusCode: number, headers: IncomingHttpHeaders = {}, body = ''): IncomingMessage =>
  Object.assign(Readable.from([Buffer.from(body)]), { statusCode, headers }) as unknown as IncomingMessage;

const refused = (): IncomingMessage => answer(400);
const signedIn = (session: string): IncomingMessage =>
  answer(303, { 'set-cookie': ['csrf_token_a=b; Path=/', `${sessionCookie(session)}; Path=/; HttpOnly`] });

interface Form {
  kind?: FlowKind;
  fields: Record<string, string | string[]>;
  address?: string;
  headers?: IncomingHttpHeaders;
  answer?: () => IncomingMessage | undefined;
}

let flows = 0;

/** A portal with its limits: sends a form, and returns `passed` or the refusal's id. */
function portal() {
  const countForm = createFormLimits({ secret: 'a secret', cookies });
  const send = async ({ kind = 'login', fields, address = '192.0.2.1', headers = {}, ...rest }: Form) => {
    flows += 1;
    const values = Object.entries({ flow: `flow ${flows}`, ...fields }).map(
      ([name, value]) => [name, [value].flat()] as const,
    );
    let settle: Settle;
    try {
      settle = await countForm({ kind, fields: new Map(values), headers, address });
    } catch (error) {
      return (error as PortalError).id;
    }
    settle((rest.answer ?? refused)());
    return 'passed';
  };
  /** Sends more of these forms than any limit allows, and returns how many pass. */
  const passes = async (form: (count: number) => Form): Promise<number> => {
    for (let count = 0; count < 400; count += 1) if ((await send(form(count))) !== 'passed') return count;
    return 400;
  };
  return { send, passes };
}

const password = (identifier: string | string[]) => ({ method: 'password', identifier, password: 'guess' });
const anywhere = (count: number): string => `198.51.100.${count}`;

describe('passwords', () => {
  test('ten failures for one account at one address, then a quarter of an hour’s pause', async () => {
    const { passes, send } = portal();
    expect(await passes(() => ({ fields: password('ada@example.org') }))).toBe(10);
    expect(await send({ fields: password(' ADA@Example.org') })).toBe('rate_limited');
    expect(await send({ fields: password('ben@example.org') })).toBe('passed');
    expect(await send({ fields: password('ada@example.org'), address: '192.0.2.2' })).toBe('passed');
    jest.setSystemTime(15 * 60_000);
    expect(await send({ fields: password('ada@example.org') })).toBe('passed');
  });

  test('neither a successful sign-in nor a failure of the provider counts', async () => {
    const { passes } = portal();
    const fields = password('ada@example.org');
    expect(await passes((count) => ({ fields, answer: () => signedIn(`session ${count}`) }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => answer(200) }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => answer(502) }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => undefined }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => answer(303) }))).toBe(10);
  });

  test('one account from many addresses: a hundred failures an hour', async () => {
    const { passes } = portal();
    const form = (count: number) => ({ fields: password('ada@example.org'), address: anywhere(count) });
    expect(await passes(form)).toBe(100);
  });

  test('strangers cannot lock an account’s owner out where the owner has signed in before', async () => {
    const { passes, send } = portal();
    const fields = password('ada@example.org');
    const home = '203.0.113.7';
    await send({ fields, address: home, answer: () => signedIn('hers') });
    await passes((count) => ({ fields, address: anywhere(count) }));
    expect(await send({ fields, address: '203.0.113.8' })).toBe('rate_limited');
    expect(await passes(() => ({ fields, address: home }))).toBe(10);
  });

  test('many accounts from one address: a hundred failures in a quarter of an hour', async () => {
    const { passes } = portal();
    expect(await passes((count) => ({ fields: password(`user${count}@example.org`) }))).toBe(100);
  });

  test('a form that names two accounts, methods, flows or codes, or many sessions, is refused', async () => {
    const { send } = portal();
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

  test('naming a stranger’s account while signing in by other means does not make one its owner', async () => {
    const { passes, send } = portal();
    const home = '203.0.113.7';
    const hers = { identifier: 'ada@example.org' };
    await send({ fields: { method: 'passkey', ...hers }, address: home, answer: () => signedIn('his') });
    await send({
      kind: 'recovery',
      fields: { method: 'code', code: '1', email: hers.identifier },
      address: home,
      answer: () => signedIn('his too'),
    });
    await passes((count) => ({ fields: password(hers.identifier), address: anywhere(count) }));
    expect(await send({ fields: password(hers.identifier), address: home })).toBe('rate_limited');
  });

  test('one flow accepts thirty forms in a quarter of an hour, however its id is spelt', async () => {
    const { passes } = portal();
    const id = '0b5f6c1e-9a3d-4a56-8f0e-3f1f4a5b6c7d';
    const ways = [id, id.toUpperCase(), `urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', '')];
    const form = (count: number) => ({
      fields: { ...password(`user${count}@example.org`), flow: ways[count % ways.length] ?? id },
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(30);
  });
});

describe('second factors', () => {
  const totp = (code: string) => ({ method: 'totp', totp_code: code });
  const lookup = { method: 'lookup_secret', lookup_secret: 'abcdefgh' };
  const cookie = (session: string): IncomingHttpHeaders => ({ cookie: `a=b; ${sessionCookie(session)}` });
  const code = (count: number): string => String(100_000 + count);

  test('ten failures for one session, app and backup codes together, from any address', async () => {
    const { passes } = portal();
    const form = (count: number) => ({
      fields: count % 2 ? lookup : totp(code(count)),
      headers: cookie('a'),
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(10);
  });

  test('merely naming an account does not use up its owner’s attempts', async () => {
    const { passes, send } = portal();
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
    const { passes } = portal();
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

  test('counts the real session among decoys that the provider ignores', async () => {
    const { passes } = portal();
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

  test('signing in again gives no further attempts: sessions of one account count together', async () => {
    const { passes, send } = portal();
    for (let count = 0; count < 20; count += 1)
      await send({ fields: password('ada@example.org'), answer: () => signedIn(`s${count}`) });
    const form = (count: number) => ({
      fields: totp(code(count)),
      headers: cookie(`s${count}`),
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(10);
  });

  test('nor does it in apps, whose sessions are tokens', async () => {
    const { passes, send } = portal();
    for (let count = 0; count < 20; count += 1) {
      const given = answer(200, {}, `{"session_token":"ory_st_${count}","session":{}}`);
      await send({ fields: password('ada@example.org'), answer: () => given });
      await text(given);
    }
    const form = (count: number) => ({
      fields: { ...totp(code(count)), identifier: `decoy${count}` },
      headers: { 'x-session-token': `ory_st_${count}` },
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(10);
  });

  test('thirty failures in six hours, for those who wait', async () => {
    const { passes, send } = portal();
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
    const { send } = portal();
    for (const session of ['hers', 'his'])
      await send({ fields: password('ada@example.org'), answer: () => signedIn(session) });
    await send({ fields: password('ben@example.org'), answer: () => signedIn('ben’s') });
    const use = (session: string, typed = '123456') =>
      send({ fields: totp(typed), headers: cookie(session), answer: () => signedIn(`${session}, aal2`) });
    expect(await use('hers')).toBe('passed');
    expect(await use('hers')).toBe('code_used');
    expect(await use('his', ' 123 456')).toBe('code_used');
    expect(await use('hers, aal2')).toBe('code_used');
    expect(await use('his', '654321')).toBe('passed');
    expect(await use('ben’s')).toBe('passed');
  });

  test('a code that was refused may be tried again', async () => {
    const { send } = portal();
    for (let count = 0; count < 3; count += 1)
      expect(await send({ fields: totp('123456'), headers: cookie('a') })).toBe('passed');
  });
});

describe('mailed codes', () => {
  test('ten tries for one flow, and for one account at one address over several flows', async () => {
    const { passes, send } = portal();
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

describe('mail', () => {
  const ada = 'ada@example.org';
  const sends: [string, Omit<Form, 'address'>][] = [
    ['recovery', { kind: 'recovery', fields: { method: 'code', email: ada } }],
    ['recovery with a code beside', { kind: 'recovery', fields: { method: 'code', email: ada, code: '1' } }],
    ['recovery by a chosen address', { kind: 'recovery', fields: { recovery_address: ada, code: '1' } }],
    ['verification', { kind: 'verification', fields: { method: 'code', email: ada } }],
    ['sign-in', { fields: { method: 'code', identifier: ada } }],
    ['sign-in with a code beside', { fields: { method: 'code', identifier: ada, code: '1' } }],
    ['a second factor', { fields: { address: ada } }],
    ['registration', { kind: 'registration', fields: { method: 'code', 'traits.email': ada } }],
    [
      'registration in JSON',
      { kind: 'registration', fields: { method: 'code', traits: `{"email":"${ada}"}` } },
    ],
  ];

  test.each(sends)('six an hour to one recipient from one address: %s', async (_what, form) => {
    const { passes, send } = portal();
    expect(await passes(() => form)).toBe(6);
    jest.setSystemTime(3_600_000);
    expect(await send(form)).toBe('passed');
  });

  test('all kinds count together, twelve an hour from all addresses, and not for where the recipient signs in', async () => {
    const { passes, send } = portal();
    const home = '203.0.113.7';
    await send({ fields: password(ada), address: home, answer: () => signedIn('hers') });
    const form = (count: number) => ({
      ...(sends[count % sends.length]?.[1] as Form),
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(12);
    expect(await send({ ...form(0), address: '203.0.113.8' })).toBe('rate_limited');
    expect(await passes(() => ({ ...form(0), address: home }))).toBe(6);
  });

  test('twenty a day to one recipient from one address', async () => {
    const { passes } = portal();
    let sent = 0;
    for (let hour = 0; hour < 23; hour += 1) {
      jest.setSystemTime(hour * 3_600_000);
      sent += await passes(() => sends[0]?.[1] as Form);
    }
    expect(sent).toBe(20);
  });

  test('submitting a mailed code does not count as mail, requesting another one does', async () => {
    const { passes, send } = portal();
    const fields = { flow: 'f', method: 'code', identifier: ada };
    await send({ fields });
    for (let count = 0; count < 5; count += 1) await send({ fields: { ...fields, code: '1' } });
    expect(await passes(() => ({ fields: { ...fields, code: '1', resend: 'code' } }))).toBe(5);
  });

  test('forms that only sometimes send mail have higher limits', async () => {
    const { passes } = portal();
    expect(await passes(() => ({ fields: { method: 'identifier_first', identifier: ada } }))).toBe(20);
    expect(
      await passes(() => ({
        kind: 'registration',
        fields: { method: 'password', 'traits.email': ada, 'traits.name': 'Ada' },
      })),
    ).toBe(0);
    expect(
      await passes(() => ({
        kind: 'settings',
        fields: { method: 'profile', 'traits.email': 'ben@example.org' },
      })),
    ).toBe(20);
  });
});

test('one session sends sixty forms in a quarter of an hour', async () => {
  const { passes } = portal();
  const headers = { authorization: 'Bearer ory_st_a' };
  const form = (count: number) => ({
    kind: 'settings' as const,
    fields: { method: 'password', password: 'new' },
    headers,
    address: anywhere(count),
  });
  expect(await passes(form)).toBe(60);
});
