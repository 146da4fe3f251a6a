import { once } from 'node:events';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { closeHarness, deadUrl, fakeUpstream, rawUpstream } from '../../test/support/gatewayHarness.ts';
import { idOnly, withinTrace } from '../http/requestTrace.ts';
import type { UpstreamCall } from './upstreamCall.ts';
import type { ProviderRequest } from './providerRequest.ts';
import { identityRequests, oauth2Requests } from './requests.ts';
import { createTransport, type Transport } from './transport.ts';

const open: Transport[] = [];
const get = (url: string): ProviderRequest => ({ url, options: {} });

function transportTo(url: string, timeoutMs = 0): Transport {
  const transport = createTransport({ url, timeoutMs });
  open.push(transport);
  return transport;
}

afterEach(() => {
  for (const transport of open.splice(0)) transport.close();
  closeHarness();
});

test('a call’s path is appended to the upstream’s, and its answer is returned unchanged', async () => {
  const upstream = await fakeUpstream((_request, response) =>
    response.writeHead(303, { Location: '/elsewhere' }).end('{"gone":"on"}'),
  );
  const answer = await transportTo(`${upstream.url}/base`).send(get('/a?b=c'), {
    headers: { cookie: 'd=e' },
  });
  expect(answer).toMatchObject({ status: 303, headers: { location: '/elsewhere' }, body: { gone: 'on' } });
  expect(upstream.received).toMatchObject([
    { method: 'GET', url: '/base/a?b=c', headers: { cookie: 'd=e', accept: 'application/json' } },
  ]);
});

test('an answer that a server in between has compressed is decoded, and one that cannot be decoded is a 502', async () => {
  const upstream = await fakeUpstream((request, response) =>
    response.writeHead(200, { 'Content-Encoding': request.url?.slice(1) }).end(gzipSync('{"active":true}')),
  );
  const { send } = transportTo(upstream.url);
  expect((await send(get('/gzip'))).body).toEqual({ active: true });
  await expect(send(get('/br'))).rejects.toMatchObject({ status: 502, id: 'upstream_invalid' });
  expect(upstream.received[0]?.headers['accept-encoding']).toBe('identity');
});

test('a request built by @ory/client is sent, its body with its content type', async () => {
  const upstream = await fakeUpstream();
  const transport = createTransport({
    url: upstream.url,
    timeoutMs: 0,
    headers: { authorization: 'Bearer t' },
  });
  open.push(transport);
  await transport.send(oauth2Requests.createOAuth2Client({ client_name: 'Ward' }), {
    headers: { cookie: 'a=b' },
  });
  expect(upstream.received).toMatchObject([
    {
      method: 'POST',
      url: '/admin/clients',
      body: '{"client_name":"Ward"}',
      headers: { 'content-type': 'application/json', authorization: 'Bearer t', cookie: 'a=b' },
    },
  ]);
});

test('a request that cannot be built is the portal’s error, not the upstream’s', async () => {
  const id = undefined as unknown as string;
  const sent = transportTo(await deadUrl()).send(identityRequests.getIdentity(id));
  await expect(sent).rejects.toMatchObject({ name: 'RequiredError' });
});

test('parameters beyond the contract are appended to those of the contract', async () => {
  const upstream = await fakeUpstream();
  const { send } = transportTo(upstream.url);
  const params = { locale: 'pt & se', via: undefined };
  await send({ url: '/a', options: { params } });
  await send({ url: '/a?b=c', options: { params } });
  expect(upstream.received.map(({ url }) => url)).toEqual(['/a?locale=pt+%26+se', '/a?b=c&locale=pt+%26+se']);
});

test.each(['', 'no', '{"active":tr'])('a body %j, which is not JSON, is read as undefined', async (text) => {
  const upstream = await fakeUpstream((_request, response) => response.end(text));
  expect(await transportTo(upstream.url).send(get('/'))).toMatchObject({ status: 200, body: undefined });
});

test('a call that misses its deadline fails with the limit, and an unreachable upstream with its own error', async () => {
  const silent = await fakeUpstream(() => undefined);
  await expect(transportTo(silent.url).send(get('/'), { deadlineMs: 50 })).rejects.toMatchObject({
    id: 'upstream_timeout',
    details: { message: 'timeout of 50 ms exceeded' },
  });
  await expect(transportTo(silent.url, 50).send(get('/'))).rejects.toMatchObject({
    id: 'upstream_timeout',
  });
  await expect(transportTo(await deadUrl()).send(get('/'))).rejects.toMatchObject({
    id: 'upstream_unreachable',
  });
});

