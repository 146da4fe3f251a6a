import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
import { sendRaw } from '../support/gatewayHarness.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { startStack, type Stack } from '../support/stack.ts';

const sessionName = '__Secure-account';

let stack: Stack;
let victim: TestIdentity;
let attacker: TestIdentity;

beforeAll(async () => {
  stack = await startStack({
    kratos: { SESSION_COOKIE_NAME: sessionName },
    portal: { NODE_ENV: 'production', SESSION_COOKIE_NAME: sessionName },
  });
  victim = await createIdentity(stack.kratos.adminUrl);
  attacker = await createIdentity(stack.kratos.adminUrl);
}, 120_000);

afterAll(() => stack.stop());

const html = { Accept: 'text/html' };

/** Signs in through the portal, and returns the session cookie. */
async function sessionOf(account: TestIdentity): Promise<string> {
  const pairs = (await signIn(stack.url, account)).header().split('; ');
  return pairs.find((pair) => pair.startsWith(sessionName)) ?? '';
}

const whoami = async (cookie: string): Promise<{ status: number; session: Session }> => {
  const answer = await fetch(`${stack.url}/sessions/whoami`, { headers: { cookie } });
  return { status: answer.status, session: (await answer.json()) as Session };
};

const page = async (path: string, cookie: string): Promise<Response> =>
  fetch(stack.url + path, { headers: { ...html, cookie }, redirect: 'manual' });

describe('a session cookie with another name', () => {
  test('signs in, and needs a CSRF token to change anything', async () => {
    const cookie = await sessionOf(victim);
    expect((await whoami(cookie)).status).toBe(200);
    expect(await (await page('/', cookie)).text()).toContain(victim.email);
    const ended = await fetch(`${stack.url}/sessions`, { method: 'DELETE', headers: { cookie } });
    expect(ended.status).toBe(403);
  });
});

describe('a second session cookie, set by another host', () => {
  test('is expired and does not sign the attacker in, before the victim’s own or after it', async () => {
    const [own, tossed] = [await sessionOf(victim), await sessionOf(attacker)];
    for (const cookie of [`${own}; ${tossed}`, `${tossed}; ${own}`]) {
      expect((await whoami(cookie)).status).toBe(401);
      const home = await page('/', cookie);
      expect(home.headers.getSetCookie()).toContain(`${sessionName}=; Path=/; Max-Age=0`);
      const text = await home.text();
      expect(text).toContain('Your browser sent the same cookie twice');
      for (const { email } of [victim, attacker]) expect(text).not.toContain(email);
      const settings = await page('/settings', cookie);
      expect(settings.headers.get('location')).toBe('/login?return_to=%2Fsettings');
    }
  });

  test('leads to a working sign-in page that explains it', async () => {
    const own = await sessionOf(victim);
    const login = await page('/login', `${own}; ${own}`);
    expect(await login.text()).toContain('Your browser sent the same cookie twice');
    expect((await whoami(await sessionOf(victim))).status).toBe(200);
  });
});

describe('the CSRF token for scripts', () => {
  /** The cookies of a visitor who is signed in and has seen a page. */
  async function cookiesOf(account: TestIdentity): Promise<Record<string, string>> {
    const session = await sessionOf(account);
    const seen = (await page('/', session)).headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    return Object.fromEntries(
      [session, ...seen].map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    );
  }
  const header = (cookies: Record<string, string>): string =>
    Object.entries(cookies)
      .map((pair) => pair.join('='))
      .join('; ');
  /** Ends the other sessions of whoever has the cookies, as axios and Angular send such a call. */
  const endOthers = (cookies: Record<string, string>, token = cookies['XSRF-TOKEN'] ?? '') =>
    fetch(`${stack.url}/sessions`, {
      method: 'DELETE',
      headers: { cookie: header(cookies), 'x-xsrf-token': token },
    });

  test('authorises a call of its own session, until the logout deletes it', async () => {
    const own = await cookiesOf(victim);
    expect((await endOthers(own)).status).toBe(200);
    const out = await fetch(`${stack.url}/logout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: header(own) },
      body: new URLSearchParams({ _csrf: own['XSRF-TOKEN'] ?? '', submit: 'Yes' }),
    });
    expect(out.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^XSRF-TOKEN=; Path=\/; Max-Age=0/),
    );
    expect((await whoami(header(own))).status).toBe(401);
  });

  test('that another host of the site has planted authorises nothing', async () => {
    const [own, planted] = [await cookiesOf(victim), await cookiesOf(attacker)];
    const token = planted['XSRF-TOKEN'] ?? '';
    expect(token).not.toBe('');
    const pairs = Object.entries(planted).filter(([name]) => name.endsWith('portal_csrf'));
    for (const victimised of [
      { ...own, 'XSRF-TOKEN': token },
      { ...own, 'XSRF-TOKEN': token, ...Object.fromEntries(pairs) },
    ])
      expect((await endOthers(victimised, token)).status).toBe(403);
    expect((await endOthers(own)).status).toBe(200);
  });
});

test('a duplicate CSRF cookie is expired and replaced by a new one', async () => {
  const first = await page('/login', '');
  const [csrf = ''] = first.headers
    .getSetCookie()
    .filter((one) => one.startsWith('csrf_token_'))
    .map((one) => one.split(';', 1)[0] ?? '');
  const [name = ''] = csrf.split('=', 1);
  const doubled = await page('/login', `${csrf}; ${name}=tossed`);
  const set = doubled.headers.getSetCookie().filter((one) => one.startsWith(`${name}=`));
  expect(set).toContain(`${name}=; Path=/login; Max-Age=0`);
  expect(set.at(-1)).toMatch(/^csrf_token_\w+=[^;]+; Path=\//);
});

test.each([
  ['an empty session token', 'X-Session-Token:'],
  ['a blank session token', 'X-Session-Token:  \t '],
  ['a session token that Connection names', 'X-Session-Token: a\r\nConnection: X-Session-Token'],
  [
    'a session token among other headers that Connection names',
    'X-Session-Token: a\r\nConnection: close, x-session-TOKEN',
  ],
  ['a bearer token', 'Authorization: Bearer a'],
  ['another method in a header', 'X-HTTP-Method-Override: POST'],
])('%s does not lift the CSRF check', async (_what, lines) => {
  const cookie = await sessionOf(victim);
  const answer = await sendRaw(
    Number(new URL(stack.url).port),
    `DELETE /sessions HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n${lines}\r\n\r\n`,
    /\r\n\r\n/,
  );
  expect(answer).toMatch(/^HTTP\/1.1 403/);
  expect((await whoami(cookie)).status).toBe(200);
});

test.each(['//evil.example', '/\\evil.example', '@evil.example', '.evil.example'])(
  'an error page does not link back to another site, such as %s',
  async (end) => {
    const answer = await fetch(`${stack.url}/error?id=00000000-0000-4000-8000-000000000000`, {
      headers: { ...html, Referer: `${stack.url}${end}` },
    });
    expect(await answer.text()).not.toContain('evil.example');
  },
);
