import { expect, jest, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { failingStores, sharedStores, storeFailure } from '../../test/support/limitStores.ts';
import { sendError } from '../gateway/sendError.ts';
import type { PortalError } from '../http/PortalError.ts';
import { inMemory } from './limits/stores.ts';
import { rateLimit } from './rateLimit.ts';

const server = (limits: { posts?: number; flows?: number }, { counter: makeStore } = inMemory) =>
  express()
    .use(rateLimit({ secret: 'a secret', makeStore, ...limits }))
    .use((_request, response) => void response.send('ok'))
    .use(((error: PortalError, from, to, _next) =>
      sendError(error, from, to)) as express.ErrorRequestHandler);

const statuses = async (
  limits: { posts?: number; flows?: number },
  method: 'get' | 'head' | 'post',
  ...paths: string[]
): Promise<number[]> => {
  const app = server(limits);
  const answers = [];
  for (const path of paths) answers.push((await request(app)[method](path)).status);
  return answers;
};

const thrice = (path: string): string[] => [path, path, path];

test('users’ posts are limited, and get the time to wait', async () => {
  for (const path of ['/self-service/login?flow=a', '/preferences', '/nowhere'])
    expect(await statuses({ posts: 2 }, 'post', ...thrice(path))).toEqual([200, 200, 429]);
  const app = server({ posts: 2 });
  for (let count = 0; count < 2; count += 1) await request(app).post('/logout');
  const refused = await request(app).post('/logout');
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.body).toMatchObject({ error: { code: 429, id: 'rate_limited', retry_after: 60 } });
});

test('reading is not limited, nor are the calls of admins and OAuth2 clients', async () => {
  for (const path of [
    '/accessibility',
    '/logout',
    '/sessions/whoami',
    '/self-service/login/flows?id=a',
    '/self-service/errors?id=a',
  ])
    expect(await statuses({ posts: 2, flows: 2 }, 'get', ...thrice(path))).toEqual([200, 200, 200]);
  for (const path of ['/admin/identities', '/oauth2/token', '/relation-tuples/check'])
    expect(await statuses({ posts: 2 }, 'post', ...thrice(path))).toEqual([200, 200, 200]);
});

test('reads that create a flow are limited together, on pages and on the provider’s own paths', async () => {
  const creating = [
    '/login',
    '/login?flow=gone',
    '/registration',
    '/recovery',
    '/verification',
    '/settings',
    '/',
    '/self-service/login/browser',
    '/self-service/registration/api',
    '/self-service/recovery?token=a',
    '/self-service/methods/oidc/callback/acme?code=a',
  ];
  expect(await statuses({ flows: creating.length }, 'get', ...creating, ...creating)).toEqual([
    ...creating.map(() => 200),
    ...creating.map(() => 429),
  ]);
});

test('a HEAD, which may create a flow as well, is limited like a GET', async () => {
  expect(await statuses({ flows: 2 }, 'head', ...thrice('/login'))).toEqual([200, 200, 429]);
});

test('addresses of one IPv6 network count together, others separately', async () => {
  const app = express()
    .set('trust proxy', true)
    .use(server({ posts: 1 }));
  const from = async (address: string): Promise<number> =>
    (await request(app).post('/preferences').set('X-Forwarded-For', address)).status;
  expect(await from('2001:db8:0:1::1')).toBe(200);
  expect(await from('2001:db8:0:1:ffff::2')).toBe(429);
  expect(await from('2001:db8:1:1::1')).toBe(200);
  expect(await from('192.0.2.1')).toBe(200);
  expect(await from('192.0.2.2')).toBe(200);
});

test('two portals that share their stores count together', async () => {
  const stores = sharedStores();
  const [one, other] = [server({ posts: 2, flows: 2 }, stores), server({ posts: 2, flows: 2 }, stores)];
  expect((await request(one).post('/preferences')).status).toBe(200);
  expect((await request(other).post('/preferences')).status).toBe(200);
  expect((await request(one).post('/preferences')).status).toBe(429);
  expect((await request(other).post('/preferences')).status).toBe(429);
  expect((await request(other).get('/login')).status).toBe(200);
});

test.each(failingStores)('where a store %s, what it limits is refused', async (_how, stores) => {
  const reached = jest.fn();
  const failed: unknown[] = [];
  const app = express()
    .use(rateLimit({ secret: 'a secret', makeStore: stores.counter }))
    .use((_request, response) => {
      reached();
      response.send('ok');
    })
    .use(((error, _request, response, _next) => {
      failed.push(error);
      response.sendStatus(500);
    }) as express.ErrorRequestHandler);
  for (const ask of [request(app).post('/preferences'), request(app).get('/login')])
    expect((await ask).status).toBe(500);
  expect(failed).toEqual([storeFailure, storeFailure]);
  expect(reached).not.toHaveBeenCalled();
});
