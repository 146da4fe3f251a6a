import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import {
  deadUrl,
  gatewayHarness,
  gatewayTo,
  rawUpstream,
  sendRaw,
} from '../../../test/support/selfClosingGateway.ts';

const inside = /127\.0\.0\.1|localhost|ECONN|HPE_|kratos/i;

/** Returns the caller's answer and the log line when the upstream treats its connection so. */
async function answerWhen(converse: (socket: net.Socket) => void, timeoutMs = 0) {
  const { url: target } = await rawUpstream(converse);
  const { url, logged } = await gatewayHarness({ kratosPublic: target }, { timeoutMs });
  const response = await fetch(`${url}/schemas`);
  const text = await response.text();
  expect(text).not.toMatch(inside);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(logged).toHaveLength(1);
  return {
    status: response.status,
    error: (JSON.parse(text) as { error: Record<string, unknown> }).error,
    log: logged[0],
  };
}

describe('an upstream that fails before it answers', () => {
  test('refuses the connection: 502, Network Error', async () => {
    const { url, logged } = await gatewayHarness({ kratosPublic: await deadUrl() });
    const response = await fetch(`${url}/schemas`);
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 502, status: 'Bad Gateway', id: 'upstream_unreachable', message: 'Network Error' },
    });
    expect(text).not.toMatch(inside);
    expect(logged).toEqual([
      {
        operation: 'listIdentitySchemas',
        upstream: 'kratosPublic',
        outcome: 'upstream_unreachable',
        code: 'ECONNREFUSED',
        ms: expect.any(Number),
        reqId: response.headers.get('x-request-id'),
        message: expect.stringContaining('The identity service cannot be reached'),
      },
    ]);
    expect(Number.isInteger(logged[0]?.ms)).toBe(true);
  });

  test('has an unknown host name: 502, Network Error', async () => {
    const { url } = await gatewayHarness({ kratosPublic: 'http://no-such-host.invalid' });
    const response = await fetch(`${url}/schemas`);
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('no-such-host');
  });

  test('cuts the connection: 502, Request aborted', async () => {
    for (const cut of [
      (socket: net.Socket) => socket.destroy(),
      (socket: net.Socket) => socket.resetAndDestroy(),
      (socket: net.Socket) => socket.end(),
      (socket: net.Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty'),
    ])
      expect(await answerWhen(cut)).toMatchObject({
        status: 502,
        error: { id: 'upstream_reset', message: 'Request aborted' },
      });
  });

  test('stalls: 504, timeout of N ms exceeded', async () => {
    for (const first of ['', 'HTTP/1.1 200 OK\r\nContent-Ty'])
      expect(await answerWhen((socket) => void socket.write(first), 50)).toMatchObject({
        status: 504,
        error: { id: 'upstream_timeout', message: 'timeout of 50 ms exceeded' },
      });
  });

  test.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['a bad status line', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a status under 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['a status over 599', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
    [
      'an unrequested upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
    ['both lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    [
      'ten megabytes of headers',
      `HTTP/1.1 200 OK\r\n${`X-Long: ${'x'.repeat(1000)}\r\n`.repeat(10_000)}\r\n`,
    ],
  ])('sends %s: 502', async (_what, text) => {
    expect(await answerWhen((socket) => void socket.write(text))).toMatchObject({
      status: 502,
      error: { id: 'upstream_invalid', message: 'Network Error' },
    });
  });

  test('fails during a navigation: the error page', async () => {
    const { url } = await gatewayHarness({ kratosPublic: await deadUrl(), hydraPublic: await deadUrl() });
    const headers = { Accept: 'text/html,application/xhtml+xml' };
    for (const [path, init] of [
      ['/self-service/login/browser', { headers }],
      ['/self-service/methods/oidc/callback/x?code=a', { headers }],
      ['/oauth2/auth?client_id=a', { headers }],
      ['/oauth2/device/verify', { headers }],
      ['/oauth2/sessions/logout', { headers }],
      ['/self-service/login?flow=a', { method: 'POST', headers, body: new URLSearchParams({ a: 'b' }) }],
    ] as const) {
      const response = await fetch(url + path, init);
      expect(response.status).toBe(502);
      expect(await response.text()).toBe('<h1>upstream_unreachable</h1>');
    }
    expect((await fetch(`${url}/schemas`, { headers })).headers.get('content-type')).toMatch(
      'application/json',
    );
  });
});

