import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
import { attacker, leastTime, passing, type Encoding } from '../support/attacker.ts';
import { sendRaw } from '../support/gatewayHarness.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { startStack, type Stack } from '../support/stack.ts';

const sessionName = '__Secure-account';

let stack: Stack;
let port: number;
let victim: TestIdentity;

beforeAll(async () => {
  stack = await startStack({
    kratos: { SESSION_COOKIE_NAME: sessionName },
    portal: {
      NODE_ENV: 'production',
      RATE_LIMIT: 'on',
      TRUST_PROXY: 'loopback',
      SESSION_COOKIE_NAME: sessionName,
    },
  });
  port = Number(new URL(stack.url).port);
  victim = await createIdentity(stack.kratos.adminUrl);
}, 120_000);

afterAll(() => stack.stop());

const html = { Accept: 'text/html' };

let strangers = 0;
/** A client with its own IP address. */
const stranger = (address = `198.51.100.${(strangers += 1)}`) => attacker(stack.url, address);

/** Signs in through the portal, and returns the session cookie. */
async function sessionOf(account: TestIdentity): Promise<string> {
  const pairs = (await signIn(stack.url, account)).header().split('; ');
  return pairs.find((pair) => pair.startsWith(sessionName)) ?? '';
}

const whoami = async (cookie: string): Promise<number> =>
  (await fetch(`${stack.url}/sessions/whoami`, { headers: { cookie } })).status;

const page = async (path: string, cookie = ''): Promise<Response> =>
  fetch(stack.url + path, { headers: { ...html, cookie }, redirect: 'manual' });

const raw = async (head: string): Promise<string> =>
  sendRaw(port, `${head}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`, /\r\n\r\n/);

test('no return_to at the provider’s own paths redirects a signed-in browser to another site', async () => {
  const cookie = await sessionOf(victim);
  const { protocol, host } = new URL(stack.url);
  for (const spelling of [
    '//evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    'evil.example',
    '/\\evil.example',
  ]) {
    const query = `return_to=${encodeURIComponent(protocol + spelling)}`;
    const answer = await page(`/self-service/login/browser?${query}`, cookie);
    const location = new URL(answer.headers.get('location') ?? '', stack.url);
    expect([spelling, location.host]).toEqual([spelling, host]);
  }
});

