import { expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess } from '../test/support/appInProcess.ts';

const app = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });

test.each([
  '/.well-known/change-password',
  '/.well-known/passkey-endpoints',
  '/hooks/refresh-token',
  '/settings/credentials',
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
