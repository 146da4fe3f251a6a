import { describe, expect, jest, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { failingStores, storeFailure } from '../../../test/support/limitStores.ts';
import { sendError } from '../../http/sendError.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { times } from '../../../test/support/statuses.ts';
import { testLimits } from '../../../test/support/testLimits.ts';

type Limits = Parameters<typeof testLimits>[0];

/** A provider that confirms the sessions `ada-…` and `ben-…`. */
const confirming = () =>
  jest.fn(({ headers }: express.Request) =>
    Promise.resolve(/ory_kratos_session=(ada|ben)-/.exec(headers.cookie ?? '')?.[1]),
  );

const server = (settings: Limits, limits = testLimits({ identityOf: confirming(), ...settings })) =>
  express()
    .set('trust proxy', true)
    .use((asked, _response, next) => {
      asked.isFromOtherSite = asked.get('sec-fetch-site') === 'cross-site';
      next();
    })
    .use(limits.requests)
    .use((_request, response) => void response.send('ok'))
    .use(((error: PortalError, from, to, _next) =>
      sendError(error, from, to)) as express.ErrorRequestHandler);

const statuses = async (
  limits: Limits,
  method: 'get' | 'head' | 'post',
  ...paths: string[]
): Promise<number[]> => {
  const app = server(limits);
  const answers = [];
  for (const path of paths) answers.push((await request(app)[method](path)).status);
  return answers;
};

/** The settings for an address of one person, who may post 12 forms and make 30 reads a minute. */
const onePerson = { PEOPLE_PER_ADDRESS: 1 };

const repeated = (count: number, path: string): string[] => Array<string>(count).fill(path);

test('users’ posts are limited, and a refusal gives the time to wait', async () => {
  for (const path of ['/self-service/login?flow=a', '/preferences', '/nowhere'])
    expect(await statuses(onePerson, 'post', ...repeated(13, path))).toEqual([...times(12, 200), 429]);
  const app = server(onePerson);
  for (let count = 0; count < 12; count += 1) await request(app).post('/logout');
  const refused = await request(app).post('/logout');
  // less than a minute where the posts have taken long
  expect(refused.headers['retry-after']).toMatch(/^(?:[1-5]?\d|60)$/);
  const seconds = Number(refused.headers['retry-after']);
  expect(refused.body).toMatchObject({ error: { code: 429, id: 'rate_limited', retry_after: seconds } });
});

test('reading is not limited, nor are the calls of admins and OAuth2 clients', async () => {
  for (const path of [
    '/accessibility',
    '/logout',
    '/sessions/whoami',
    '/self-service/login/flows?id=a',
    '/self-service/errors?id=a',
  ])
    expect(await statuses(onePerson, 'get', ...repeated(31, path))).toEqual(times(31, 200));
  for (const path of ['/admin/identities', '/oauth2/token', '/relation-tuples/check'])
    expect(await statuses(onePerson, 'post', ...repeated(13, path))).toEqual(times(13, 200));
});

test('reads that create a flow count together, on pages and on the provider’s own paths', async () => {
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
    '/self-service/methods/oidc/callback/errors?code=a',
  ];
  const asked = [...creating, ...repeated(30 - creating.length, '/login'), ...creating];
  expect(await statuses(onePerson, 'get', ...asked)).toEqual([...times(30, 200), ...creating.map(() => 429)]);
  expect(await statuses(onePerson, 'head', ...repeated(31, '/login'))).toEqual([...times(30, 200), 429]);
});

test('IP addresses of one IPv6 network count together, others separately', async () => {
  const app = server(onePerson);
  const from = async (address: string): Promise<number> =>
    (await request(app).post('/preferences').set('X-Forwarded-For', address)).status;
  for (let count = 0; count < 12; count += 1) expect(await from('2001:db8:0:1::1')).toBe(200);
  expect(await from('2001:db8:0:1:ffff::2')).toBe(429);
  expect(await from('2001:db8:1:1::1')).toBe(200);
  expect(await from('192.0.2.1')).toBe(200);
  expect(await from('192.0.2.2')).toBe(200);
});

