import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';

const server = path.join(import.meta.dirname, '../../dist/server/main.mjs');

let upstream: http.Server;
let upstreamUrl: string;
let answer: RequestListener;
let directory: string;
const portals: RunningPortal[] = [];

beforeEach(async () => {
  answer = (request, response) => request.resume().on('end', () => response.end('{}'));
  upstream = http.createServer((request, response) => answer(request, response));
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  directory = mkdtempSync(path.join(tmpdir(), 'workers-'));
});

afterEach(async () => {
  await Promise.all(portals.splice(0).map((portal) => portal.stop()));
  upstream.closeAllConnections();
  upstream.close();
  rmSync(directory, { recursive: true });
});

/** The process ids of the workers that have begun to listen, in that order. */
const workersOf = (portal: RunningPortal): number[] =>
  [...portal.log().matchAll(/"worker":(\d+),"msg":"a worker is listening"/g)].map(([, pid]) => Number(pid));

/** Resolves when so many workers have begun to listen, since the start. */
const listening = (portal: RunningPortal, count: number): Promise<void> =>
  portal.logged(new RegExp(`(a worker is listening[^]*){${count}}`));

async function start(settings: Record<string, string> = {}): Promise<RunningPortal> {
  const portal = await startPortal({ KRATOS_PUBLIC_URL: upstreamUrl, WORKERS: '2', ...settings });
  portals.push(portal);
  await listening(portal, 2);
  return portal;
}

/** Starts a portal that fails; returns its exit code and everything that it printed. */
const failedStart = (settings: Record<string, string>): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: upstreamUrl, WORKERS: '2', ...settings };
    execFile(process.execPath, [server], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

interface Asked {
  agent?: http.Agent | false;
  method?: string;
  body?: string;
}

/** Sends a request, on a connection of its own by default; returns the answer's status. */
function ask(
  url: string,
  { agent = false, method = 'GET', body = '' }: Asked = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    http
      .request(url, { agent, method, ...(method === 'POST' && { headers }) }, (response) => {
        response
          .resume()
          .on('error', reject)
          .on('end', () => resolve(response.statusCode));
      })
      .on('error', reject)
      .end(body);
  });
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Sends requests without a pause until a promise settles; returns how many were answered, and the failures. */
async function busyUntil(
  done: Promise<unknown>,
  send: () => Promise<number | undefined>,
): Promise<{ answered: number; lost: unknown[] }> {
  let isDone = false as boolean;
  void done.finally(() => (isDone = true));
  const lost: unknown[] = [];
  let answered = 0;
  while (!isDone)
    try {
      const status = await send();
      if (status === 200) answered += 1;
      else lost.push(status);
    } catch (error) {
      lost.push((error as NodeJS.ErrnoException).code);
    }
  return { answered, lost };
}

test('workers share the connections to one port: when one is killed, the others’ requests are answered', async () => {
  const held: http.ServerResponse[] = [];
  const all = Promise.withResolvers<undefined>();
  answer = (_request, response) => {
    if (held.push(response) === 10) all.resolve(undefined);
  };
  const portal = await start();
  expect(portal.log().match(/the portal is listening/g)).toHaveLength(1);
  const asked = Array.from({ length: 10 }, () => ask(`${portal.url}/schemas`).catch(() => 'lost'));
  await all.promise;
  process.kill(workersOf(portal)[0] ?? 0, 'SIGKILL');
  await portal.logged(/a worker has ended/);
  for (const response of held) response.end('{}');
  const statuses = await Promise.all(asked);
  expect(new Set(statuses)).toEqual(new Set([200, 'lost']));
});

test('a worker that is killed is replaced, and the other answers meanwhile', async () => {
  const portal = await start();
  const [victim = 0, other] = workersOf(portal);
  process.kill(victim, 'SIGKILL');
  await portal.logged(/"exitCode":null,"signal":"SIGKILL","msg":"a worker has ended"/);
  const { answered, lost } = await busyUntil(listening(portal, 3), () => ask(`${portal.url}/schemas`));
  expect(lost).toEqual([]);
  expect(answered).toBeGreaterThan(0);
  expect(isRunning(victim)).toBe(false);
  const [, , replacement] = workersOf(portal);
  expect(replacement).not.toBe(other);
});

test('workers that end soon after their start are replaced after pauses that grow', async () => {
  const portal = await start();
  for (const worker of [0, 1]) {
    process.kill(workersOf(portal).at(-1) ?? 0, 'SIGKILL');
    await listening(portal, 3 + worker);
  }
  const times = [...portal.log().matchAll(/"time":"([^"]+)",[^\n]*a worker (?:has ended|is listening)/g)].map(
    ([, time]) => Date.parse(time ?? ''),
  );
  const [, , firstEnd = 0, firstReplaced = 0, secondEnd = 0, secondReplaced = 0] = times;
  expect(firstReplaced - firstEnd).toBeGreaterThanOrEqual(1000);
  expect(secondReplaced - secondEnd).toBeGreaterThanOrEqual(2000);
});

