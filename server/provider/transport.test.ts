import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { closeHarness, deadUrl, fakeUpstream } from '../../test/support/gatewayHarness.ts';
import { axiosAdapter } from './axiosAdapter.ts';
import { createTransport, type Transport } from './transport.ts';

const open: Transport[] = [];

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
    response.writeHead(303, { Location: '/elsewhere' }).end('gone on'),
  );
  const answer = await transportTo(`${upstream.url}/base`).send({
    path: '/a?b=c',
    headers: { cookie: 'd=e' },
  });
  expect(answer).toMatchObject({ status: 303, headers: { location: '/elsewhere' }, text: 'gone on' });
  expect(upstream.received).toMatchObject([
    { method: 'GET', url: '/base/a?b=c', headers: { cookie: 'd=e', accept: 'application/json' } },
  ]);
});

test('an answer that a server in between has compressed is read, and one that cannot be read is a 502', async () => {
  const upstream = await fakeUpstream((request, response) =>
    response.writeHead(200, { 'Content-Encoding': request.url?.slice(1) }).end(gzipSync('{"active":true}')),
  );
  const { send } = transportTo(upstream.url);
  expect((await send({ path: '/gzip' })).text).toBe('{"active":true}');
  await expect(send({ path: '/br' })).rejects.toMatchObject({ status: 502, id: 'upstream_invalid' });
  expect(upstream.received[0]?.headers['accept-encoding']).toBe('identity');
});

test('an @ory/client sends bodies over it, with their content type', async () => {
  const upstream = await fakeUpstream();
  const adapter = axiosAdapter({
    transport: transportTo(upstream.url),
    baseUrl: upstream.url,
    headersOf: () => ({}),
  });
  await axios.create({ adapter }).post(`${upstream.url}/clients`, { client_name: 'Ward' });
  expect(upstream.received).toMatchObject([
    {
      method: 'POST',
      url: '/clients',
      body: '{"client_name":"Ward"}',
      headers: { 'content-type': 'application/json' },
    },
  ]);
});

test('a call that misses its deadline is a 504 that names the limit, and an unreachable upstream a 502', async () => {
  const silent = await fakeUpstream(() => undefined);
  await expect(transportTo(silent.url).send({ path: '/', deadlineMs: 50 })).rejects.toMatchObject({
    id: 'upstream_timeout',
    details: { message: 'timeout of 50 ms exceeded' },
  });
  await expect(transportTo(silent.url, 50).send({ path: '/' })).rejects.toMatchObject({
    id: 'upstream_timeout',
  });
  await expect(transportTo(await deadUrl()).send({ path: '/' })).rejects.toMatchObject({
    id: 'upstream_unreachable',
  });
});

test('an aborted call ends at the upstream as well, and frees its place', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const upstream = await fakeUpstream((request, response) => {
    if (request.url === '/answers') response.end('{}');
    else request.socket.once('close', () => resolve(undefined));
  });
  const transport = transportTo(upstream.url);
  const givenUp = new AbortController();
  const arrived = once(upstream.server, 'request');
  const call = transport.send({ path: '/', signal: givenUp.signal });
  await arrived;
  givenUp.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await ended;
  expect((await transport.send({ path: '/answers' })).status).toBe(200);
});

test('a call that waits for a connection keeps to its deadline, and to the browser that leaves', async () => {
  const upstream = await fakeUpstream(() => undefined);
  const transport = transportTo(upstream.url);
  const hung = Array.from({ length: 256 }, () => transport.send({ path: '/' }).catch(() => undefined));
  await expect(transport.send({ path: '/late', deadlineMs: 20 })).rejects.toMatchObject({ status: 504 });
  const gone = new AbortController();
  const left = transport.send({ path: '/left', signal: gone.signal });
  gone.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  transport.close();
  await Promise.all(hung);
});

test('an answer over 16 MB is a 502, and is not read to its end', async () => {
  const upstream = await fakeUpstream((_request, response) => response.end(Buffer.alloc(17 * 1024 * 1024)));
  await expect(transportTo(upstream.url).send({ path: '/' })).rejects.toMatchObject({
    id: 'upstream_invalid',
  });
});
