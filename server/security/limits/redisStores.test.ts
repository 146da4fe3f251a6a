import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import { Redis } from 'ioredis';
import request from 'supertest';
import { sendError } from '../../http/sendError.ts';
import { createLog } from '../../log/logging.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { statusesOf, times } from '../../../test/support/statuses.ts';
import { testLimits } from '../../../test/support/testLimits.ts';
import { redisStores, type RedisStores } from './redisStores.ts';
import {
  anywhere,
  limitedPortal,
  password,
  sessionCookie,
  signedIn,
} from '../../../test/support/formLimitsHarness.ts';
import { type LocalRedis, startRedis } from '../../../test/support/redis.ts';

let server: LocalRedis;
/** Looks at what the portals store. */
let redis: Redis;
/** The portals' lines about Redis. */
let lines: string[];
let opened: RedisStores[];

/** Where a command may take as long as a busy machine needs. */
const patientUrl = (): string => `${server.url}?commandTimeout=60000`;

const storesOf = (failure: 'count' | 'refuse' = 'count', url = patientUrl()): RedisStores => {
  const note = (_fields: object, message: string): void => void lines.push(message);
  const info = (message: string): void => void lines.push(message);
  const log = { error: note, info } as unknown as Parameters<typeof redisStores>[0]['log'];
  const stores = redisStores({ url, failure, log });
  opened.push(stores);
  return stores;
};

/** Waits until something holds. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    await pause(5);
    if (performance.now() > end) throw new Error(`nothing changed; the log says ${lines.join('; ')}`);
  }
}

/** Stores that are connected. */
async function connected(url?: string): Promise<RedisStores> {
  const stores = storesOf('count', url);
  const probe = stores.makeStore(`probe ${opened.length}`, 60_000);
  await until(async () => {
    await probe.set('key', 'text');
    return (await redis.exists(`portal:probe ${opened.length}:key`)) === 1;
  });
  lines = [];
  return stores;
}

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});

beforeEach(async () => {
  lines = [];
  opened = [];
  await redis.flushall();
});

afterEach(() => {
  for (const stores of opened) stores.close();
});

afterAll(async () => {
  redis.disconnect();
  await server.kill();
});

const form = { fields: password('ada@example.org') };
const totp = { method: 'totp', totp_code: '123456' };

const twoPortals = async (url?: string) =>
  [limitedPortal((await connected(url)).makeStore), limitedPortal((await connected(url)).makeStore)] as const;

test('two portals count together, and undo the counts of successful sign-ins together', async () => {
  const [one, other] = await twoPortals();
  for (let count = 0; count < 20; count += 1)
    await one.send({ ...form, answer: () => signedIn(`session ${count}`) });
  for (let count = 0; count < 4; count += 1) expect(await one.send(form)).toBe('passed');
  expect(await other.passes(() => form)).toBe(6);
  expect(await one.send(form)).toBe('rate_limited');
});

test('two portals know each other’s sessions, owners’ IP addresses, sent mails and used codes', async () => {
  const [one, other] = await twoPortals();
  const ada = password('ada@example.org');
  await one.send({ fields: ada, answer: () => signedIn('hers') });
  for (let count = 0; count < 100; count += 1) await one.send({ fields: ada, address: anywhere(count) });
  expect(await other.send({ fields: ada, address: '203.0.113.9' })).toBe('rate_limited');
  expect(await other.send({ fields: ada })).toBe('passed');

  const factor = {
    fields: totp,
    headers: { cookie: sessionCookie('hers') },
    answer: () => signedIn('hers, aal2'),
  };
  expect(await one.send(factor)).toBe('passed');
  expect(await other.send(factor)).toBe('code_used');
  expect(await other.send({ ...factor, headers: { cookie: sessionCookie('hers, aal2') } })).toBe('code_used');

  const mailed = { flow: 'f', method: 'code', identifier: 'ben@example.org' };
  await one.send({ fields: mailed });
  const typed = { fields: { ...mailed, code: '1' } };
  expect(await other.passes(() => typed)).toBe(10);
});

