import { describe, expect, test } from '@jest/globals';
import cookieParser from 'cookie-parser';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { PortalError } from '../../http/PortalError.ts';
import { createCsrf } from './csrf.ts';
import { providerCookies } from './providerCookies.ts';

const portalUrl = 'https://portal.example';

function server(sessionName = 'ory_kratos_session') {
  const csrf = createCsrf({ secret: 'x'.repeat(32), portalUrl, cookies: providerCookies(sessionName) });
  const app = express();
  app.use(cookieParser(), express.urlencoded({ extended: false }));
  app.use('/token', (req, res) => res.json({ token: csrf.token(req, res) }));
  app.use('/post', csrf.protect, (_req, res) => res.sendStatus(204));
  app.use('/look', csrf.protectPreferences, (_req, res) => res.sendStatus(204));
  const answer: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
    if (error instanceof PortalError) res.status(error.status).json(error.toJson());
    else res.sendStatus(500);
  };
  app.use(answer);
  return app;
}

async function tokenOf(app: express.Express, session = '') {
  const answer = await request(app).get('/token').set('Cookie', session);
  const [setCookie = '', forScripts] = answer.get('Set-Cookie') ?? [];
  return {
    token: (answer.body as { token: string }).token,
    cookie: setCookie.split(';')[0] ?? '',
    setCookie,
    forScripts,
  };
}

const sends = (app: express.Express, headers: object, status: number, path = '/post') =>
  request(app)
    .delete(path)
    .set(headers as Record<string, string>)
    .expect(status, status === 403 ? /csrf_violation/ : '');

describe('csrf', () => {
  test('sets a cookie that no subdomain can set, no script can read, and other sites’ posts do not carry', async () => {
    const { setCookie } = await tokenOf(server());
    expect(setCookie).toMatch(/^__Host-portal_csrf=.*Path=\/; HttpOnly; Secure; SameSite=Lax/);
  });

  test('leaves this browser’s token alone when another site posts a form, which comes without cookies', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await request(server()).post('/token').set(foreign).expect(200);
    expect(answer.get('Set-Cookie')).toBeUndefined();
    const own = await request(server()).post('/token').set('Origin', portalUrl).expect(200);
    expect(own.get('Set-Cookie')).toHaveLength(1);
  });

  test('refuses a cookie that is JSON to cookie-parser, and sets a new one', async () => {
    const cookie = '__Host-portal_csrf=j:{"a":1}';
    const { token, setCookie } = await tokenOf(server(), cookie);
    expect(setCookie).toMatch(/^__Host-portal_csrf=(?!j)/);
    await sends(server(), { Cookie: cookie, Origin: portalUrl, 'X-CSRF-Token': token }, 403);
  });

  test.each(['.', '.%0a', '.%3B%20Domain%3Dexample'])(
    'refuses a cookie with %j behind the token, and sets a new one',
    async (more) => {
      const app = server();
      const session = 'ory_kratos_session=one';
      const { token, cookie } = await tokenOf(app, session);
      const Cookie = `${session}; ${cookie}${more}`;
      const next = await tokenOf(app, Cookie);
      expect(next.token).toMatch(/^[\da-f]{64}\.[\da-f]{64}$/);
      expect(next.token).not.toBe(token);
      expect(next.forScripts).toBe(`XSRF-TOKEN=${next.token}; Path=/; SameSite=Strict; Secure`);
      const sent = { Cookie, 'X-CSRF-Token': token + decodeURIComponent(more).trim() };
      await sends(app, sent, 403);
    },
  );

  test('accepts the token in the header and in the form', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app);
    await sends(app, { Cookie: cookie, 'X-CSRF-Token': token }, 204);
    await request(app).post('/post').set({ Cookie: cookie }).type('form').send({ _csrf: token }).expect(204);
  });

  test('refuses a missing, foreign or tampered token', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app);
    const { token: foreign } = await tokenOf(app);
    const attempts: Record<string, string>[] = [
      {},
      { Cookie: cookie },
      { 'X-CSRF-Token': token },
      { Cookie: cookie, 'X-CSRF-Token': foreign },
      { Cookie: cookie, 'X-CSRF-Token': `${token}0` },
    ];
    for (const headers of attempts) await sends(app, headers, 403);
  });

  test.each([
    ['ory_kratos_session', 'ory_kratos_session'],
    ['ory_kratos_session', '__Host-ory_kratos_session'],
    ['ory_kratos_session', 'ory_session_project'],
    ['__Secure-sid', '__Secure-sid'],
    ['sid', '__Host-sid'],
  ])('with the session named %s, refuses a token of another session in %s', async (setting, name) => {
    const app = server(setting);
    const before = await tokenOf(app, `${name}=one`);
    const headers = { 'X-CSRF-Token': before.token };
    await sends(app, { ...headers, Cookie: `${before.cookie}; ${name}=two` }, 403);
    await sends(app, { ...headers, Cookie: `${before.cookie}; ${name}=one` }, 204);
  });

  test.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: portalUrl }, 204],
  ])('with a valid token, %j is answered with %i', async (headers, status) => {
    const app = server();
    const { token, cookie } = await tokenOf(app);
    await sends(app, { Cookie: cookie, 'X-CSRF-Token': token, ...headers }, status);
  });

  test.each([
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: portalUrl }, 204],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'none' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: portalUrl }, 403],
    [{}, 403],
  ])('a preference without a token, with %j, is answered with %i', async (headers, status) => {
    await sends(server(), headers, status, '/look');
  });
});

