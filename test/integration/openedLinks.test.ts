import { describe, expect, test } from '@jest/globals';
import { FlowBrowser } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { markup } from '../support/servedPage.ts';
import { runningStack } from '../support/runningStack.ts';
import type { Stack } from '../support/stack.ts';

const html = { accept: 'text/html', 'sec-fetch-site': 'none' };
const form = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
const sessionName = 'ory_kratos_session';

const read = async (who: FlowBrowser, url: string): Promise<string> =>
  markup(await (await who.call(url, { headers: html })).text());

/** Presses the button of a page that a mailed link has opened. */
async function press(who: FlowBrowser, page: string, link: string): Promise<Response> {
  const [, action = ''] = /<form action="([^"]*self-service[^"]*)"/.exec(page) ?? [];
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(page) ?? [];
  return who.call(new URL(action.replaceAll('&amp;', '&'), link).href, {
    method: 'POST',
    headers: form,
    body: new URLSearchParams({ token }),
  });
}

const open = async (who: FlowBrowser, link: string): Promise<Response> =>
  press(who, await read(who, link), link);

const isSignedIn = async (who: FlowBrowser): Promise<boolean> => (await who.identity()) !== undefined;

/** The portal's way of following a link before a person does: as a mail gateway, twice, and with HEAD. */
async function prefetch(link: string, jar?: CookieJar): Promise<void> {
  for (const headers of [html, { accept: '*/*' }])
    for (const method of ['HEAD', 'GET', 'GET']) {
      const answer = await fetch(link, {
        method,
        redirect: 'manual',
        headers: { ...headers, ...(jar && { cookie: jar.header() }) },
      });
      const cookies = answer.headers.getSetCookie();
      expect([method, cookies.filter((cookie) => /^(?:ory_|csrf_token)/.test(cookie))]).toEqual([method, []]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
}

const damaged = (link: string): string => link.replace(/token=[^&]*/, 'token=damaged');

const verifies = async (stack: Stack, { id }: TestIdentity): Promise<boolean> => {
  const answer = await fetch(`${stack.kratos.adminUrl}/admin/identities/${id}`);
  const identity = (await answer.json()) as { verifiable_addresses: { verified: boolean }[] };
  return identity.verifiable_addresses.every(({ verified }) => verified);
};

describe('links with a token', () => {
  const stack = runningStack({
    kratos: { SELFSERVICE_FLOWS_RECOVERY_USE: 'link', SELFSERVICE_FLOWS_VERIFICATION_USE: 'link' },
  });

  const mailed = async (kind: string, email: string, who: FlowBrowser): Promise<string> => {
    const since = stack.mailbox.messages.length;
    await who.sendPage(`/${kind}`, { email, method: 'link' });
    return (await stack.mailbox.waitFor(email, { since })).links[0] ?? '';
  };
  const browser = (jar?: CookieJar): FlowBrowser => new FlowBrowser(stack, jar && { jar });
  const recovery = async (who = browser()) => {
    const account = await createIdentity(stack.kratos.adminUrl);
    return { who, account, link: await mailed('recovery', account.email, who) };
  };
  const verification = async (who = browser()) => {
    const account = await createIdentity(stack.kratos.adminUrl, { verified: false });
    return { who, account, link: await mailed('verification', account.email, who) };
  };

  test('a recovery link that a mail gateway has followed first signs in whoever presses its button', async () => {
    const { who, account, link } = await recovery();
    await prefetch(link);
    await prefetch(link, who.jar);
    expect(await isSignedIn(who)).toBe(false);
    const page = await read(who, link);
    expect(page).toContain(account.email);
    expect(await isSignedIn(who)).toBe(false);
    const answer = await press(who, page, link);
    expect(answer.headers.get('location')).toMatch(/\/settings\?flow=/);
    expect(await isSignedIn(who)).toBe(true);
  });

  test('a recovery link says who is signed in, and ends no session before its button is pressed', async () => {
    const { link } = await recovery();
    const owner = await createIdentity(stack.kratos.adminUrl);
    const visitor = browser(await signIn(stack.url, owner));
    await prefetch(link, visitor.jar);
    const page = await read(visitor, link);
    expect(page).toContain('You are signed in as');
    expect(page).toContain(owner.email);
    const before = visitor.jar.header();
    expect(await isSignedIn(visitor)).toBe(true);
    expect(visitor.jar.header()).toBe(before);
    await press(visitor, page, link);
    const session = await visitor.call('/sessions/whoami');
    expect(JSON.stringify(await session.json())).not.toContain(owner.email);
  });

  test('a verification link that a mail gateway has followed first verifies the address', async () => {
    const { who, account, link } = await verification();
    await prefetch(link);
    await prefetch(link, who.jar);
    const page = await read(who, link);
    expect(page).toContain(account.email);
    expect(await verifies(stack, account)).toBe(false);
    const answer = await press(who, page, link);
    expect(answer.headers.get('location')).toMatch(/\/verification\?flow=/);
    expect(await verifies(stack, account)).toBe(true);
  });

  test('a damaged verification link says so, and the right one still works afterwards', async () => {
    const { who, account, link } = await verification();
    const refused = await open(who, damaged(link));
    const told = await read(who, refused.headers.get('location') ?? '');
    expect(told).toContain('This link is invalid or has already been used.');
    expect(told).toContain('name="email"');
    await open(who, link);
    expect(await verifies(stack, account)).toBe(true);
  });

  test('a program gets an error that says how to use the token, and can post it', async () => {
    const json = { Accept: 'application/json' };
    for (const [kind, operation] of [
      ['recovery', 'updateRecoveryFlow'],
      ['verification', 'updateVerificationFlow'],
    ]) {
      const { link, account } = await (kind === 'recovery' ? recovery() : verification());
      const refused = await fetch(link, { headers: json });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await refused.json()).toEqual({
        error: expect.objectContaining({
          id: 'token_not_posted',
          reason: expect.stringContaining(`${operation}`) as unknown,
        }) as unknown,
      });
      const url = new URL(link);
      const token = url.searchParams.get('token') ?? '';
      url.searchParams.delete('token');
      const posted = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...json, 'Content-Type': 'application/json' },
        body: JSON.stringify({ method: 'link', token }),
      });
      if (kind === 'recovery') expect(posted.headers.getSetCookie().join('\n')).toContain(`${sessionName}=`);
      expect([kind, await verifies(stack, account)]).toEqual([kind, true]);
    }
  });
});

describe('while codes are mailed', () => {
  const stack = runningStack();

  test('a link with a code that a mail gateway has followed first still fills the form in', async () => {
    const { email } = await createIdentity(stack.kratos.adminUrl, { verified: false });
    const who = new FlowBrowser(stack);
    await who.sendPage('/verification', { email, method: 'code' });
    const { links, code = '' } = await stack.mailbox.waitFor(email);
    const link = links[0] ?? '';
    expect(link).toContain(`code=${code}`);
    for (const method of ['HEAD', 'GET', 'GET'])
      await fetch(link, { method, redirect: 'manual', headers: html });
    const opened = await who.call(link, { headers: html });
    const filledIn = await read(who, opened.headers.get('location') ?? '');
    expect(filledIn).toContain(`value="${code}"`);
    expect(filledIn).toContain('press the button below');
  });
});