describe('SIGHUP', () => {
  test('replaces every worker and loses no request: on open connections, on new ones, and posts', async () => {
    let posts = 0;
    answer = (request, response) => {
      if (request.method === 'POST') posts += 1;
      request.resume().on('end', () => response.end('{}'));
    };
    const portal = await start();
    const before = workersOf(portal);
    const agents = Array.from({ length: 5 }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }));
    const post = { method: 'POST', body: '{"method":"a"}' };
    const replaced = portal.logged(/the workers have been replaced/);
    const load = [
      ...agents.map((agent) => () => ask(`${portal.url}/schemas`, { agent })),
      ...Array.from({ length: 5 }, () => () => ask(`${portal.url}/schemas`)),
    ].map((send) => busyUntil(replaced, send));
    const posted = [...agents.slice(0, 2), false as const].map((agent) =>
      busyUntil(replaced, () => ask(`${portal.url}/self-service/login?flow=a`, { agent, ...post })),
    );
    process.kill(portal.pid, 'SIGHUP');
    const results = await Promise.all([...load, ...posted]);
    for (const agent of agents) agent.destroy();
    expect(results.flatMap(({ lost }) => lost)).toEqual([]);
    expect(Math.min(...results.map(({ answered }) => answered))).toBeGreaterThan(0);
    expect(posts).toBe((await Promise.all(posted)).reduce((sum, { answered }) => sum + answered, 0));
    expect(before.map(isRunning)).toEqual([false, false]);
    expect(workersOf(portal).slice(2).map(isRunning)).toEqual([true, true]);
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200);
  });

  test('with a brand that has become faulty says why, and leaves the workers as they are', async () => {
    const brand = path.join(directory, 'brand.json');
    writeFileSync(brand, '{"name":"Acme"}');
    const portal = await start({ BRAND_FILE: brand });
    const before = workersOf(portal);
    writeFileSync(brand, '{"name":""}');
    process.kill(portal.pid, 'SIGHUP');
    await portal.logged(/a new worker does not start/);
    expect(portal.log()).toMatch(/"fault":"BRAND_FILE: name must.*"the portal cannot start"/);
    expect(before.map(isRunning)).toEqual([true, true]);
    expect(await ask(`${portal.url}/health/alive`)).toBe(200);
  });
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

  test('count what all workers have answered, also those that were replaced since', async () => {
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

describe('for all workers together holds', () => {
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
      KRATOS_ADMIN_URL: upstreamUrl,
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

describe('the portal ends', () => {
  /** Starts a portal and holds requests at the provider. */
  async function startHeld(
    settings: Record<string, string>,
    count: number,
  ): Promise<{ portal: RunningPortal; statuses: Promise<(number | undefined)[]>; release: () => void }> {
    const held: http.ServerResponse[] = [];
    const all = Promise.withResolvers<undefined>();
    answer = (_request, response) => {
      held.push(response);
      if (held.length === count) all.resolve(undefined);
    };
    const portal = await start({ DRAIN_DELAY_MS: '0', ...settings });
    const statuses = Promise.all(
      Array.from({ length: count }, () => ask(`${portal.url}/schemas`).catch(() => undefined)),
    );
    await all.promise;
    return { portal, statuses, release: () => held.forEach((response) => response.end('{}')) };
  }

  test('on SIGTERM when every worker has answered what it was asked', async () => {
    const { portal, statuses, release } = await startHeld({}, 10);
    process.kill(portal.pid, 'SIGTERM');
    await portal.logged(/the portal is shutting down/);
    release();
    expect(await statuses).toEqual(Array(10).fill(200));
    expect(await portal.ended()).toBe(0);
    expect(portal.log().match(/the portal has stopped/g)).toHaveLength(1);
    expect(workersOf(portal).map(isRunning)).toEqual([false, false]);
  });

  test('at once on a second signal, with its workers', async () => {
    const { portal } = await startHeld({ DRAIN_DELAY_MS: '600000', DRAIN_TIMEOUT_MS: '3600000' }, 4);
    process.kill(portal.pid, 'SIGTERM');
    await portal.logged(/the portal is shutting down/);
    const repeat = setInterval(() => process.kill(portal.pid, 'SIGINT'), 200);
    expect(await portal.ended().finally(() => clearInterval(repeat))).toBe(130);
  });

  test('with its workers when the process that keeps them is killed', async () => {
    const portal = await start();
    process.kill(portal.pid, 'SIGKILL');
    // it has ended when nobody holds its output any more
    expect(await portal.ended()).toBeNull();
    await expect(ask(`${portal.url}/health/alive`)).rejects.toThrow();
  });
});

describe('the portal does not start, and says why once', () => {
  test('with a port that is taken', async () => {
    const taken = String((upstream.address() as AddressInfo).port);
    const { code, output } = await failedStart({ PORT: taken, LOG_LEVEL: 'silent' });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      level: 50,
      fault: `Port ${taken} is taken. Set PORT to a free one, or stop the program that uses it.`,
    });
  });

  test('with an address that is not the machine’s', async () => {
    const { code, output } = await failedStart({ HOST: '192.0.2.1', LOG_LEVEL: 'silent' });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      fault: 'HOST is 192.0.2.1, which is not an address of this machine.',
    });
  });

  test.each([
    ['settings', { HSTS: 'maybe' }, 'HSTS: must be'],
    ['an audit file', { AUDIT_LOG: '/nowhere/audit.log' }, 'AUDIT_LOG: /nowhere/audit.log cannot be written'],
    ['a brand', { BRAND_FILE: '/nowhere/brand.json' }, 'BRAND_FILE: /nowhere/brand.json'],
  ])('with %s that cannot be used', async (_what, settings, reason) => {
    const { code, output } = await failedStart({ ...settings, LOG_LEVEL: 'silent' });
    expect(code).toBe(1);
    expect(output.split(reason)).toHaveLength(2);
    expect(output.match(/cannot start/g)).toHaveLength(1);
  });
});