test('an authenticator app’s code passes once when it is sent to two portals at the same moment', async () => {
  const portals = await twoPortals();
  const factor = {
    fields: totp,
    headers: { cookie: 'ory_kratos_session=YQ' },
    answer: () => signedIn('a, aal2'),
  };
  const results = await Promise.all(portals.map((portal) => portal.send(factor)));
  expect(results.sort()).toEqual(['code_used', 'passed']);
});

test('one portal lists and lifts what refuses an account at another', async () => {
  const [one, other] = await twoPortals();
  for (let count = 0; count < 12; count += 1) await one.send(form);
  expect((await other.lockouts.list(['ada@example.org'])).map(({ hits }) => hits)).toEqual([10]);
  await other.send(form);
  expect([one.limited.length, other.limited.length]).toEqual([1, 0]);
  await other.lockouts.lift(['ada@example.org']);
  expect(await one.lockouts.list(['ada@example.org'])).toEqual([]);
  expect(await one.passes(() => form)).toBe(10);
});

test('a window begins with the first hit, and a hit of an earlier window can’t be undone', async () => {
  const store = (await connected()).makeStore('test', 60_000);
  expect(await store.count('a', 1)).toEqual({ hits: 1, leftMs: 60_000 });
  await redis.pexpire('portal:test:a', 30_000);
  const later = await store.count('a', 1);
  expect(later.hits).toBe(2);
  expect(later.leftMs).toBeLessThanOrEqual(30_000);
  await store.count('a', -1);
  expect((await store.count('a', 1)).hits).toBe(2);
  await redis.del('portal:test:a');
  await store.count('a', -1);
  expect(await store.count('a', 0)).toEqual({ hits: 0, leftMs: 60_000 });
  expect(await redis.exists('portal:test:a')).toBe(0);
  expect((await store.count('a', 1)).hits).toBe(1);
});

test('a hit that Redis has not counted can’t be undone there: nobody gets more than the limit', async () => {
  const store = (await connected()).makeStore('test', 60_000);
  await store.count('a', 1);
  for (let count = 0; count < 3; count += 1) await store.count('a', -1);
  expect((await store.count('a', 1)).hits).toBe(1);
});

test('every key expires, and none contains a name, an address or a code', async () => {
  const portal = limitedPortal((await connected()).makeStore);
  for (let count = 0; count < 12; count += 1) await portal.send({ ...form, address: anywhere(count) });
  await portal.send({ ...form, answer: () => signedIn('hers') });
  await portal.send({ fields: totp });
  await portal.send({ fields: { flow: 'f', method: 'code', identifier: 'ben@example.org' } });
  const keys = await redis.keys('*');
  expect(keys.length).toBeGreaterThan(10);
  const stored = await Promise.all(
    keys.map(async (key) => [key, await redis.get(key), await redis.pttl(key)]),
  );
  for (const [key, , ttl] of stored) expect([key, Number(ttl) > 0]).toEqual([key, true]);
  expect(JSON.stringify(stored)).not.toMatch(/ada|ben|example|123456|\b(?:\d+\.){3}\d+\b/);
});

test.each([
  { how: 'is gone', fail: () => server.kill() },
  { how: 'hangs', fail: () => server.freeze() },
])(
  'while Redis $how each portal counts for itself, and afterwards they count together again; each logs both once',
  async ({ fail }) => {
    const [one, other] = await twoPortals(server.url);
    await fail();
    expect(await one.passes(() => form)).toBe(10);
    expect(await other.passes(() => form)).toBe(10);
    expect(lines).toEqual(Array(2).fill('Redis does not answer: this replica counts limits for itself'));
    await server.kill();
    await server.restart();
    await until(() => lines.length === 4);
    expect(lines.slice(2)).toEqual(Array(2).fill('Redis answers again: the limits are shared'));
    const total = (await one.passes(() => form)) + (await other.passes(() => form));
    expect(total).toBe(10);
  },
);