describe('the cookie XSRF-TOKEN', () => {
  const session = 'ory_kratos_session=one';

  test('gives the token to scripts of this host, only over https, and not to requests from another site', async () => {
    const { token, forScripts } = await tokenOf(server(), session);
    expect(forScripts).toBe(`XSRF-TOKEN=${token}; Path=/; SameSite=Strict; Secure`);
  });

  test('is only set for a session', async () => {
    const { forScripts } = await tokenOf(server());
    expect(forScripts).toBeUndefined();
  });

  test('is not set again if the browser has it', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app, session);
    const again = await request(app)
      .get('/token')
      .set('Cookie', `${session}; ${cookie}; XSRF-TOKEN=${token}`);
    expect(String(again.get('Set-Cookie'))).not.toContain('XSRF');
  });

  test('is replaced when the session changes, and deleted when it ends', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app, session);
    const held = `${cookie}; XSRF-TOKEN=${token}`;
    const next = await tokenOf(app, `ory_kratos_session=two; ${held}`);
    expect(next.token).not.toBe(token);
    expect(next.forScripts).toContain(`XSRF-TOKEN=${next.token};`);
    const { forScripts } = await tokenOf(app, held);
    expect(forScripts).toBe('XSRF-TOKEN=; Path=/; Max-Age=0; SameSite=Strict; Secure');
  });

  test('authorises a request by the header X-XSRF-TOKEN, only for its own session', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app, session);
    const sent = { 'X-XSRF-TOKEN': token };
    await sends(app, { ...sent, Cookie: `${session}; ${cookie}` }, 204);
    await sends(app, { ...sent, Cookie: `ory_kratos_session=two; ${cookie}` }, 403);
  });

  test('authorises nothing on its own', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app, session);
    for (const Cookie of [`${session}; ${cookie}; XSRF-TOKEN=${token}`, `${session}; XSRF-TOKEN=${token}`])
      await sends(app, { Cookie }, 403);
  });

  test('authorises nothing if another host has set it, even with the token of the attacker’s own session', async () => {
    const app = server();
    const own = await tokenOf(app, session);
    const { token: planted } = await tokenOf(app, 'ory_kratos_session=attacker');
    for (const cookie of [
      `XSRF-TOKEN=${planted}; ${session}; ${own.cookie}`,
      `portal_csrf=${planted}; XSRF-TOKEN=${planted}; ${session}`,
      `portal_csrf=${planted}; XSRF-TOKEN=${planted}; ${session}; ${own.cookie}`,
    ])
      await sends(app, { Cookie: cookie, 'X-XSRF-TOKEN': planted }, 403);
  });

  test('does not stand in for a wrong token in X-CSRF-Token', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app, session);
    await sends(
      app,
      { Cookie: `${session}; ${cookie}`, 'X-CSRF-Token': 'wrong', 'X-XSRF-TOKEN': token },
      403,
    );
  });
});