test('an aborted call is also aborted at the upstream, and frees its connection', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const upstream = await fakeUpstream((request, response) => {
    if (request.url === '/answers') response.end('{}');
    else request.socket.once('close', () => resolve(undefined));
  });
  const transport = transportTo(upstream.url);
  const givenUp = new AbortController();
  const arrived = once(upstream.server, 'request');
  const call = transport.send(get('/'), { signal: givenUp.signal });
  await arrived;
  givenUp.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await ended;
  expect((await transport.send(get('/answers'))).status).toBe(200);
});

test('a call that waits for a connection ends at its deadline, or when the browser disconnects', async () => {
  const upstream = await fakeUpstream(() => undefined);
  const transport = transportTo(upstream.url);
  const hung = Array.from({ length: 256 }, () => transport.send(get('/')).catch(() => undefined));
  await expect(transport.send(get('/late'), { deadlineMs: 20 })).rejects.toMatchObject({ status: 504 });
  const gone = new AbortController();
  const left = transport.send(get('/left'), { signal: gone.signal });
  gone.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  transport.close();
  await Promise.all(hung);
});

test('a call given up while it waits counts as long as the upstream is slow, so that no more pile up', async () => {
  const upstream = await fakeUpstream(() => undefined);
  const transport = transportTo(upstream.url);
  const gone = new AbortController();
  const waiting = Array.from({ length: 1024 }, (_, at) =>
    transport.send(get('/'), at < 256 ? {} : { signal: gone.signal }).catch(() => undefined),
  );
  await once(upstream.server, 'request');
  gone.abort();
  await expect(transport.send(get('/'))).rejects.toMatchObject({ status: 503 });
  transport.close();
  await Promise.all(waiting);
});

test('an answer over 16 MB is a 502, and is not read to its end', async () => {
  const upstream = await fakeUpstream((_request, response) => response.end(Buffer.alloc(17 * 1024 * 1024)));
  await expect(transportTo(upstream.url).send(get('/'))).rejects.toMatchObject({
    id: 'upstream_invalid',
  });
});

test('each call is observed once: the class of its status, its error, or that its caller has gone', async () => {
  const calls: Omit<UpstreamCall, 'upstream'>[] = [];
  const observed = (url: string): Transport => {
    const transport = createTransport({ url, timeoutMs: 0, observe: (call) => calls.push(call) });
    open.push(transport);
    return transport;
  };
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<undefined>();
  const upstream = await fakeUpstream((request, response) => {
    if (request.url === '/slow') asked(undefined);
    else response.writeHead(request.url === '/odd' ? 999 : 404).end('{}');
  });
  const { send } = observed(upstream.url);
  await send(get('/'));
  await send(get('/odd')).catch(() => undefined);
  await observed(await deadUrl())
    .send(get('/'))
    .catch(() => undefined);
  await send(get('/slow'), { deadlineMs: 20 }).catch(() => undefined);
  await isAsked;
  const gone = new AbortController();
  const left = send(get('/slow'), { signal: gone.signal }).catch(() => undefined);
  gone.abort();
  await left;
  expect(calls.map(({ outcome }) => outcome)).toEqual([
    '4xx',
    'upstream_invalid',
    'upstream_unreachable',
    'upstream_timeout',
    'aborted',
  ]);
});

test('the calls for a request belong to its trace, each with a span of its own', async () => {
  const upstream = await fakeUpstream();
  const exemplars: (string | undefined)[] = [];
  const transport = createTransport({
    url: upstream.url,
    timeoutMs: 0,
    observe: ({ exemplar }) => exemplars.push(exemplar),
  });
  open.push(transport);
  const trace = idOnly();
  await new Promise<void>((resolve, reject) => {
    withinTrace(trace, () => {
      Promise.all([transport.send(get('/a')), transport.send(get('/b'))]).then(() => resolve(), reject);
    });
  });
  await transport.send(get('/c'));
  const sent = upstream.received.map(({ headers }) => String(headers.traceparent).split('-'));
  expect(sent.map(([, id]) => id === trace.traceId)).toEqual([true, true, false]);
  expect(new Set(sent.map(([, , span]) => span)).size).toBe(3);
  expect(exemplars).toEqual([trace.traceId, trace.traceId, undefined]);
});

test('a call that reads is sent once more if the upstream closes the kept connections, one that writes is not', async () => {
  let connections = 0;
  let closed = 0;
  const { url } = await rawUpstream((socket) => {
    connections += 1;
    socket.on('data', () => {
      closed += 1;
      socket.destroy();
    });
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const { send } = transportTo(url);
  // undici notes after an answer that its connection is free again
  const call = async (method: string): Promise<number> => {
    const { status } = await send({ url: '/a', options: { method } });
    await eventLoopTurn();
    return status;
  };
  expect([await call('GET'), await call('GET')]).toEqual([200, 200]);
  expect([connections, closed]).toEqual([2, 1]);
  await expect(call('POST')).rejects.toMatchObject({ status: 502, id: 'upstream_reset' });
  expect([connections, closed]).toEqual([2, 2]);
});
