import { describe, expect, test } from '@jest/globals';
import { fakeUpstream, type FakeUpstream, gatewayHarness } from '../../test/support/selfClosingGateway.ts';
import { failingStores } from '../../test/support/limitStores.ts';
import { statusesOf, times } from '../../test/support/statuses.ts';
import type { Pair } from '../security/submission/submission.ts';
import { testLimits } from '../../test/support/testLimits.ts';
import { inMemory } from '../security/limits/stores.ts';

const origin = 'https://app.example';

/** A Hydra that accepts only the secret `right`, and lets one origin read its answers. */
const hydra = (): Promise<FakeUpstream> =>
  fakeUpstream((request, response) => {
    if (request.headers.origin === origin)
      response.setHeader('Access-Control-Allow-Origin', origin).setHeader('Vary', 'Origin');
    const isRight =
      request.headers.authorization?.endsWith(Buffer.from(':right').toString('base64')) ?? false;
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else response.writeHead(isRight || request.url === '/oauth2/device/auth' ? 200 : 401).end('{}');
  });

async function openHarness(makeStore = inMemory) {
  const upstream = await hydra();
  const { countClientCall } = testLimits({ makeStore, PEOPLE_PER_ADDRESS: 1 });
  const { url } = await gatewayHarness({ hydraPublic: upstream.url }, { countClientCall });
  /** Calls as a client, whose id has a length that leaves the secret recognisable in the encoded header. */
  const call = (path: string, { client = 'app000', secret = 'wrong', headers = {}, form = {} } = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`,
        ...headers,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', token: 'a', ...form }),
    });
  return { upstream, call };
}

describe('wrong secrets', () => {
  test.each(['/oauth2/token', '/oauth2/revoke', '/oauth2/device/auth'])(
    'of one client at one IP address are limited to ten at %s, without affecting other clients',
    async (path) => {
      const { call } = await openHarness();
      expect(await statusesOf(10, () => call('/oauth2/token'))).toEqual(times(10, 401));
      expect((await call(path)).status).toBe(429);
      expect((await call(path, { client: 'app000', secret: 'right' })).status).toBe(429);
      expect((await call('/oauth2/token', { client: 'app001', secret: 'right' })).status).toBe(200);
    },
  );

  test('in the body and in the header are counted together', async () => {
    const { call } = await openHarness();
    const inBody = { headers: { Authorization: '' }, form: { client_id: 'app000', client_secret: 'x' } };
    expect(await statusesOf(10, (index) => call('/oauth2/token', index % 2 ? inBody : {}))).toEqual(
      times(10, 401),
    );
    expect(await statusesOf(2, (index) => call('/oauth2/token', index % 2 ? inBody : {}))).toEqual([
      429, 429,
    ]);
  });

  test('of all clients together are limited to fifty at one IP address', async () => {
    const { call } = await openHarness();
    const guess = (index: number) => call('/oauth2/token', { client: `app${100 + index}` });
    expect(await statusesOf(51, guess)).toEqual([...times(50, 401), 429]);
  });

  test('are the only ones that count: right ones are unlimited, even all at once', async () => {
    const { call } = await openHarness();
    const right = () => call('/oauth2/token', { secret: 'right' });
    const answers = await Promise.all(Array.from({ length: 60 }, right));
    expect(answers.map(({ status }) => status)).toEqual(times(60, 200));
    expect(await statusesOf(70, right)).toEqual(times(70, 200));
  });

  test('that another site’s page sends do not lock out a client at the same IP address', async () => {
    const { countClientCall: count } = testLimits();
    const wrong = { statusCode: 401, headers: {} };
    const pairs: Pair[] = [['client_id', 'app']];
    const call = { limit: 'secrets', headers: {}, pairs, address: '::1' } as const;
    for (let sent = 0; sent < 10; sent += 1) await (await count({ ...call, isFromOtherSite: true }))(wrong);
    await expect(count({ ...call, isFromOtherSite: true })).rejects.toMatchObject({ status: 429 });
    await expect(count(call)).resolves.toBeDefined();
  });
});

test('device authorisations are limited per client at an IP address, and per IP address', async () => {
  const { call, upstream } = await openHarness();
  const begin = (client: string) => call('/oauth2/device/auth', { client, secret: 'right' });
  expect(await statusesOf(4, () => begin('app000'))).toEqual([...times(3, 200), 429]);
  expect(await statusesOf(4, () => begin('app001'))).toEqual([...times(3, 200), 429]);
  expect(await statusesOf(1, () => begin('app002'))).toEqual([429]);
  expect(upstream.received).toHaveLength(6);
  expect((await call('/oauth2/token', { secret: 'right' })).status).toBe(200);
});

describe('a refusal', () => {
  test('is an OAuth2 error with the time to wait', async () => {
    const { call } = await openHarness();
    await statusesOf(10, () => call('/oauth2/token'));
    for (const headers of [{}, { Accept: 'text/html' }]) {
      const refused = await call('/oauth2/token', { headers });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(refused.headers.get('cache-control')).toContain('no-store');
      expect(await refused.json()).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.any(String),
      });
    }
  });

  test('can be read by the applications that may read the OAuth2 server’s answers', async () => {
    const { call } = await openHarness();
    await statusesOf(10, () => call('/oauth2/token'));
    const allowed = async (from: string) =>
      (await call('/oauth2/token', { headers: { Origin: from } })).headers.get('access-control-allow-origin');
    expect(await allowed(origin)).toBe(origin);
    expect(await allowed('https://other.example')).toBeNull();
  });
});

test.each(failingStores)('if a store %s, no client is let through', async (_how, makeStore) => {
  const { call, upstream } = await openHarness(makeStore);
  expect((await call('/oauth2/token', { secret: 'right' })).status).toBe(500);
  expect(upstream.received).toEqual([]);
});