describe('an upstream that fails while it answers', () => {
  test.each([
    ['cuts a body of known length', 'Content-Length: 100\r\n\r\nhalf'],
    ['cuts a chunked body', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('%s: the browser’s connection is closed as well', async (_what, text) => {
    const { url: target } = await rawUpstream((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${text}`, () => void setTimeout(20).then(() => socket.destroy()));
    });
    const { port, firstLogged } = await gatewayHarness({ kratosPublic: target });
    const answer = await sendRaw(port, 'GET /schemas HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200[^]*half/);
    expect(answer).not.toMatch(/0\r\n\r\n$/);
    expect(await firstLogged).toMatchObject({ outcome: 'upstream_reset' });
  });

  test('stalls in a body: the browser’s connection is closed after the timeout', async () => {
    const { url: target } = await rawUpstream(
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    const { port, firstLogged } = await gatewayHarness({ kratosPublic: target }, { timeoutMs: 50 });
    expect(await sendRaw(port, 'GET /schemas HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/half$/);
    expect(await firstLogged).toMatchObject({ outcome: 'upstream_timeout' });
  });

  test('sends more than its Content-Length: the surplus is dropped', async () => {
    const { url: target } = await rawUpstream(
      (socket) =>
        void socket.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
        ),
    );
    const { url } = await gatewayHarness({ kratosPublic: target });
    for (let count = 0; count < 3; count += 1)
      expect(await (await fetch(`${url}/schemas`)).text()).toBe('{}');
  });

  test('answers before it has read the body: the answer arrives', async () => {
    const { url: target } = await rawUpstream((socket) => {
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
    });
    const { url } = await gatewayHarness({ hydraPublic: target });
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: 'x'.repeat(5_000_000),
    };
    const response = await fetch(`${url}/credentials`, init);
    expect([response.status, await response.text()]).toEqual([413, '{}']);
  });

  test('stalls after a browser that was slow to send: the call still ends after the timeout', async () => {
    const { url: target } = await rawUpstream((socket) => socket.on('error', () => undefined));
    const { url } = await gatewayHarness({ hydraPublic: target }, { timeoutMs: 50 });
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' };
    const call = http.request(`${url}/credentials`, { method: 'POST', headers });
    const answered = once(call, 'response') as Promise<[http.IncomingMessage]>;
    call.write('{');
    // longer than the timeout, which must wait for the browser
    await setTimeout(200);
    call.end('}');
    const [answer] = await answered;
    expect(answer.resume().statusCode).toBe(504);
  });

  test('answers before it has read the body, and keeps the connection: the rest is dropped, and the browser may go on', async () => {
    const upstream = await rawUpstream((socket) => {
      socket.on('error', () => undefined).write('HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\n{}');
    });
    const { port } = await gatewayHarness({ hydraPublic: upstream.url });
    const body = 'x'.repeat(3_000_000);
    const head = `POST /credentials HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const next = 'GET /oauth2/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answers = await sendRaw(port, head + body + next);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 404']);
  });
});

describe('a browser that disconnects', () => {
  test('while waiting for the upstream: the upstream’s request is aborted', async () => {
    const upstream = http.createServer(() => undefined);
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port: target } = upstream.address() as net.AddressInfo;
    const { port, logged } = await gatewayHarness({ kratosPublic: `http://127.0.0.1:${target}` });
    const arrived = once(upstream, 'request') as Promise<[http.IncomingMessage]>;
    const browser = net.connect(port, '127.0.0.1');
    browser.write('GET /schemas HTTP/1.1\r\nHost: a\r\n\r\n');
    const [request] = await arrived;
    const gone = once(request.socket, 'close');
    browser.destroy();
    await gone;
    expect(logged).toEqual([]);
    upstream.close();
  });

  test('in the middle of its body: the upstream’s request is aborted', async () => {
    const upstream = http.createServer((request) => void request.resume());
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port: target } = upstream.address() as net.AddressInfo;
    const { port } = await gatewayHarness({ hydraPublic: `http://127.0.0.1:${target}` });
    const arrived = once(upstream, 'request') as Promise<[http.IncomingMessage]>;
    const browser = net.connect(port, '127.0.0.1');
    browser.write(
      'POST /credentials HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\nhalf',
    );
    const [request] = await arrived;
    const gone = new Promise((resolve) => request.socket.on('close', resolve));
    browser.destroy();
    await gone;
    expect(request.complete).toBe(false);
    upstream.close();
  });
});

test('server-sent events arrive one by one, and the headers before the first', async () => {
  const { url, upstream } = await gatewayTo('kratosPublic', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
  });
  let open: http.ServerResponse | undefined;
  upstream.server.on('request', (_request, response: http.ServerResponse) => (open = response));
  const response = await fetch(`${url}/schemas`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    open?.write(event);
    const { value } = (await reader?.read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toBe(event);
  }
  await reader?.cancel();
});
