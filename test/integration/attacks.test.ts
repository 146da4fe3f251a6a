import { beforeAll, describe, expect, test } from '@jest/globals';
import { FlowBrowser } from '../support/flowBrowser.ts';
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
    PEOPLE_PER_ADDRESS: '10000',
    SESSION_COOKIE_NAME: sessionName,
  },
});
let victim: TestIdentity;

beforeAll(async () => {
  victim = await createIdentity(stack.kratos.adminUrl);
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

describe('guesses at one account', () => {
  const guess = async (who: FlowBrowser, identifier: string, query = ''): Promise<Response> => {
    const { id, ui } = await who.start('login');
    const fields = { method: 'password', identifier, password: 'wrong' };
    return who.submit('login', { id: id + query, ui }, fields);
  };
  /** Makes guesses, and counts those that get past the limits. */
  const passing = async (most: number, make: (count: number) => Promise<Response>): Promise<number> =>
    (await statusesOf(most, make)).filter((status) => status !== 429).length;

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