test('while Redis is full a portal counts for itself and logs so once, and its connection stays open', async () => {
  const portal = limitedPortal((await connected()).makeStore);
  const clients = await redis.client('LIST');
  await redis.config('SET', 'maxmemory', '1');
  expect(await portal.passes(() => form)).toBe(10);
  expect(await portal.passes(() => form)).toBe(0);
  expect(lines).toEqual(['Redis does not answer: this replica counts limits for itself']);
  await redis.config('SET', 'maxmemory', '0');
  const idOf = (list: unknown): RegExpMatchArray | null => /id=\d+(?=.* name=portal )/.exec(String(list));
  expect(idOf(await redis.client('LIST'))?.[0]).toBe(idOf(clients)?.[0]);
});

test('the log says that the password is missing, so that the operator can set it', async () => {
  const admin = new Redis(server.url);
  await admin.config('SET', 'requirepass', 'geheim');
  let written = '';
  const log = createLog('info', { write: (line) => (written += line) });
  const stores = redisStores({ url: server.url, failure: 'count', log });
  opened.push(stores);
  await until(() => written.includes('Redis does not answer'));
  await admin.config('SET', 'requirepass', '');
  admin.disconnect();
  expect(written).toContain('"reason":"NOAUTH ');
});

test('two limits may count a request by the same key', async () => {
  const { makeStore } = await connected();
  const app = express()
    .use(testLimits({ makeStore, PEOPLE_PER_ADDRESS: 1 }).requests)
    .use((_request, response) => void response.sendStatus(204))
    .use(((error: PortalError, from, to, _next) =>
      sendError(error, from, to)) as express.ErrorRequestHandler);
  const post = () => request(app).post('/preferences');
  expect(await statusesOf(13, post)).toEqual([...times(12, 204), 429]);
  expect((await request(app).get('/login')).status).toBe(204);
});

test('if failures must refuse, every form is refused, with a time to wait, until Redis answers', async () => {
  await server.kill();
  const portal = limitedPortal(storesOf('refuse').makeStore);
  expect(await portal.send(form)).toBe('limits_unavailable');
  await until(() => lines.length > 0);
  expect(lines).toEqual(['Redis does not answer: limited requests are refused']);
  await server.restart();
  await until(async () => (await portal.send(form)) === 'passed');
  expect(lines).toHaveLength(2);
});

/** A server that answers each command with the same bytes, as a proxy or a stand-in for Redis might. */
async function answering(
  bytes: string,
): Promise<{ url: string; wasAsked: () => boolean; close: () => void }> {
  const sockets = new Set<net.Socket>();
  let wasAsked = false;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (data) => {
      const text = data.toString('latin1');
      if (text.includes('test codes')) wasAsked = true;
      // each command begins with the number of its words
      socket.write(bytes.repeat(text.match(/\*\d+\r\n\$/g)?.length ?? 0));
    });
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    wasAsked: () => wasAsked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test.each([
  ['OK', '+OK\r\n'],
  ['an array of one number', '*1\r\n:1\r\n'],
  ['an array of texts', '*2\r\n$1\r\n1\r\n$5\r\n60000\r\n'],
  ['an array without hits', '*2\r\n:0\r\n:60000\r\n'],
])(
  'a Redis that answers everything with %s has failed: the portal counts for itself',
  async (_what, bytes) => {
    const server = await answering(bytes);
    const stores = storesOf('count', server.url);
    const codes = stores.makeStore('test codes', 60_000);
    await until(async () => {
      await codes.count('b', 1);
      return server.wasAsked();
    });
    const count = lines.length;
    expect(lines.at(-1)).toBe('Redis does not answer: this replica counts limits for itself');
    expect(await codes.get('a')).toBeUndefined();
    const hits = [await codes.count('a', 1), await codes.count('a', 1)].map((count) => count.hits);
    expect(hits).toEqual([1, 2]);
    const portal = limitedPortal(stores.makeStore);
    expect([await portal.passes(() => form), await portal.passes(() => form)]).toEqual([10, 0]);
    expect(lines).toHaveLength(count);
    server.close();
  },
);
