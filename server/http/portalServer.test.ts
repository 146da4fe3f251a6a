import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { sendRaw } from '../../test/support/gatewayHarness.ts';
import { readSubmission } from '../gateway/checks/readSubmission.ts';
import { findOperation } from '../operations/findOperation.ts';
import { noStore } from '../security/request/caching.ts';
import type { ConnectionLimit } from './limitConnections.ts';
import { portalServer, timeLimits, type TimeLimits } from './portalServer.ts';

const noLimit: ConnectionLimit = {
  maxPerAddress: 1000,
  isProxy: () => false,
  onRefused: () => undefined,
};
const open: http.Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server with long time limits, except for those under test. */
async function serve(
  handler: RequestListener,
  limits: Partial<TimeLimits> = {},
  perAddress: Partial<ConnectionLimit> = {},
): Promise<number> {
  const far = { ...timeLimits, precision: 10 };
  const { server } = portalServer(handler, { ...noLimit, ...perAddress }, { ...far, ...limits });
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const answer: RequestListener = (_request, response) => void response.end('{}');
const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n';

describe('a slow browser', () => {
  test('that trickles its headers is cut off', async () => {
    let asked = 0;
    const port = await serve(() => (asked += 1), { headers: 100 });
    const socket = net.connect(port, '127.0.0.1');
    socket.resume().on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    const drops = setInterval(() => socket.write('X: a\r\n'), 10);
    await closed;
    clearInterval(drops);
    expect(asked).toBe(0);
  });

  test('that connects and sends nothing is cut off', async () => {
    expect(await sendRaw(await serve(answer, { headers: 50 }), '')).toMatch(/^HTTP\/1.1 408|^$/);
    expect(await sendRaw(await serve(answer, { idle: 50 }), '')).toBe('');
  });

  test('that stops in the middle of a body gets 408, and is disconnected', async () => {
    const port = await serve(
      (request, response) => {
        request.resume().on('end', () => response.end());
      },
      { idle: 200 },
    );
    expect(await sendRaw(port, `${post}half`)).toMatch(
      /^HTTP\/1.1 408 Request Timeout\r\n[^]*connection: close\r\n[^]*request_too_slow/i,
    );
  });

  test('that stops in the middle of a form gets 408, even if the form is read before it is passed on', async () => {
    const operation = findOperation('POST', '/self-service/login');
    const port = await serve(
      (request, response) =>
        void (operation && readSubmission(operation, request).then(() => response.end())),
      { idle: 200 },
    );
    expect(await sendRaw(port, `${post}half`)).toMatch(/^HTTP\/1.1 408 /);
  });

  test('that gets 408 is told not to store it', async () => {
    const app = express().use(noStore, (request) => void request.resume());
    expect(await sendRaw(await serve(app, { idle: 200 }), `${post}half`)).toMatch(
      /^HTTP\/1.1 408 [^]*cache-control: no-store\r\n/i,
    );
  });

  test('that stops in a body after the answer has begun is cut off', async () => {
    const port = await serve(
      (request, response) => {
        request.resume();
        response.write('begun');
      },
      { idle: 200 },
    );
    expect(await sendRaw(port, `${post}half`)).toMatch(/^HTTP\/1.1 200 [^]*begun\r\n$/);
  });

  test('that stops reading an answer is cut off', async () => {
    const cut = Promise.withResolvers<boolean>();
    const port = await serve(
      (_request, response) => {
        response.on('close', () => cut.resolve(response.writableFinished));
        response.end(Buffer.alloc(64 * 1024 * 1024));
      },
      { idle: 100 },
    );
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await cut.promise).toBe(false);
    socket.destroy();
  });

  test('that sends no further request is disconnected', async () => {
    const port = await serve(answer, { keepAlive: 20 });
    expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('slow requests that are not idle', () => {
  /** Calls `next` once the idle limit has passed this many times. */
  const afterIdle = (response: http.ServerResponse, times: number, next: () => void): void => {
    let passed = 0;
    response.on('timeout', () => {
      passed += 1;
      if (passed === times) next();
    });
  };

  test('an answer that waits for an upstream arrives', async () => {
    const port = await serve((_request, response) => afterIdle(response, 2, () => response.end('late')), {
      idle: 300,
    });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('late');
  });

  test('a body that is not read yet does not time out', async () => {
    const port = await serve(
      (request, response) => {
        afterIdle(response, 2, () => request.resume().on('end', () => response.end('read')));
      },
      { idle: 300 },
    );
    const body = 'x'.repeat(1024 * 1024);
    expect(await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })).text()).toBe('read');
  });

  test('a body that keeps coming is read', async () => {
    const port = await serve(
      (request, response) => {
        request.resume().on('end', () => response.end('read'));
      },
      { idle: 1000 },
    );
    const request = http.request({ port, host: '127.0.0.1', method: 'POST' });
    const answered = once(request, 'response');
    let parts = 0;
    const steady = setInterval(() => {
      request.write('part');
      parts += 1;
      if (parts < 25) return;
      clearInterval(steady);
      request.end();
    }, 50);
    const [response] = (await answered) as [http.IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});

describe('an IP address with too many connections', () => {
  const connect = (port: number, localAddress: string): Socket =>
    net.connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  const ask = async (socket: Socket): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return new Promise((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString().slice(0, 12)));
      socket.once('close', () => resolve('cut'));
    });
  };

  test('gets no more until it has fewer, while other addresses do', async () => {
    let refusals = 0;
    const port = await serve(answer, {}, { maxPerAddress: 2, onRefused: () => (refusals += 1) });
    const first = connect(port, '127.0.0.1');
    expect(await ask(first)).toBe('HTTP/1.1 200');
    expect(await ask(connect(port, '127.0.0.1'))).toBe('HTTP/1.1 200');
    for (let more = 0; more < 3; more++) expect(await ask(connect(port, '127.0.0.1'))).toBe('cut');
    expect(refusals).toBe(1);
    expect(await ask(connect(port, '127.0.0.2'))).toBe('HTTP/1.1 200');
    const gone = once(first, 'close');
    first.destroy();
    await gone;
    await expect(askUntilServed(port)).resolves.toBe('HTTP/1.1 200');
  });

  /** Asks until it is served, because the server notices a closed connection a moment later than the client. */
  async function askUntilServed(port: number): Promise<string> {
    for (;;) {
      const answered = await ask(connect(port, '127.0.0.1'));
      if (answered !== 'cut') return answered;
    }
  }

  test('is not refused if it belongs to a proxy, which carries many clients’ connections', async () => {
    const port = await serve(answer, {}, { maxPerAddress: 1, isProxy: (address) => address === '127.0.0.3' });
    for (let more = 0; more < 3; more++) expect(await ask(connect(port, '127.0.0.3'))).toBe('HTTP/1.1 200');
  });
});

test('a client that sends a request before it has the answer to the last is disconnected', async () => {
  const asked: string[] = [];
  const { server, load } = portalServer((request) => asked.push(String(request.url)), noLimit);
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  expect(await sendRaw((server.address() as AddressInfo).port, get('/a') + get('/b').repeat(1000))).toBe('');
  await eventLoopTurn();
  expect(asked).toEqual(['/a']);
  expect(load()).toEqual({ connections: 0, requests: 0 });
});

test('a client that has a whole answer may go on, even before the server has ended it', async () => {
  const ends: (() => void)[] = [];
  const port = await serve(({ url }, response) => {
    if (url === '/b') ends.pop()?.();
    response.writeHead(200, { 'Content-Length': '2' }).write(url);
    if (url === '/b') response.end();
    else ends.push(() => response.end());
  });
  const socket = net.connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk: Buffer) => {
    if (answers === '') socket.write('GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    answers += String(chunk);
  });
  socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'close');
  expect(answers).toMatch(/\/a[^]*\/b$/);
});

test('a server that stops answers connections that arrived while it was busy', async () => {
  const portal = portalServer(answer, noLimit);
  await once(portal.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = portal.server.address() as AddressInfo;
  const end = 'Host: a\r\nConnection: close\r\n\r\n';
  const answers = Array.from({ length: 5 }, () => sendRaw(port, `GET / HTTP/1.1\r\n${end}`));
  const stopped = portal.stop(1, 1000);
  // by now the system has connected them
  process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20));
  expect(await Promise.all(answers)).toEqual(Array<unknown>(5).fill(expect.stringMatching(/^HTTP\/1.1 200/)));
  await stopped;
});
