import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { csrfViolation } from './errors.ts';
import { note, recordRequests, type RequestRecord } from './requestRecord.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server that records its requests. */
async function recorded(answer: RequestHandler) {
  const records: RequestRecord[] = [];
  const { promise: first, resolve } = Promise.withResolvers<RequestRecord>();
  const app = express()
    .disable('x-powered-by')
    .use(recordRequests([(record) => void records.push(record), resolve]));
  app.all('/pages/:id', answer);
  app.use((_request, response) => void response.status(404).end());
  const server = http.createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, records, first };
}

test('a record has id, method, path, route, status and duration, but no headers, query or body', async () => {
  const { url, records } = await recorded((_request, response) => {
    response.set('Set-Cookie', 'ory_kratos_session=SECRET').status(201).send('SECRET');
  });
  const answer = await fetch(`${url}/pages/a?code=SECRET&flow=SECRET`, {
    method: 'POST',
    headers: { Cookie: 'a=SECRET', Authorization: 'Bearer SECRET', 'X-Session-Token': 'SECRET' },
    body: 'SECRET',
  });
  await answer.text();
  expect(records).toEqual([
    {
      id: answer.headers.get('x-request-id'),
      method: 'POST',
      path: '/pages/a',
      route: '/pages/:id',
      status: 201,
      ms: expect.any(Number),
      bytes: 6,
      completed: true,
    },
  ]);
  expect(records[0]?.ms).toBeGreaterThan(0);
});

test('a record has no route if none matches', async () => {
  const { url, first } = await recorded((_request, response) => response.send('a'));
  await fetch(`${url}/elsewhere`);
  expect(await first).toMatchObject({ path: '/elsewhere', status: 404, route: undefined });
});

test("a caller's valid request id is kept, and an invalid one replaced", async () => {
  const { url } = await recorded((_request, response) => response.send('a'));
  const idGiven = async (id: string): Promise<string | null> =>
    (await fetch(`${url}/pages/a`, { headers: { 'X-Request-Id': id } })).headers.get('x-request-id');
  expect(await idGiven('edge-12345678')).toBe('edge-12345678');
  for (const other of ['"><script>', 'short', 'x'.repeat(65)])
    expect(await idGiven(other)).toMatch(/^[0-9a-f-]{36}$/);
});

test('a record has the facts noted while the request was served', async () => {
  const problem = csrfViolation();
  const { url, first } = await recorded((request, response) => {
    note(request, { caller: { by: 'session', id: 'ada' } });
    note(request, { problem });
    response.sendStatus(403);
  });
  await fetch(`${url}/pages/a`);
  expect(await first).toMatchObject({ caller: { by: 'session', id: 'ada' }, problem, status: 403 });
});

describe('a record counts only the bytes of the body', () => {
  const answers: [string, number, RequestHandler][] = [
    ['text', 6, (_request, response) => response.send('größ')],
    ['text in latin1', 4, (_request, response) => response.end('größ', 'latin1')],
    ['bytes', 3000, (_request, response) => response.end(Buffer.alloc(3000))],
    ['JSON', 10, (_request, response) => response.json({ a: 'é' })],
    [
      'a stream in chunks',
      200_000,
      (_request, response) => Readable.from([Buffer.alloc(100_000), Buffer.alloc(100_000)]).pipe(response),
    ],
    ['none', 0, (_request, response) => response.end()],
    ['none for 204', 0, (_request, response) => response.status(204).end('text')],
    ['none for 304', 0, (_request, response) => response.status(304).end('text')],
  ];
  test.each(answers)('%s: %d', async (_what, bytes, answer) => {
    const { url, first } = await recorded(answer);
    const received = await (await fetch(`${url}/pages/a`)).arrayBuffer();
    expect(await first).toMatchObject({ bytes: received.byteLength, completed: true });
    expect(received.byteLength).toBe(bytes);
  });

  test('none for HEAD', async () => {
    const { url, first } = await recorded((_request, response) => response.send('text'));
    await fetch(`${url}/pages/a`, { method: 'HEAD' });
    expect(await first).toMatchObject({ status: 200, bytes: 0 });
  });

  test('separately for each request on a connection', async () => {
    const { port, records } = await recorded((request, response) =>
      response.send('x'.repeat(Number(request.params.id))),
    );
    const browser = connect(port, '127.0.0.1');
    const ask = (bytes: number, more = ''): string =>
      `GET /pages/${bytes} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    browser.end(ask(10) + ask(2000) + ask(30, 'Connection: close\r\n'));
    browser.resume();
    await once(browser, 'close');
    expect(records.map(({ bytes }) => bytes)).toEqual([10, 2000, 30]);
  });
});

describe('a request that the browser aborts', () => {
  const abort = async (answer: RequestHandler, until: string) => {
    const { port, first, records } = await recorded(answer);
    const browser = connect(port, '127.0.0.1');
    browser.write('GET /pages/a HTTP/1.1\r\nHost: a\r\n\r\n');
    if (until) for await (const chunk of browser) if (String(chunk).includes(until)) break;
    return { browser, first, records };
  };

  test('before its answer is recorded without a status', async () => {
    const { promise: reached, resolve } = Promise.withResolvers<undefined>();
    const { browser, first, records } = await abort(() => resolve(undefined), '');
    await reached;
    browser.destroy();
    expect(await first).toMatchObject({ status: undefined, bytes: 0, completed: false });
    expect(records).toHaveLength(1);
  });

  test('within its answer is recorded with the bytes so far', async () => {
    const { browser, first, records } = await abort(
      (_request, response) => void response.write('half'),
      'half',
    );
    browser.destroy();
    expect(await first).toMatchObject({ status: 200, bytes: 4, completed: false });
    expect(records).toHaveLength(1);
  });
});
