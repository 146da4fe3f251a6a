import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
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
    portal: { SESSION_COOKIE_NAME: sessionName },
  });
  victim = await createIdentity(stack.kratos.adminUrl);
  attacker = await createIdentity(stack.kratos.adminUrl);
}, 120_000);

afterAll(() => stack.stop());

const html = { Accept: 'text/html' };

/** The session cookie of somebody who has signed in through the portal. */
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

describe('a session cookie of another name', () => {
  test('signs in, and needs a CSRF token to change anything', async () => {
    const cookie = await sessionOf(victim);
    expect((await whoami(cookie)).status).toBe(200);
    expect(await (await page('/', cookie)).text()).toContain(victim.email);
    const ended = await fetch(`${stack.url}/sessions`, { method: 'DELETE', headers: { cookie } });
    expect(ended.status).toBe(403);
  });
});

describe('a second session cookie, which another host has set', () => {
  test('in front of the victim’s own or behind it signs the attacker in nowhere, and is expired', async () => {
    const [own, tossed] = [await sessionOf(victim), await sessionOf(attacker)];
    for (const cookie of [`${own}; ${tossed}`, `${tossed}; ${own}`]) {
      expect((await whoami(cookie)).status).toBe(401);
      const home = await page('/', cookie);
      expect(home.headers.getSetCookie()).toContain(`${sessionName}=; Max-Age=0; Path=/`);
      const text = await home.text();
      expect(text).toContain('Your browser sent the same cookie twice');
      for (const { email } of [victim, attacker]) expect(text).not.toContain(email);
      const settings = await page('/settings', cookie);
      expect(settings.headers.get('location')).toBe('/login?return_to=%2Fsettings');
    }
  });

  test('leads to a sign-in page that says so, and that works', async () => {
    const own = await sessionOf(victim);
    const login = await page('/login', `${own}; ${own}`);
    expect(await login.text()).toContain('Your browser sent the same cookie twice');
    expect((await whoami(await sessionOf(victim))).status).toBe(200);
  });
});

test('a second CSRF cookie is expired, and replaced by a new one', async () => {
  const first = await page('/login', '');
  const [csrf = ''] = first.headers
    .getSetCookie()
    .filter((one) => one.startsWith('csrf_token_'))
    .map((one) => one.split(';', 1)[0] ?? '');
  const [name = ''] = csrf.split('=', 1);
  const doubled = await page('/login', `${csrf}; ${name}=tossed`);
  const set = doubled.headers.getSetCookie().filter((one) => one.startsWith(`${name}=`));
  expect(set).toContain(`${name}=; Max-Age=0; Path=/login`);
  expect(set.at(-1)).toMatch(/^csrf_token_\w+=[^;]+; Path=\//);
});

test('the place and the address that a caller claims are in nobody’s list of sessions', async () => {
  const { url } = stack;
  const claims = {
    'Cf-IpCity': 'Atlantis',
    'Cf-IpCountry': 'XX',
    'True-Client-IP': '6.6.6.6',
    'X-Forwarded-For': '6.6.6.6',
  };
  const flow = (await (await fetch(`${url}/self-service/login/api`, { headers: claims })).json()) as {
    id: string;
  };
  const done = await fetch(`${url}/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { ...claims, 'Content-Type': 'application/json' },
    body: JSON.stringify({ method: 'password', identifier: victim.email, password: victim.password }),
  });
  const { session } = (await done.json()) as { session: Session };
  expect(JSON.stringify(session.devices)).not.toMatch(/Atlantis|XX|6\.6\.6\.6/);
});

test('an empty session token does not lift the CSRF check', async () => {
  const cookie = await sessionOf(victim);
  const ended = await fetch(`${stack.url}/sessions`, {
    method: 'DELETE',
    headers: { cookie, 'X-Session-Token': '' },
  });
  expect(ended.status).toBe(403);
  expect((await whoami(cookie)).status).toBe(200);
});

test('the way back from an error is no other site', async () => {
  const answer = await fetch(`${stack.url}/error?id=00000000-0000-4000-8000-000000000000`, {
    headers: { ...html, Referer: `${stack.url}//evil.example` },
  });
  expect(await answer.text()).not.toContain('evil.example');
});

test('schemas are kept by no cache where they come with a cookie, or as an error', async () => {
  const first = await fetch(`${stack.url}/schemas`);
  const again = await fetch(`${stack.url}/schemas`, { headers: { cookie: 'a=b' } });
  for (const answer of [first, again])
    if (answer.headers.getSetCookie().length > 0)
      expect(answer.headers.get('cache-control')).toContain('no-store');
  expect((await fetch(`${stack.url}/schemas/nothing`)).headers.get('cache-control')).toContain('no-store');
});
