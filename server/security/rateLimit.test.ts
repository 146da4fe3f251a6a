import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { sendError } from '../gateway/sendError.ts';
import type { PortalError } from '../errors.ts';
import { rateLimit } from './rateLimit.ts';

const server = () =>
  express()
    .use(rateLimit(2))
    .use((_request, response) => void response.send('ok'))
    .use(((error: PortalError, from, to, _next) =>
      sendError(error, from, to)) as express.ErrorRequestHandler);

const statuses = async (method: 'get' | 'post', path: string): Promise<number[]> => {
  const app = server();
  const answers = [];
  for (let count = 0; count < 3; count += 1) answers.push((await request(app)[method](path)).status);
  return answers;
};

test('posts of people are limited, and told when to come back', async () => {
  for (const path of ['/self-service/login?flow=a', '/preferences', '/nowhere'])
    expect(await statuses('post', path)).toEqual([200, 200, 429]);
  const app = server();
  for (let count = 0; count < 2; count += 1) await request(app).post('/logout');
  expect((await request(app).post('/logout')).headers['retry-after']).toBe('60');
});

test('reading is not limited, nor are the calls of admins and OAuth2 clients', async () => {
  expect(await statuses('get', '/login')).toEqual([200, 200, 200]);
  for (const path of ['/admin/identities', '/oauth2/token', '/relation-tuples/check'])
    expect(await statuses('post', path)).toEqual([200, 200, 200]);
});
