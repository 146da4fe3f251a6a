import { expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { cookieJar, signIn, type CookieJar } from '../support/kratosLogin.ts';
import { runningStack } from '../support/runningStack.ts';

const html = { accept: 'text/html' };
const isProviders = (line: string): boolean => /^(?:ory_kratos_|csrf_token_)/.test(line);

/** Browsers see this portal on https. */
const stack = runningStack({
  portal: { NODE_ENV: 'production', PORTAL_URL: 'https://portal.example' },
});
const lines: string[] = [];

/** Sends a request with a browser's cookies, and collects the answer's Set-Cookie lines. */
async function visit(path: string, jar: CookieJar, init: RequestInit = {}): Promise<string> {
  const headers = { ...html, cookie: jar.header(), ...(init.headers as Record<string, string> | undefined) };
  const answer = await fetch(stack.url + path, { redirect: 'manual', ...init, headers });
  jar.keep(answer);
  lines.push(...answer.headers.getSetCookie());
  return answer.text();
}

/** Sends a menu's form, as a page of the portal does. */
const choose = (fields: Record<string, string>, jar: CookieJar): Promise<string> =>
  visit('/preferences', jar, {
    method: 'POST',
    headers: { origin: 'https://portal.example', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });

test('every cookie is Secure, and the portal’s own are bound to its host, except the one that scripts read', async () => {
  const jar = cookieJar();
  for (const path of ['/login', '/registration', '/recovery', '/self-service/login/browser', '/nowhere'])
    await visit(path, jar);
  await choose({ locale: 'fr', theme: 'dark', passkey_offer: 'declined' }, jar);
  await signIn(stack.url, await createIdentity(stack.kratos.adminUrl), {}, jar);
  for (const path of ['/', '/settings', '/login?refresh=true', '/logout']) await visit(path, jar);
  await visit('/login', jar, { headers: { cookie: 'csrf_token_1=a; csrf_token_1=b' } });

  const own = lines.filter((line) => !isProviders(line));
  for (const name of ['portal_csrf', 'locale', 'theme', 'portal_no_passkey_offer', 'portal_methods'])
    expect(own.map((line) => line.split('=')[0])).toContain(`__Host-${name}`);
  expect(own.map((line) => line.split('=')[0])).toContain('__Host-doubled_cookies');
  expect(own.map((line) => line.split('=')[0])).toContain('XSRF-TOKEN');
  for (const line of own) {
    expect(line).toMatch(/^(?:__Host-.*; HttpOnly|XSRF-TOKEN=(?!.*; HttpOnly))/);
    expect(line).toMatch(/; SameSite=(?:Lax|Strict)(?:;|$)/);
    expect(line).toMatch(/; Path=\/(?:;|$)/);
    expect(line).not.toMatch(/; Domain=/i);
  }
  expect(lines.filter(isProviders).length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/; Secure(?:;|$)/);
});

test('a cookie without the prefix is ignored', async () => {
  const jar = cookieJar();
  await choose({ locale: 'fr', theme: 'dark' }, jar);
  expect(await visit('/accessibility', jar)).toMatch(/<html lang="fr"[^>]*data-theme="dark"/);
  const bare = jar.header().replaceAll('__Host-', '');
  const page = await visit('/accessibility', cookieJar(), { headers: { cookie: bare } });
  expect(page).toMatch(/<html lang="en"/);
  expect(page).not.toMatch(/<html [^>]*data-theme="dark"/);
});
