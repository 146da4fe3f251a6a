import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream, type FakeUpstream } from '../support/gatewayHarness.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';

/** How the fake Hydra introspects each token. */
const tokens: Record<string, object> = {
  listed: { client_id: 'robot', sub: 'robot' },
  registered: { client_id: 'mallory', sub: 'mallory' },
  consented: { client_id: 'robot', sub: 'ada' },
  refresh: { client_id: 'robot', sub: 'robot', token_use: 'refresh_token' },
  elsewhere: { client_id: 'robot', sub: 'robot', aud: ['https://other.example'] },
};

const evilHosts = [
  'https://evil.example;script-src-elem *',
  "https://evil.example,default-src 'unsafe-inline'",
  'https://*.evil.example',
  "https://'unsafe-inline'",
];

const script = (src: string) => ({
  type: 'script',
  group: 'captcha',
  attributes: { src, node_type: 'script', id: 's', type: 'text/javascript', async: true },
  messages: [],
  meta: {},
});

let portal: RunningPortal;
let kratos: FakeUpstream;
let admin: FakeUpstream;

beforeAll(async () => {
  kratos = await fakeUpstream((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    const path = request.url?.split('?', 1)[0];
    if (path === '/self-service/login/flows') {
      const ui = { action: '/', method: 'POST', nodes: evilHosts.map(script) };
      response.end(JSON.stringify({ id: 'a', type: 'browser', state: 'choose_method', ui }));
      return;
    }
    if (path === '/schemas/lost') response.statusCode = 404;
    if (path === '/schemas/cookie') response.setHeader('Set-Cookie', 'csrf_token_a=b');
    if (path === '/sessions/whoami') response.statusCode = 401;
    response.setHeader('Cache-Control', 'public, max-age=600').end('{}');
  });
  admin = await fakeUpstream();
  const hydra = await fakeUpstream((_request, response) => {
    const asked = hydra.received.at(-1)?.body ?? '';
    const token = tokens[new URLSearchParams(asked).get('token') ?? ''];
    const usual = { active: true, scope: 'portal.admin', token_use: 'access_token' };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(token ? { ...usual, ...token } : { active: false }));
  });
  portal = await startPortal({
    NODE_ENV: 'production',
    RATE_LIMIT: 'on',
    TRUST_PROXY: 'loopback',
    KRATOS_PUBLIC_URL: kratos.url,
    KRATOS_ADMIN_URL: admin.url,
    HYDRA_ADMIN_URL: hydra.url,
    ORY_ADMIN_API_TOKEN: 'ours',
    PORTAL_ADMIN_CLIENTS: 'robot',
    LOG_CLIENT_ADDRESS: 'truncated',
  });
});

beforeEach(() => {
  kratos.received.length = 0;
  admin.received.length = 0;
});

afterAll(async () => {
  await portal.stop();
  closeHarness();
});

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(portal.url + path, { headers, redirect: 'manual' });

