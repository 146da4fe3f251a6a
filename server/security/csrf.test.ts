import { describe, expect, test } from '@jest/globals';
import cookieParser from 'cookie-parser';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { PortalError } from '../http/PortalError.ts';
import { createCsrf } from './csrf.ts';
import { providerCookies } from './providerCookies.ts';

const portalUrl = 'https://portal.example';

function server(sessionName = 'ory_kratos_session') {
  const csrf = createCsrf({ secret: 'x'.repeat(32), portalUrl, cookies: providerCookies(sessionName) });
  const app = express();
  app.use(cookieParser(), express.urlencoded({ extended: false }));
  app.get('/token', (req, res) => res.json({ token: csrf.token(req, res) }));
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
  const cookie = String(answer.headers['set-cookie']);
  return {
    token: (answer.body as { token: string }).token,
    cookie: cookie.split(';')[0] ?? '',
    setCookie: cookie,
  };
}

describe('csrf', () => {
  test('sets a cookie that no other site, subdomain or script can touch', async () => {
    const { setCookie } = await tokenOf(server());
    expect(setCookie).toMatch(/^__Host-portal_csrf=.*Path=\/; HttpOnly; Secure; SameSite=Lax/);
  });

  test('accepts the token in the header and in the form', async () => {
    const app = server();
    const { token, cookie } = await tokenOf(app);
    await request(app).delete('/post').set({ Cookie: cookie, 'X-CSRF-Token': token }).expect(204);
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
    for (const headers of attempts)
      await request(app)
        .post('/post')
        .set(headers)
        .expect(403, /csrf_violation/);
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
    await request(app)
      .post('/post')
      .set({ ...headers, Cookie: `${before.cookie}; ${name}=two` })
      .expect(403);
    await request(app)
      .post('/post')
      .set({ ...headers, Cookie: `${before.cookie}; ${name}=one` })
      .expect(204);
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
    await request(app)
      .post('/post')
      .set({ Cookie: cookie, 'X-CSRF-Token': token, ...(headers as Record<string, string>) })
      .expect(status);
  });

  test.each([
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: portalUrl }, 204],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'none' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: portalUrl }, 403],
    [{}, 403],
  ])('a preference without a token, with %j, is answered with %i', async (headers, status) => {
    await request(server())
      .post('/look')
      .set(headers as Record<string, string>)
      .expect(status);
  });
});
