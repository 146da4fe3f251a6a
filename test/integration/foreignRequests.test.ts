import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { FlowBrowser } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { caused, fromOtherSite, startOtherSite, type OtherSite } from '../support/otherSite.ts';
import { runningStack } from '../support/runningStack.ts';
import { statusesOf, times } from '../support/statuses.ts';

/** The reads that the address of one person may make in a minute. */
const readsPerMinute = 30;

/** The forms that it may post. */
const postsPerMinute = 12;

const stack = runningStack({
  portal: {
    NODE_ENV: 'production',
    RATE_LIMIT: 'on',
    PEOPLE_PER_ADDRESS: '1',
    TRUST_PROXY: 'loopback',
  },
});
let browser: Browser;
let evil: OtherSite;

beforeAll(async () => {
  [browser, evil] = await Promise.all([sharedBrowser(), startOtherSite()]);
});

afterAll(async () => {
  await closePages(browser);
  evil.stop();
});

let clients = 0;
const newAddress = (): string => `198.51.100.${(clients += 1)}`;
const client = (address = newAddress()): FlowBrowser =>
  new FlowBrowser(stack, { headers: { 'x-forwarded-for': address } });
/** Signs a client in to a new account. @returns the status */
const signIn = async (who: FlowBrowser): Promise<number> => {
  const { email, password } = await createIdentity(stack.kratos.adminUrl);
  return (await who.signIn(email, password)).answer.status;
};

/** Sends a request that a page of another site causes, from a client's IP address. */
const cause = (
  how: keyof typeof fromOtherSite,
  address: string,
  path: string,
  form?: Record<string, string>,
) => caused(stack.url + path, { ...fromOtherSite[how], 'X-Forwarded-For': address }, form);

const uses = Object.keys(fromOtherSite) as (keyof typeof fromOtherSite)[];
const links = ['link'] as const;
const posts = ['form', 'olderForm'] as const;

describe('a request that another site causes', () => {
  test.each(uses.filter((how) => ![...links, ...posts].includes(how as never)))(
    'is refused and does not count against the limits: %s',
    async (how) => {
      const address = newAddress();
      for (const path of [
        '/',
        '/login',
        '/settings',
        '/nowhere',
        '/self-service/login/browser',
        '/self-service/login?flow=a',
        '/self-service/verification?flow=a&code=123456',
        '/self-service/methods/oidc/callback/acme?code=a',
        '/sessions/whoami',
        '/api/csrf',
        '/admin/identities',
      ]) {
        const { status, text } = await cause(how, address, path);
        expect([path, status, text]).toEqual([path, 403, expect.stringContaining('cross_origin')]);
      }
      expect(await statusesOf(readsPerMinute + 10, () => cause(how, address, '/login'))).toEqual(
        times(readsPerMinute + 10, 403),
      );
      expect((await client(address).call('/login')).status).toBe(200);
    },
  );

  test.each(uses.filter((how) => !links.includes(how as never)))(
    'is refused and does not count against the limits, as a post: %s',
    async (how) => {
      const address = newAddress();
      for (const path of [
        '/preferences',
        '/logout',
        '/device',
        '/consent',
        '/settings/sessions',
        '/nowhere',
        '/self-service/login?flow=a',
        '/self-service/recovery?flow=a',
      ])
        expect([path, (await cause(how, address, path, { a: 'b' })).status]).toEqual([path, 403]);
      const post = () => cause(how, address, '/preferences', { theme: 'dark' });
      expect(await statusesOf(15, post)).toEqual(times(15, 403));
      const own = () => client(address).call('/preferences', { method: 'POST' });
      expect((await statusesOf(postsPerMinute + 1, own)).indexOf(429)).toBe(postsPerMinute);
    },
  );

  test('does not use up the attempts of somebody who types a code, if it is a link with a code', async () => {
    const victim = await createIdentity(stack.kratos.adminUrl);
    const mallory = client();
    const theirs = await mallory.start('verification');
    await mallory.submit('verification', theirs, { method: 'code', email: victim.email });
    const address = newAddress();
    await statusesOf(60, () =>
      cause('link', address, `/self-service/verification?flow=${theirs.id}&code=000000`),
    );
    const visitor = client(address);
    const own = await visitor.start('verification');
    await visitor.submit('verification', own, { method: 'code', email: victim.email });
    const typed = await visitor.submit('verification', own, { method: 'code', code: '000000' });
    expect(typed.status).toBe(200);
  });

  test('is let through where other sites take part in the protocol, or may link', async () => {
    const address = newAddress();
    const callback = '/self-service/methods/oidc/callback/apple';
    for (const how of posts)
      expect((await cause(how, address, callback, { state: 'a', code: 'b' })).status).not.toBe(403);
    for (const path of [
      `${callback}?state=a&code=b`,
      '/self-service/recovery?flow=00000000-0000-4000-8000-000000000000&token=a',
      '/self-service/verification?flow=00000000-0000-4000-8000-000000000000&code=123456',
      '/login?return_to=/settings',
      '/accessibility',
    ])
      expect([path, (await cause('link', address, path)).status]).not.toEqual([path, 403]);
    // an application may renew its tokens in a frame; Hydra's challenge identifies such a request
    expect((await cause('frame', address, '/login?login_challenge=a')).status).not.toBe(403);
    expect((await cause('frame', address, '/login?a=login_challenge')).status).toBe(403);
  });
});

