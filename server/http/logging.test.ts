import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { PortalError } from './PortalError.ts';
import { createLog, requestLog } from './logging.ts';

const answerWithCookie: RequestHandler = (_req, res) => {
  res.set('Set-Cookie', 'ory_kratos_session=SECRET-3').sendStatus(200);
};

function loggedServer(answer = answerWithCookie) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = express();
  app.use(requestLog(createLog('info', sink)));
  app.use(answer);
  return { app, lines };
}

test('a request is one line with method, path, status and id, and without secrets', async () => {
  const { app, lines } = loggedServer();
  const answer = await request(app).get('/verification?code=SECRET-1&flow=SECRET-1').set({
    Cookie: 'ory_kratos_session=SECRET-2',
    Authorization: 'Bearer SECRET-2',
    'X-Session-Token': 'SECRET-2',
  });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/verification', status: 200 });
  expect(lines[0]).toContain(answer.headers['x-request-id']);
  expect(lines.join()).not.toContain('SECRET');
  expect(lines.join()).not.toContain('123456');
});

test("keeps a caller's request id when it is one, and makes one when it is not", async () => {
  const { app } = loggedServer();
  const kept = await request(app).get('/').set('X-Request-Id', 'edge-12345678');
  expect(kept.headers['x-request-id']).toBe('edge-12345678');
  const made = await request(app).get('/').set('X-Request-Id', '"><script>');
  expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a failure is logged on the same line, with its cause and the cause’s code', async () => {
  const { app, lines } = loggedServer((_req, res) => {
    const cause = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });
    res.locals.problem = new PortalError(502, 'upstream_unreachable', 'No answer.', { cause });
    res.sendStatus(502);
  });
  await request(app).get('/');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    status: 502,
    problem: 'upstream_unreachable',
    err: { message: 'connect failed', code: 'ECONNREFUSED' },
  });
});

test('secrets in logged objects are redacted', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  createLog('info', sink).info(
    { password: 'SECRET', code: '123456', nested: { cookie: 'SECRET', token: 'SECRET', code: '123456' } },
    'x',
  );
  expect(lines.join()).not.toContain('SECRET');
  expect(lines.join()).not.toContain('123456');
});

test.each([
  ['/assets/main.js', 200],
  ['/assets/main.js', 304],
  ['/assets/%', 400],
  ['/assets/none.js', 404],
  ['/health/ready', 503],
  ['/health/%2e%2e/login', 400],
  ['/reports/csp', 413],
])('%s answered with %i has its line', async (path, status) => {
  const { app, lines } = loggedServer((_req, res) => res.sendStatus(status));
  await request(app).get(path);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ path, status }),
  ]);
});

test('successful health checks, and CSP reports, which have their own line, have no request line', async () => {
  const { app, lines } = loggedServer((_req, res) => res.sendStatus(204));
  for (const path of ['/health/alive', '/health/ready', '/reports/csp']) await request(app).get(path);
  expect(lines).toEqual([]);
});
