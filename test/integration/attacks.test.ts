import { beforeAll, describe, expect, test } from '@jest/globals';
import { FlowBrowser } from '../support/flowBrowser.ts';
import { sendRaw } from '../support/gatewayHarness.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { runningStack } from '../support/runningStack.ts';
import { statusesOf } from '../support/statuses.ts';

const sessionName = '__Secure-account';

const stack = runningStack({
  kratos: { SESSION_COOKIE_NAME: sessionName },
  portal: {
    NODE_ENV: 'production',
    RATE_LIMIT: 'on',
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_POSTS_PER_MINUTE: '100000',
    SESSION_COOKIE_NAME: sessionName,
  },
});
let port: number;
let victim: TestIdentity;
let mallory: TestIdentity;

beforeAll(async () => {
  port = Number(new URL(stack.url).port);
  victim = await createIdentity(stack.kratos.adminUrl);
  mallory = await createIdentity(stack.kratos.adminUrl);
}, 120_000);

const html = { Accept: 'text/html' };

let strangers = 0;
/** A client with its own IP address. */
const stranger = (address = `198.51.100.${(strangers += 1)}`, scripts = true): FlowBrowser =>
  new FlowBrowser(stack, { headers: { 'x-forwarded-for': address }, scripts });

/** Signs in through the portal, and returns the session cookie. */
async function sessionOf(account: TestIdentity): Promise<string> {
  const pairs = (await signIn(stack.url, account)).header().split('; ');
  return pairs.find((pair) => pair.startsWith(sessionName)) ?? '';
}

const whoami = async (cookie: string): Promise<number> =>
  (await fetch(`${stack.url}/sessions/whoami`, { headers: { cookie } })).status;

const page = async (path: string, cookie = ''): Promise<Response> =>
  fetch(stack.url + path, { headers: { ...html, cookie }, redirect: 'manual' });

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

test('changing the password ends the sessions of somebody who knew the old one', async () => {
  const owner = await createIdentity(stack.kratos.adminUrl);
  const thief = await sessionOf(owner);
  const self = stranger();
  expect((await self.signIn(owner.email, owner.password)).answer.status).toBe(200);
  expect((await self.change({ method: 'password', password: `${owner.id}!` })).status).toBe(200);
  expect(await whoami(thief)).toBe(401);
});

describe('guesses at one account', () => {
  const guess = async (who: FlowBrowser, identifier: string, query = ''): Promise<Response> => {
    const { id, ui } = await who.start('login');
    const fields = { method: 'password', identifier, password: 'wrong' };
    return who.submit('login', { id: id + query, ui }, fields);
  };
  /** Makes guesses, and counts those that get past the limits. */
  const passing = async (most: number, make: (count: number) => Promise<Response>): Promise<number> =>
    (await statusesOf(most, make)).filter((status) => status !== 429).length;

  test('are limited to ten per IP address, whatever the form, flow, spelling and cookies', async () => {
    const { email } = await createIdentity(stack.kratos.adminUrl);
    const spellings = [email, email.toUpperCase(), ` ${email}\t`, `\u00a0${email}`];
    const passed = await passing(14, (count) =>
      guess(
        // without the previous try's cookies
        stranger('203.0.113.1', count % 2 === 0),
        spellings[count % spellings.length] ?? email,
        count % 3 ? '' : `&identifier=${encodeURIComponent(email)}`,
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
      expect(await passing(12, (count) => guess(stranger(addresses(count)), email))).toBe(10);
    }
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

test('a second session cookie, set by another host, is expired and does not sign the attacker in, before the victim’s own or after it', async () => {
  const [own, tossed] = [await sessionOf(victim), await sessionOf(mallory)];
  for (const cookie of [`${own}; ${tossed}`, `${tossed}; ${own}`]) {
    expect(await whoami(cookie)).toBe(401);
    const home = await page('/', cookie);
    expect(home.headers.getSetCookie()).toContain(`${sessionName}=; Path=/; Max-Age=0`);
    const text = await home.text();
    expect(text).toContain('Your browser sent the same cookie twice');
    for (const { email } of [victim, mallory]) expect(text).not.toContain(email);
    const settings = await page('/settings', cookie);
    expect(settings.headers.get('location')).toBe('/login?return_to=%2Fsettings');
  }
});
test('the CSRF token for scripts authorises a call of its own session, until the logout deletes it', async () => {
  const session = await sessionOf(victim);
  const seen = (await page('/', session)).headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  const cookie = [session, ...seen].join('; ');
  const token = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '';
  // as axios and Angular send such a call
  const ended = await fetch(`${stack.url}/sessions`, {
    method: 'DELETE',
    headers: { cookie, 'x-xsrf-token': token },
  });
  expect(ended.status).toBe(200);
  const out = await fetch(`${stack.url}/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ _csrf: token, submit: 'Yes' }),
  });
  expect(out.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^XSRF-TOKEN=; Path=\/; Max-Age=0/),
  );
  expect(await whoami(cookie)).toBe(401);
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