describe('an access token with the admin scope', () => {
  test('of a listed client that acts for itself is accepted', async () => {
    const answer = await ask('/admin/identities', { authorization: 'Bearer listed' });
    expect(answer.status).toBe(200);
    expect(admin.received[0]?.headers.authorization).toBe('Bearer ours');
  });

  test.each([
    ['of a client that registered itself', 'registered', 403],
    ['that a user consented to', 'consented', 403],
    ['for another audience', 'elsewhere', 403],
    ['that is a refresh token', 'refresh', 401],
    ['that is unknown', 'unknown', 401],
  ])('%s is refused', async (_what, token, status) => {
    const answer = await ask('/admin/identities', { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(status);
    expect(admin.received).toEqual([]);
  });

  test('is audited with the client’s network, even if the call is refused', async () => {
    await ask('/admin/identities', { authorization: 'Bearer registered', 'x-forwarded-for': '192.0.2.77' });
    await portal.logged(/"audit":.*"address":"192\.0\.2\.0\/24"/);
    expect(portal.log()).not.toContain('192.0.2.77');
  });
});

test('spoofed headers for client address, host, path and trace do not reach the upstream', async () => {
  const claims = {
    'CF-IPCity': 'evil',
    'CF-Connecting-IP': 'evil',
    'True-Client-IP': 'evil',
    'X-Real-IP': 'evil',
    'X-Client-IP': 'evil',
    'X-Forwarded-Host': 'evil',
    'X-Forwarded-Proto': 'evil',
    'X-Forwarded-Prefix': 'evil',
    'X-Forwarded-Uri': 'evil',
    'X-Original-URL': 'evil',
    'X-Rewrite-URL': 'evil',
    'X-HTTP-Method-Override': 'evil',
    Forwarded: 'for=evil',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'evil=1',
    baggage: 'evil=1',
    b3: 'evil',
    'X-Request-ID': 'evil',
    'Ory-Base-URL-Rewrite': 'evil',
    'Sec-CH-UA-Arch': 'evil',
    'X-Whatever': 'evil',
    Via: 'evil',
    Referer: 'https://evil.example/',
  };
  await ask('/sessions/whoami', claims);
  await ask('/login?flow=a', { ...claims, accept: 'text/html' });
  expect(kratos.received.length).toBeGreaterThan(1);
  for (const { headers } of kratos.received)
    expect(JSON.stringify(headers)).not.toMatch(/evil|0af7651916cd43dd8448eb211c80319c/);
});

test.each([
  'ory_kratos_session=own; ory_kratos_session=tossed',
  'ory_kratos_session=own; __Host-ory_kratos_session=tossed',
  '__Secure-ory_kratos_session=tossed; __Host-ory_kratos_session=own',
  'a=b;ory_kratos_session=own;c=d;\tory_kratos_session =tossed',
  'ory_kratos_session=own; ory_kratos_session',
  'ory_kratos_session=; ory_kratos_session=own',
  'ory_kratos_session="own"; ory_kratos_session="tossed"',
])('neither of two session cookies reaches the provider: %j', async (cookie) => {
  const answer = await ask('/sessions/whoami', { cookie });
  await ask('/', { cookie, accept: 'text/html' });
  for (const { headers } of kratos.received) expect(headers.cookie ?? '').not.toMatch(/own|tossed/);
  expect(answer.headers.getSetCookie().join()).toMatch(/ory_kratos_session=; Path=[^,]*; Max-Age=0/);
});

test('only a complete answer without Set-Cookie is cacheable', async () => {
  for (const path of ['/schemas/lost', '/schemas/cookie', '/sessions/whoami'])
    expect((await ask(path)).headers.get('cache-control')).toBe('no-store');
  expect((await ask('/schemas/whole')).headers.get('cache-control')).toBe('public, max-age=600');
});

test('no script host in a flow can add a directive or a wildcard to the policy', async () => {
  const answer = await ask('/login?flow=a', { accept: 'text/html', cookie: 'csrf_token_a=b' });
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/evil|\*|unsafe|script-src-elem/);
});

test('a malformed asset URL is refused and logged', async () => {
  for (const path of ['/assets/%ff.js', '/assets/..%2fmanifest.json'])
    expect((await ask(path)).status).toBe(400);
  await portal.logged(/"path":"\/assets\/%ff\.js"[^}]*"status":400|"status":400[^}]*"\/assets\/%ff\.js"/);
});

test.each([
  ['the same name thirty thousand times', 'application/x-www-form-urlencoded', 'a=1&'.repeat(30_000)],
  ['thousands of flow ids', 'application/x-www-form-urlencoded', 'flow=a1&'.repeat(20_000)],
  [
    'blanks inside an email address',
    'application/json',
    JSON.stringify({ identifier: `a@${' '.repeat(100_000)}x` }),
  ],
  [
    'blanks inside a trait',
    'application/json',
    JSON.stringify({ identifier: 'a', traits: { a: `+1${' '.repeat(100_000)}x` } }),
  ],
  ['deeply nested lists', 'application/json', `{"traits":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  [
    'a long, deeply nested list',
    'application/json',
    `{"traits":${'['.repeat(500)}${'1,'.repeat(50_000)}1${']'.repeat(500)}}`,
  ],
  ['a long list', 'application/json', `{"traits":[${'1,'.repeat(100_000)}1]}`],
])('a form with %s does not slow the portal down', async (_what, type, body) => {
  const began = performance.now();
  const answer = await fetch(`${portal.url}/self-service/registration?flow=a`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(answer.status).toBeLessThan(500);
  await ask('/health/alive');
  expect(performance.now() - began).toBeLessThan(1500);
});