describe('a link to a form', () => {
  const forbidden = [
    'identifier=ada@example.org',
    'identifier=ada@example.org&code=123456',
    '%69dentifier=ada%40example.org',
    'password_identifier=a',
    'password=a',
    'totp_code=123456',
    'totp%5Fcode=123456',
    'lookup_secret=abcdefgh',
    'method=password',
    'email=ada@example.org',
    'traits.email=ada@example.org',
    'traits%2Eemail=ada@example.org',
    'traits%5Bemail%5D=a',
    'csrf_token=a',
    'resend=code',
    'FLOW=a',
    '=a',
  ];

  test.each(['login', 'registration', 'recovery', 'verification', 'settings'])(
    'of %s may carry no credentials or identifiers, whoever follows it',
    async (kind) => {
      const isMailed = kind === 'recovery' || kind === 'verification';
      for (const query of [...forbidden, ...(isMailed ? [] : ['code=123456', 'token=a'])])
        for (const headers of [{ Accept: 'text/html' }, fromOtherSite.link]) {
          const { status, text } = await caused(`${stack.url}/self-service/${kind}?flow=a&${query}`, headers);
          expect([query, status, text]).toEqual([
            query,
            400,
            expect.stringContaining('parameter_not_allowed'),
          ]);
        }
    },
  );

  test('redirects to the page of the flow that it names', async () => {
    const who = client();
    const flow = await who.start('login');
    const answer = await who.call(`/self-service/login?flow=${flow.id}`, {
      headers: { Accept: 'text/html' },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${stack.url}/login?flow=${flow.id}`);
  });
});

/** Opens the other site's page in a new browser, from an IP address. */
async function lure(html: string, address: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': address } });
  const page = await context.newPage();
  evil.show(html);
  await page.goto(evil.url);
  return page;
}

describe('a page of another site', () => {
  test('cannot post a form to the portal, or use up the posts of an IP address', async () => {
    const address = newAddress();
    const page = await lure(
      `<form method="post" action="${stack.url}/preferences"><input name="theme" value="dark"></form>
       <script>document.forms[0].submit()</script>`,
      address,
    );
    await page.waitForURL(`${stack.url}/preferences`);
    expect(await page.textContent('main')).toContain('it came from another site');
    evil.show('');
    await page.goto(evil.url);
    await page.evaluate(
      async (url) =>
        Promise.all(
          Array.from({ length: 70 }, () =>
            fetch(url, { method: 'POST', mode: 'no-cors' }).catch(() => undefined),
          ),
        ),
      `${stack.url}/preferences`,
    );
    expect(await signIn(client(address))).toBe(200);
    await page.context().close();
  });

  test('can link to the portal’s sign-in and sign-up pages', async () => {
    for (const path of ['/login', '/self-service/login/browser', '/registration', '/']) {
      const page = await lure(`<a href="${stack.url}${path}">Go</a>`, newAddress());
      const [answer] = await Promise.all([page.waitForResponse(stack.url + path), page.click('a')]);
      expect([200, 303]).toContain(answer.status());
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.context().close();
    }
  });
});
