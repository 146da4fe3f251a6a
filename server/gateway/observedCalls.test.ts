import http from 'node:http';
import { expect, test } from '@jest/globals';
import { fakeUpstream, gatewayHarness, rawUpstream } from '../../test/support/selfClosingGateway.ts';
import type { ObserveCall, UpstreamCall } from '../upstreams/upstreamCall.ts';

const form = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"method":"code"}' };

/** Collects calls; `first` is the first of them. */
function observer(): { observeCall: ObserveCall; calls: UpstreamCall[]; first: Promise<UpstreamCall> } {
  const calls: UpstreamCall[] = [];
  const { promise: first, resolve } = Promise.withResolvers<UpstreamCall>();
  const observeCall: ObserveCall = (call) => {
    calls.push(call);
    resolve(call);
  };
  return { observeCall, calls, first };
}

test('a forwarded call and one whose answer is held are observed once each, with the class of the status', async () => {
  const { observeCall, calls } = observer();
  const { url: kratosPublic } = await fakeUpstream((request, response) =>
    response.writeHead(request.method === 'POST' ? 400 : 200).end('{}'),
  );
  const { url } = await gatewayHarness({ kratosPublic }, { observeCall });
  await fetch(`${url}/sessions/whoami`);
  await fetch(`${url}/self-service/login?flow=a`, form);
  expect(calls).toEqual([
    { upstream: 'kratosPublic', outcome: '2xx', ms: expect.any(Number), exemplar: undefined },
    { upstream: 'kratosPublic', outcome: '4xx', ms: expect.any(Number), exemplar: undefined },
  ]);
});

test('a call whose browser has disconnected does not count as the upstream’s failure', async () => {
  const { observeCall, first } = observer();
  const arrived = Promise.withResolvers<undefined>();
  const { url: kratosPublic } = await rawUpstream(() => arrived.resolve(undefined));
  const { url } = await gatewayHarness({ kratosPublic }, { observeCall });
  const request = http.get(`${url}/sessions/whoami`).on('error', () => undefined);
  await arrived.promise;
  request.destroy();
  expect(await first).toMatchObject({ outcome: 'aborted' });
});
