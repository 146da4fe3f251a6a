import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { createLog, requestLog } from './logging.ts';

function loggedServer() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = express();
  app.use(requestLog(createLog('info', sink)));
  app.use((_req, res) => {
    res.set('Set-Cookie', 'ory_kratos_session=SECRET-3').sendStatus(200);
  });
  return { app, lines };
}

test('a request is one line with method, path, status and id, and nothing that is secret', async () => {
  const { app, lines } = loggedServer();
  const answer = await request(app).get('/verification?code=SECRET-1&flow=SECRET-1').set({
    Cookie: 'ory_kratos_session=SECRET-2',
    Authorization: 'Bearer SECRET-2',
    'X-Session-Token': 'SECRET-2',
  });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/verification', res: 200 });
  expect(lines[0]).toContain(answer.headers['x-request-id']);
  expect(lines.join()).not.toContain('SECRET');
});

test("keeps a caller's request id when it is one, and makes one when it is not", async () => {
  const { app } = loggedServer();
  const kept = await request(app).get('/').set('X-Request-Id', 'edge-12345678');
  expect(kept.headers['x-request-id']).toBe('edge-12345678');
  const made = await request(app).get('/').set('X-Request-Id', '"><script>');
  expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('secrets in logged objects are redacted', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  createLog('info', sink).info({ password: 'SECRET', nested: { cookie: 'SECRET', token: 'SECRET' } }, 'x');
  expect(lines.join()).not.toContain('SECRET');
});
