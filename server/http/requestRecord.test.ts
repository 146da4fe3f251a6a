import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
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
      bytes: expect.any(Number),
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

test('a record has the size of its own answer with its headers, also on a connection with several requests', async () => {
  const { port, records } = await recorded((request, response) =>
    response.send('x'.repeat(Number(request.params.id))),
  );
  const browser = connect(port, '127.0.0.1');
  const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  let received = 0;
  browser.write(get('/pages/10'));
  browser.on('data', (chunk: Buffer) => {
    if (received === 0) browser.write(get('/pages/2000', 'Connection: close\r\n'));
    received += chunk.length;
  });
  await once(browser, 'close');
  expect(records).toHaveLength(2);
  expect((records[1]?.bytes ?? 0) - (records[0]?.bytes ?? 0)).toBeGreaterThan(1900);
  expect((records[0]?.bytes ?? 0) + (records[1]?.bytes ?? 0)).toBe(received);
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

  test('within its answer is recorded as not completed', async () => {
    const { browser, first, records } = await abort(
      (_request, response) => void response.write('half'),
      'half',
    );
    browser.destroy();
    expect(await first).toMatchObject({ status: 200, bytes: expect.any(Number), completed: false });
    expect(records).toHaveLength(1);
  });
});
