import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type http from 'node:http';
import net, { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import type { RunningPortal } from '../support/portal.ts';
import { ask, listening, useWorkers, workersOf } from '../support/workers.ts';

const { upstream, start } = useWorkers();

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'workers-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('workers share the connections to one port: when one is killed, the others’ requests are answered', async () => {
  const held: http.ServerResponse[] = [];
  const all = Promise.withResolvers<undefined>();
  upstream.answer = (_request, response) => {
    if (held.push(response) === 10) all.resolve(undefined);
  };
  const portal = await start();
  expect(portal.log().match(/the portal is listening/g)).toHaveLength(1);
  const asked = Array.from({ length: 10 }, () => ask(`${portal.url}/schemas`).catch(() => 'lost'));
  await all.promise;
  process.kill(workersOf(portal)[0] ?? 0, 'SIGKILL');
  await portal.logged(/a worker has exited/);
  for (const response of held) response.end('{}');
  const statuses = await Promise.all(asked);
  expect(new Set(statuses)).toEqual(new Set([200, 'lost']));
});

describe('the metrics', () => {
  /** Starts a portal with metrics; returns how many requests it has counted, on demand. */
  async function startCounting(): Promise<{ portal: RunningPortal; counted: () => Promise<number> }> {
    const METRICS_PORT = String(await freePort());
    const portal = await start({ METRICS_PORT });
    const counted = async (): Promise<number> => {
      const headers = { accept: 'application/openmetrics-text' };
      const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`, { headers })).text();
      expect(text).toMatch(/_bucket{[^}]*"toSession"[^}]*} \d+ # {trace_id="\w{32}"}/);
      return Number(/^portal_http_requests_total{route="toSession".*} (\d+)$/m.exec(text)?.[1]);
    };
    return { portal, counted };
  }

  const sendMany = (portal: RunningPortal, count: number): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, () => ask(`${portal.url}/sessions/whoami`)));

  test('count the answers of all workers, including those that have since been replaced', async () => {
    const { portal, counted } = await startCounting();
    await sendMany(portal, 40);
    expect(await counted()).toBe(40);
    process.kill(portal.pid, 'SIGHUP');
    await portal.logged(/the workers have been replaced/);
    expect(await counted()).toBe(40);
    await sendMany(portal, 10);
    expect(await counted()).toBe(50);
  });

  test('never fall below what was read before a worker was killed', async () => {
    const { portal, counted } = await startCounting();
    await sendMany(portal, 40);
    expect(await counted()).toBe(40);
    for (const pid of workersOf(portal)) process.kill(pid, 'SIGKILL');
    await listening(portal, 4);
    expect(await counted()).toBe(40);
  });
});

describe('all workers together are subject to', () => {
  test('a rate limit', async () => {
    const portal = await start({ RATE_LIMIT: 'on', RATE_LIMIT_POSTS_PER_MINUTE: '7' });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, () =>
        ask(`${portal.url}/self-service/settings?flow=a`, { method: 'POST', body: '{"method":"a"}' }),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(23);
  });

  test('CONNECTIONS_PER_ADDRESS, and again when connections are closed', async () => {
    const portal = await start({ CONNECTIONS_PER_ADDRESS: '5' });
    const port = Number(new URL(portal.url).port);
    const open = new Set<Socket>();
    const fewer = new EventEmitter();
    const connect = (): Socket => {
      const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
      open.add(socket);
      return socket.once('close', () => {
        open.delete(socket);
        fewer.emit('left', open.size);
      });
    };
    const leftOpen = async (count: number): Promise<void> => {
      while (open.size > count) await once(fewer, 'left');
    };
    const answered = (socket: Socket): Promise<string> => {
      socket.write('GET /health/alive HTTP/1.1\r\nHost: a\r\n\r\n');
      return new Promise((resolve) => {
        socket.once('data', (bytes) => resolve(bytes.toString().slice(0, 12)));
        socket.once('close', () => resolve('cut'));
      });
    };
    for (let count = 0; count < 20; count += 1) connect();
    await leftOpen(5);
    expect(await Promise.all([...open].map(answered))).toEqual(Array(5).fill('HTTP/1.1 200'));
    for (const socket of open) socket.destroy();
    await leftOpen(0);
    // the portal notices a closed connection a moment later than the client
    while ((await answered(connect())) === 'cut');
    for (const socket of open) socket.destroy();
  });

  test('the limit on audit lines, and every line is whole', async () => {
    const file = path.join(directory, 'audit.log');
    const portal = await start({
      AUDIT_LOG: file,
      KRATOS_ADMIN_URL: upstream.url,
      PORTAL_ADMINS: 'a',
      DRAIN_DELAY_MS: '0',
    });
    await Promise.all(Array.from({ length: 100 }, () => ask(`${portal.url}/admin/identities`)));
    await portal.stop();
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { audit: string; count?: number });
    const each = lines.filter(({ audit }) => audit === 'listIdentities').length;
    expect(each).toBe(5);
    expect(lines.slice(each)).toEqual([expect.objectContaining({ audit: 'refusals', count: 100 - each })]);
  });
});

test('the lines of all workers are whole, one for each request', async () => {
  const portal = await start();
  const long = `/schemas?${'a'.repeat(2000)}`;
  await Promise.all(Array.from({ length: 300 }, () => ask(portal.url + long)));
  await portal.stop();
  const lines = portal
    .log()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  expect(lines.filter(({ msg }) => msg === 'request completed')).toHaveLength(300);
});

test('a COOKIE_SECRET that is generated is the same in every worker', async () => {
  const portal = await start({ COOKIE_SECRET: '' });
  const got = await fetch(`${portal.url}/api/csrf`);
  const cookie = got.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { token } = (await got.json()) as { token: string };
  const post = async (): Promise<number> => {
    const { status } = await fetch(`${portal.url}/preferences`, {
      method: 'POST',
      headers: { cookie, connection: 'close', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ csrf_token: token, theme: 'dark' }),
      redirect: 'manual',
    });
    return status;
  };
  // one worker after the other gets a connection
  expect(await Promise.all(Array.from({ length: 4 }, post))).toEqual([303, 303, 303, 303]);
});
