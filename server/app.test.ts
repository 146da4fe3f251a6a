import { expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess } from '../test/support/appInProcess.ts';

const app = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });

test.each([
  '/.well-known/change-password',
  '/.well-known/passkey-endpoints',
  '/hooks/refresh-token',
  '/settings/credentials',
  '/verification/state',
  '/login',
  '/logout',
  '/consent',
  '/device',
  '/preferences',
  '/settings/sessions',
])('OPTIONS %s is not found, like any method without a route', async (path) => {
  const answer = await request(app).options(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.allow).toBeUndefined();
});

test.each([
  ['200 fields', 200, 403],
  ['201 fields', 201, 413],
])('a post of the portal’s own with %s', async (_what, count, status) => {
  const post = (accept: string) =>
    request(app)
      .post('/preferences')
      .set({ 'Content-Type': 'application/x-www-form-urlencoded', Accept: accept })
      .send(Array(count).fill('a').join('&'));
  const [answer, page] = [await post('application/json'), await post('text/html')];
  expect([answer.status, page.status]).toEqual([status, status]);
  expect((answer.body as { error: { code: number } }).error.code).toBe(status);
  expect(page.text).toContain('<!doctype html>');
});