test.each(failingStores)(
  'if a store %s, the requests that it would count are refused',
  async (_how, makeStore) => {
    const reached = jest.fn();
    const failed: unknown[] = [];
    const app = express()
      .use(testLimits({ makeStore }).requests)
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
  },
);

describe('at an IP address whose posts are used up', () => {
  const post = (app: express.Express, session?: string, address = '192.0.2.1') => {
    const sent = request(app).post('/preferences').set('X-Forwarded-For', address);
    return session === undefined ? sent : sent.set('Cookie', `ory_kratos_session=${session}`);
  };
  const usedUp = async (): Promise<{ app: express.Express; identityOf: ReturnType<typeof confirming> }> => {
    const identityOf = confirming();
    const app = server({ identityOf, ...onePerson });
    for (let count = 0; count < 12; count += 1) await post(app);
    expect((await post(app)).status).toBe(429);
    return { app, identityOf };
  };

  test('a signed-in user can still post, and the provider is called once', async () => {
    const { app, identityOf } = await usedUp();
    for (let count = 0; count < 5; count += 1) expect((await post(app, 'ada-1')).status).toBe(200);
    expect(identityOf).toHaveBeenCalledTimes(1);
    expect((await post(app)).status).toBe(429);
  });

  test('a user has one budget, however many sessions they open', async () => {
    const { app } = await usedUp();
    const answers = [];
    for (let count = 0; count < 70; count += 1) answers.push((await post(app, `ada-${count % 7}`)).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(60);
    expect((await post(app, 'ben-1')).status).toBe(200);
  });

  test('made-up sessions gain nothing, and cause at most thirty calls of the provider a minute', async () => {
    const { app, identityOf } = await usedUp();
    for (let count = 0; count < 50; count += 1)
      expect((await post(app, `made-up-${count}`)).status).toBe(429);
    expect((await post(app, 'made-up-1')).status).toBe(429);
    expect(identityOf).toHaveBeenCalledTimes(30);
  });

  test('requests that another site causes are not charged to the session that the browser sends along', async () => {
    const { app, identityOf } = await usedUp();
    const caused = () => post(app, 'ada-1').set('Sec-Fetch-Site', 'cross-site');
    for (let count = 0; count < 12; count += 1) expect((await caused()).status).toBe(200);
    for (let count = 0; count < 70; count += 1) expect((await caused()).status).toBe(429);
    expect(identityOf).not.toHaveBeenCalled();
    expect((await post(app, 'ada-1')).status).toBe(200);
  });
});

test('a signed-in user’s requests do not use up the budget of the IP address', async () => {
  const identityOf = confirming();
  const limits = testLimits({ identityOf, ...onePerson });
  const app = server({}, limits);
  const cookie = 'ory_kratos_session=ada-1';
  await limits.rememberOwner({ headers: { cookie } }, 'ada');
  for (let count = 0; count < 10; count += 1)
    expect((await request(app).post('/preferences').set('Cookie', cookie)).status).toBe(200);
  expect((await request(app).post('/preferences')).status).toBe(200);
  expect(identityOf).not.toHaveBeenCalled();
});

test('a user who has used up their own budget shares the rest of the IP address’s', async () => {
  const identityOf = confirming();
  const limits = testLimits({ identityOf, ...onePerson });
  const app = server({}, limits);
  const cookie = 'ory_kratos_session=ada-1';
  await limits.rememberOwner({ headers: { cookie } }, 'ada');
  const answers = [];
  for (let count = 0; count < 73; count += 1)
    answers.push((await request(app).post('/preferences').set('Cookie', cookie)).status);
  expect(answers).toEqual([...times(72, 200), 429]);
});
