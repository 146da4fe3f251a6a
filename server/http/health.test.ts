import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { fakeUpstream } from '../../test/support/selfClosingGateway.ts';
import { createProvider } from '../upstreams/provider.ts';
import { frontendRequests } from '../upstreams/requests.ts';
import { providerCookies } from '../security/cookies/providerCookies.ts';
import { readSettings } from '../settings/config.ts';
import { version } from './version.ts';
import { health } from './health.ts';

const inFrontOf = (kratosUrl: string) =>
  createProvider(readSettings({ KRATOS_PUBLIC_URL: kratosUrl }), providerCookies('ory_kratos_session'));

test('concurrent readiness checks call the provider only once', async () => {
  const waiting: (() => void)[] = [];
  const kratos = await fakeUpstream((_request, response) => waiting.push(() => response.end('{}')));
  const app = express().use(health(inFrontOf(kratos.url)));
  let asked = 0;
  const allAsked = Promise.withResolvers<undefined>();
  const server = express().use((_request, _response, next) => {
    asked += 1;
    next();
    if (asked === 20) allAsked.resolve(undefined);
  }, app);
  const answers = Array.from({ length: 20 }, () =>
    request(server)
      .get('/health/ready')
      .then(({ status }) => status),
  );
  await allAsked.promise;
  const release = setInterval(() => waiting.splice(0).forEach((answer) => answer()), 10);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  clearInterval(release);
  expect(kratos.received.map(({ url }) => url).sort()).toEqual(['/health/ready', '/self-service/login/api']);
});

test('a portal that is stopping is alive but not ready, whether its provider is or not', async () => {
  const kratos = await fakeUpstream();
  const app = express().use(health(inFrontOf(kratos.url), () => true));
  await request(app)
    .get('/health/ready')
    .expect(503, { errors: { portal: 'stopping' } });
  await request(app)
    .get('/health/accepting')
    .expect(503, { errors: { portal: 'stopping' } });
  await request(app).get('/health/alive').expect(200);
  expect(kratos.received).toEqual([]);
});

test('a Kratos that calls itself ready, but cannot write, is named until it can', async () => {
  let isReadOnly = true;
  const kratos = await fakeUpstream(({ url }, response) => {
    if (url === '/self-service/login/api' && isReadOnly) response.statusCode = 500;
    response.end('{}');
  });
  const app = express().use(health(inFrontOf(kratos.url)));
  await request(app)
    .get('/health/ready')
    .expect(503, { errors: { kratos: 'cannot begin a sign-in' } });
  isReadOnly = false;
  await request(app).get('/health/ready').expect(200);
  await request(app).get('/health/ready').expect(200);
  expect(kratos.received.filter(({ url }) => url === '/self-service/login/api')).toHaveLength(2);
});

test('the version is named where the portal says that it is alive', async () => {
  const app = express().use(health({ failing: () => Promise.resolve({}) }));
  await request(app).get('/health/alive').expect(200, { status: 'ok', version });
});

test('readiness is still checked while all connections to the provider are busy', async () => {
  const connections = 256;
  const allAsked = Promise.withResolvers<undefined>();
  let asked = 0;
  const kratos = await fakeUpstream(({ url }, response) => {
    if (url !== '/sessions/whoami') response.end('{}');
    else asked += 1;
    if (asked === connections) allAsked.resolve(undefined);
  });
  const provider = inFrontOf(kratos.url);
  const calls = Array.from({ length: connections }, () =>
    provider.kratos.answer(frontendRequests.toSession()),
  );
  await allAsked.promise;
  const failing = await provider.failing();
  provider.close();
  await Promise.all(calls);
  expect(failing).toEqual({});
});
