import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { metricsServer } from './metricsServer.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(
  read = () => Promise.resolve({ contentType: 'text/plain', text: 'a 1\n' }),
  timeoutMs?: number,
): Promise<string> {
  const server = metricsServer(read, timeoutMs).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('GET and HEAD of /metrics get the metrics, uncached', async () => {
  const url = await start();
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, await answer.text()]).toEqual([200, 'a 1\n']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const head = await fetch(`${url}/metrics`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test.each([
  '/',
  '/login',
  '/metrics/',
  '/metrics?a=b',
  '/METRICS',
  '//metrics',
  '/health/alive',
  '/%6detrics',
])('%s is 404 on the metrics’ port, without a body', async (path) => {
  const answer = await fetch((await start()) + path);
  expect([answer.status, await answer.text()]).toEqual([404, '']);
});

test('another method is 405', async () => {
  const url = await start();
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await fetch(`${url}/metrics`, { method })).status).toBe(405);
});

test('metrics that cannot be read are a 500 that says nothing', async () => {
  const url = await start(() => Promise.reject(new Error('inner')));
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, await answer.text()]).toEqual([500, '']);
});

test('a scraper that does not read its answer is disconnected', async () => {
  const text = 'a 1\n'.repeat(5_000_000);
  const { port } = new URL(await start(() => Promise.resolve({ contentType: 'text/plain', text }), 100));
  const scraper = connect(Number(port), '127.0.0.1').pause();
  scraper.write('GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n');
  for (const server of servers) {
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(socket, 'close');
  }
  scraper.destroy();
});
