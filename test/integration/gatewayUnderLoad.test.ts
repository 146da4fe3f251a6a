import { readdirSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { residentBytesOf } from '../support/residentBytesOf.ts';

const mebibyte = 1024 * 1024;

let upstream: http.Server;
let answer: RequestListener;
let portal: RunningPortal;

const respond: RequestListener = (request, response) => answer(request, response);

beforeAll(async () => {
  upstream = http.createServer({ keepAliveTimeout: 1000 }, respond);
  await new Promise<void>((resolve) =>
    upstream.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, resolve),
  );
  const { port } = upstream.address() as AddressInfo;
  portal = await startPortal(
    {
      KRATOS_PUBLIC_URL: `http://127.0.0.1:${port}`,
      KRATOS_ADMIN_URL: `http://127.0.0.1:${port}`,
      HYDRA_PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORTAL_ADMINS: 'nobody',
      LOG_LEVEL: 'warn',
      CONNECTIONS_PER_ADDRESS: '2000',
    },
    // collects garbage often, so that memory that stays in use is leaked
    ['--max-semi-space-size=1'],
  );
});

afterAll(async () => {
  await portal.stop();
  upstream.closeAllConnections();
  upstream.close();
});

const residentBytes = (): number => residentBytesOf(portal.pid);
/** Returns how many file descriptors, such as sockets, the portal's process has open. */
const descriptors = (): number => readdirSync(`/proc/${portal.pid}/fd`).length;

/** Waits until a condition holds. */
async function until(holds: () => boolean, deadlineMs = 60_000): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error('the condition did not become true in time');
    await pause(50);
  }
}

const chunk = Buffer.alloc(256 * 1024, 'x');

/** Writes a long body, as fast as the other side reads it. */
const writeBody =
  (bytes: number, written: (total: number) => void = () => undefined): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes });
    let total = 0;
    const more = (): void => {
      while (total < bytes && !response.destroyed) {
        total += chunk.length;
        written(total);
        if (!response.write(chunk)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  };

const agent = new http.Agent({ maxSockets: Infinity });
afterAll(() => agent.destroy());

/** Requests a path on a connection of its own, if all others are busy. */
const ask = (path: string, headers = {}): Promise<[status: number | undefined, body: string]> =>
  new Promise((resolve, reject) => {
    http
      .get(portal.url + path, { agent, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => (body += part));
        response.on('end', () => resolve([response.statusCode, body]));
      })
      .on('error', reject);
  });

test('a body of 256 MB is streamed, not buffered', async () => {
  const bytes = 256 * mebibyte;
  answer = writeBody(bytes);
  const before = residentBytes();
  let most = 0;
  let received = 0;
  const response = await fetch(`${portal.url}/schemas`);
  for await (const part of response.body ?? []) {
    const receivedBefore = received;
    received += (part as Uint8Array).length;
    if (Math.floor(receivedBefore / (32 * mebibyte)) !== Math.floor(received / (32 * mebibyte)))
      most = Math.max(most, residentBytes());
  }
  expect(received).toBe(bytes);
  expect(most - before).toBeLessThan(100 * mebibyte);
});

test('a browser that stops reading puts back-pressure on the upstream', async () => {
  let written = 0;
  answer = writeBody(1024 * mebibyte, (total) => (written = total));
  const { port, hostname } = new URL(portal.url);
  const browser = net.connect(Number(port), hostname);
  browser.write('GET /schemas HTTP/1.1\r\nHost: a\r\n\r\n');
  browser.pause();
  await until(() => written > 0);
  let last = -1;
  while (last !== written) {
    last = written;
    await pause(300);
  }
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(64 * mebibyte);
  browser.destroy();
});

test('the bodies of a thousand slow callers, in both directions, do not stay in memory', async () => {
  const callers = 1000;
  const part = Buffer.alloc(8 * 1024, 'x');
  answer = (request, response) => {
    response.writeHead(200);
    request.pipe(response);
  };
  let received = 0;
  const options = { agent, method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const calls = Array.from({ length: callers }, () =>
    http
      .request(`${portal.url}/credentials`, options, (response) => {
        response.on('data', (data: Buffer) => (received += data.length));
      })
      .on('error', () => undefined),
  );
  let sent = 0;
  /** Sends a part of each body, and waits until all of them have come back. */
  const round = async (): Promise<void> => {
    for (const call of calls) call.write(part);
    sent += callers * part.length;
    await until(() => received === sent);
  };
  for (let count = 0; count < 4; count += 1) await round();
  const before = residentBytes();
  for (let count = 0; count < 10; count += 1) await round();
  expect(received).toBe(14 * callers * part.length);
  // kept, the parts would take 78 MB
  expect(residentBytes() - before).toBeLessThan(40 * mebibyte);
  for (const call of calls) call.destroy();
});

test.each(['/sessions/whoami', '/login', '/admin/identities'])(
  'calls of %s beyond an upstream’s limit of concurrent calls are refused at once until others have finished',
  async (path) => {
    const most = 1024;
    const waiting: http.ServerResponse[] = [];
    let refused = 0;
    answer = (_request, response) => void waiting.push(response);
    // with a session, the page would make two calls
    const headers = {
      Accept: 'application/json',
      ...(path !== '/login' && { Cookie: 'ory_kratos_session=a' }),
    };
    const requests = Array.from({ length: most + 10 }, () =>
      ask(path, headers).then(([status, body]) => {
        if (status === 503 && body.includes('upstream_busy')) refused += 1;
      }),
    );
    await until(() => refused === 10);
    expect(refused).toBe(10);
    answer = (_request, response) => void response.writeHead(401).end('{}');
    for (const response of waiting) response.writeHead(401).end('{}');
    await Promise.all(requests);
    expect((await ask(path, headers))[0]).not.toBe(503);
  },
);

test('failures leak neither sockets nor memory', async () => {
  const fail: RequestListener[] = [
    (request) => request.socket.destroy(),
    (request) => request.socket.resetAndDestroy(),
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy());
    },
    (request) => void request.socket.end('garbage\r\n\r\n'),
    (request) => void request.socket.write('HTTP/1.1 200 OK\r\nX: ', () => request.socket.destroy()),
    (request) => void request.socket.write('HTTP/1.1 101 Odd\r\n\r\n'),
    (_request, response) => response.end('{}'),
  ];
  let count = 0;
  answer = (request, response) => fail[count++ % fail.length]?.(request, response);
  const round = async (calls: number): Promise<void> => {
    for (let done = 0; done < calls; done += 50)
      await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          const signal = at % 5 === 0 ? AbortSignal.timeout(5) : null;
          await fetch(`${portal.url}/schemas`, { signal })
            .then((response) => response.arrayBuffer())
            .catch(() => undefined);
        }),
      );
  };
  /** Returns how many bytes the portal grows by in 2,500 calls. */
  const growth = async (): Promise<number> => {
    const before = residentBytes();
    await round(2500);
    await until(() => descriptors() < 150);
    return residentBytes() - before;
  };
  // a leak grows every time; a heap stops at its steady size
  const leaked = 2500 * 4096;
  let least = Infinity;
  for (let rounds = 0; rounds < 6 && least > leaked; rounds += 1) least = Math.min(least, await growth());
  expect(least).toBeLessThan(leaked);
  answer = (_request, response) => response.end('{}');
  expect((await fetch(`${portal.url}/schemas`)).status).toBe(200);
});
