import http from 'node:http';
import { expect, test } from '@jest/globals';
import { deadUrl, fakeUpstream, gatewayHarness, rawUpstream } from '../../test/support/selfClosingGateway.ts';
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

test.each(['/sessions/whoami', '/self-service/login?flow=a'])(
  'a call of %s that fails is observed with the id of its error',
  async (path) => {
    const options = path.includes('login') ? form : {};
    const dead = observer();
    const one = await gatewayHarness({ kratosPublic: await deadUrl() }, dead);
    await fetch(one.url + path, options);
    expect(dead.calls).toMatchObject([{ outcome: 'upstream_unreachable' }]);

    const cut = observer();
    const { url: resets } = await rawUpstream((socket) => socket.destroy());
    await fetch((await gatewayHarness({ kratosPublic: resets }, cut)).url + path, options);
    expect(cut.calls).toMatchObject([{ outcome: 'upstream_reset' }]);

    const slow = observer();
    const { url: silent } = await rawUpstream(() => undefined);
    await fetch(
      (await gatewayHarness({ kratosPublic: silent }, { ...slow, timeoutMs: 50 })).url + path,
      options,
    );
    expect(slow.calls).toMatchObject([{ outcome: 'upstream_timeout' }]);
  },
);

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