test('a session without a user agent does not break its owner’s settings page', async () => {
  const { email, password } = await createIdentity(stack.kratos.adminUrl);
  const flow = await stranger().call('/self-service/login/api');
  const { id } = (await flow.json()) as { id: string };
  const body = JSON.stringify({ method: 'password', identifier: email, password });
  const answer = await sendRaw(
    port,
    `POST /self-service/login?flow=${id} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 200/);
  const cookie = await sessionOf({ id: '', email, password });
  expect((await page('/settings', cookie)).status).toBe(200);
});

describe('request paths', () => {
  test.each([
    '/schemas/%25ff%252f..%252f..',
    '/schemas/%ff',
    '/schemas/%25ff',
    '/schemas/%25c0%25af',
    '/schemas/%252e%252e/admin/identities',
    '/%252561dmin/%25252e%25252e/identities',
    '/login/..%5cadmin',
    '/a//b',
    `/%${'25'.repeat(20)}41`,
  ])('%s is refused before the provider is called', async (path) => {
    expect(await raw(`GET ${path} HTTP/1.1`)).toMatch(/^HTTP\/1.1 400/);
  });

  test('encoded many times cost little more than plain ones', async () => {
    const asking = (path: string) => () => raw(`GET ${path} HTTP/1.1`);
    const plain = await leastTime(asking(`/${'abc'.repeat(2700)}`));
    for (const path of [`/%${'25'.repeat(4000)}41`, `/${'%2525'.repeat(1600)}`, `/${'%ff'.repeat(2700)}`])
      expect(await leastTime(asking(path))).toBeLessThan(8 * plain + 8);
  });
});

test('errors, redirects and answers that set cookies are not cached', async () => {
  for (const path of ['/schemas/nothing', '/self-service/login/browser', '/login', '/assets/%ff', '/nowhere'])
    expect((await page(path)).headers.get('cache-control')).toContain('no-store');
  for (const cookie of ['', 'a=b']) {
    const answer = await page('/schemas', cookie);
    if (answer.headers.getSetCookie().length > 0)
      expect(answer.headers.get('cache-control')).toContain('no-store');
  }
});

test('changing the password ends the sessions of somebody who knew the old one', async () => {
  const owner = await createIdentity(stack.kratos.adminUrl);
  const thief = await sessionOf(owner);
  const self = stranger();
  const login = await self.start('login');
  const fields = { method: 'password', identifier: owner.email, password: owner.password };
  expect((await self.submit('login', login, fields)).status).toBe(200);
  const settings = await self.start('settings');
  const changed = await self.submit('settings', settings, { method: 'password', password: `${owner.id}!` });
  expect(changed.status).toBe(200);
  expect(await whoami(thief)).toBe(401);
});

describe('guesses at one account', () => {
  const guess = async (
    who: ReturnType<typeof stranger>,
    identifier: string,
    encoding: Encoding,
    path?: string,
  ): Promise<Response> => {
    const flow = await who.start('login');
    const fields = { method: 'password', identifier, password: 'wrong' };
    return path === undefined
      ? who.submit('login', flow, fields, encoding)
      : who.submit('login', { ...flow, id: path.replace('FLOW', flow.id) }, fields, encoding);
  };

  test('are limited to ten per IP address, whatever the form, flow, spelling and cookies', async () => {
    const { email } = await createIdentity(stack.kratos.adminUrl);
    const spellings = [email, email.toUpperCase(), ` ${email}\t`, `\u00a0${email}`];
    const passed = await passing(14, (count) =>
      guess(
        // without the previous try's cookies
        stranger('203.0.113.1'),
        spellings[count % spellings.length] ?? email,
        count % 2 ? 'form' : 'json',
        count % 3 ? undefined : `FLOW&identifier=${encodeURIComponent(email)}`,
      ),
    );
    expect(passed).toBe(10);
  });

  test('gain no attempts from other addresses of the same IPv6 network, or from spoofed addresses', async () => {
    for (const addresses of [
      (count: number) => `2001:db8:1:${count}::${count}`,
      (count: number) => `${count % 2 ? '::ffff:' : ''}203.0.113.2`,
      (count: number) => `6.6.6.${count}, 203.0.113.3`,
      (count: number) => `203.0.113.4:${5000 + count}`,
    ]) {
      const { email } = await createIdentity(stack.kratos.adminUrl);
      expect(await passing(12, (count) => guess(stranger(addresses(count)), email, 'json'))).toBe(10);
    }
  });

  test('are not reset by the guesser’s own sign-in, and do not lock the owner out at another IP address', async () => {
    const own = await createIdentity(stack.kratos.adminUrl);
    const target = await createIdentity(stack.kratos.adminUrl);
    const passed = await passing(20, async (count) => {
      const who = stranger('203.0.113.5');
      if (count % 2) return guess(who, target.email, 'json');
      const fields = { method: 'password', identifier: own.email, password: own.password };
      return who.submit('login', await who.start('login'), fields);
    });
    expect(passed).toBe(20);
    expect((await guess(stranger('203.0.113.5'), target.email, 'json')).status).toBe(429);
    const owner = stranger();
    const fields = { method: 'password', identifier: target.email, password: target.password };
    expect((await owner.submit('login', await owner.start('login'), fields)).status).toBe(200);
  });

  test('gain no attempts by being sent all at once', async () => {
    const { email } = await createIdentity(stack.kratos.adminUrl);
    const who = stranger();
    const flow = await who.start('login');
    const fields = { method: 'password', identifier: email, password: 'wrong' };
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => who.submit('login', flow, fields).then(({ status }) => status)),
    );
    expect(answers.filter((status) => status !== 429)).toHaveLength(10);
  });
});

test('many IP addresses together cannot flood a mailbox', async () => {
  const { email } = await createIdentity(stack.kratos.adminUrl);
  const passed = await passing(16, async (count) => {
    const who = stranger();
    const flow = await who.start(count % 2 ? 'recovery' : 'verification');
    return who.submit(count % 2 ? 'recovery' : 'verification', flow, { method: 'code', email });
  });
  expect(passed).toBe(12);
});

test('recovery shows the same texts with and without an account', async () => {
  const texts = async (email: string): Promise<string> => {
    const who = stranger();
    const flow = await who.start('recovery');
    const answer = await who.submit('recovery', flow, { method: 'code', email });
    const { ui, state } = (await answer.json()) as { ui: { messages?: { text: string }[] }; state: string };
    return JSON.stringify([
      answer.status,
      state,
      ui.messages?.map(({ text }) => text.replaceAll(email, '…')),
    ]);
  };
  expect(await texts(victim.email)).toBe(await texts('nobody@test.example'));
});

describe.each(['GET', 'HEAD'])('%s', (method) => {
  test('creates at most 300 flows a minute per IP address', async () => {
    const who = stranger();
    const passed = await passing(310, () => who.call('/login', { method, headers: { cookie: '' } }));
    expect(passed).toBe(300);
  });
});

test('no list of sessions shows a location or address that the client made up', async () => {
  const claims = {
    'Cf-IpCity': 'Atlantis',
    'Cf-IpCountry': 'XX',
    'Cf-Connecting-IP': '6.6.6.6',
    'True-Client-IP': '6.6.6.6',
    'X-Real-IP': '6.6.6.6',
    Forwarded: 'for=6.6.6.6',
  };
  const who = stranger();
  const { id } = (await (await who.call('/self-service/login/api', { headers: claims })).json()) as {
    id: string;
  };
  const done = await who.call(`/self-service/login?flow=${id}`, {
    method: 'POST',
    headers: { ...claims, 'Content-Type': 'application/json' },
    body: JSON.stringify({ method: 'password', identifier: victim.email, password: victim.password }),
  });
  const { session } = (await done.json()) as { session: Session };
  expect(JSON.stringify(session.devices)).not.toMatch(/Atlantis|XX|6\.6\.6\.6/);
});

test('bodies and headers that never end do not block other clients', async () => {
  const heads = [
    'GET /login HTTP/1.1\r\nHost: a\r\nX: ',
    'POST /self-service/login?flow=a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    'POST /preferences HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na',
  ];
  const sockets = Array.from({ length: 300 }, (_one, at) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(heads[at % heads.length] ?? ''));
    return socket.on('error', () => undefined).resume();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect((await page('/login')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
