import { expect, test } from '@jest/globals';
import { catalogue } from '../../operations/catalogue.ts';
import { upstreamSettings } from '../../operations/operation.ts';
import { fakeUpstream, type FakeUpstream, gatewayHarness } from '../../../test/support/selfClosingGateway.ts';

interface Harness {
  url: string;
  upstream: FakeUpstream;
}

/** A gateway that admits everybody, in front of one upstream that stands for all servers. */
async function openHarness(): Promise<Harness> {
  const upstream = await fakeUpstream();
  const upstreams = Object.fromEntries(Object.keys(upstreamSettings).map((name) => [name, upstream.url]));
  const { url } = await gatewayHarness(upstreams, { authorize: () => Promise.resolve({}) });
  return { url, upstream };
}

/** Lists all calls with one matching parameter set to a value, and the other path parameters to `x`. */
const callsWith = (value: string, isMeant: (parameter: { name: string; sealed?: true }) => boolean) =>
  catalogue.flatMap(({ method, path, parameters, operation }) =>
    parameters
      .filter((parameter) => (parameter.in === 'path' || parameter.in === 'query') && isMeant(parameter))
      .map(({ name, in: place }) => ({
        method,
        call: `${operation} ${name}`,
        target:
          path.replaceAll(/\{(\w+)\}/g, (_, other: string) => (other === name ? value : 'x')) +
          (place === 'query' ? `?${name}=${value}` : ''),
      })),
  );

/** All calls with one of their path parameters left empty. */
const callsWithGaps = catalogue.flatMap(({ method, path, parameters, operation }) =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, argument }) => ({
      method,
      target: path.replaceAll(/\{(\w+)\}/g, (_, other: string) => (other === name ? '' : 'x')),
      reason: `Required parameter ${argument} was null or undefined when calling ${operation}`,
    })),
);

test('an empty path parameter is refused and named, in every operation of the catalogue', async () => {
  const { url, upstream } = await openHarness();
  expect(callsWithGaps.length).toBeGreaterThan(80);
  for (const { method, target, reason } of callsWithGaps)
    for (const sent of [target, `${target}?a=//b`]) {
      const answer = await fetch(url + sent, { method });
      expect([reason, answer.status]).toEqual([reason, 400]);
      expect(await answer.json()).toMatchObject({ error: { id: 'parameter_required', reason } });
    }
  expect(upstream.received).toEqual([]);
});

test('an empty segment elsewhere, or in a path of no operation, is refused without naming a parameter', async () => {
  const { url } = await openHarness();
  for (const [method, target, status] of [
    ['GET', '/sessions/', 404],
    ['GET', '//admin/identities', 400],
    ['GET', '/admin//identities', 400],
    ['OPTIONS', '/oauth2/register/', 404],
  ] as const) {
    const answer = await fetch(url + target, { method });
    expect([target, answer.status, await answer.text()]).toEqual([
      target,
      status,
      expect.not.stringContaining('parameter_required'),
    ]);
  }
});

test('a second question mark belongs to the name of the parameter behind it, as it does for the provider', async () => {
  const { url, upstream } = await openHarness();
  for (const mark of ['?', '??']) await fetch(`${url}/self-service/login/flows${mark}id=x`);
  expect(upstream.received.map((one) => one.url)).toEqual(['/self-service/login/flows?id=x']);
});

test.each(['a%00b', '%ed%a0%80'])(
  'NUL and broken UTF-8 are refused in every parameter of the catalogue: %s',
  async (value) => {
    const { url, upstream } = await openHarness();
    const calls = callsWith(value, () => true);
    expect(calls.length).toBeGreaterThan(200);
    for (const { method, call, target } of calls)
      expect([call, (await fetch(url + target, { method })).status]).toEqual([call, 400]);
    expect(upstream.received).toEqual([]);
  },
);

test.each([
  'MTIz',
  '%0d%0a',
  '9'.repeat(20),
  'A'.repeat(28),
  `${'A'.repeat(31)}=`,
  `MTIz${'%0a'.repeat(40)}`,
])(
  'a page token that is shorter than its nonce is refused in every list of the catalogue: %s',
  async (value) => {
    const { url, upstream } = await openHarness();
    const calls = callsWith(value, ({ sealed }) => sealed === true);
    expect(calls.length).toBeGreaterThan(5);
    for (const { method, call, target } of calls) {
      const answer = await fetch(url + target, { method });
      expect([call, answer.status]).toEqual([call, 400]);
      expect(await answer.json()).toMatchObject({ error: { id: 'parameter_invalid' } });
    }
    expect(upstream.received).toEqual([]);
  },
);

test.each([
  'https:\\\\evil.example',
  'HTTP:\\evil.example',
  'https:evil.example',
  'http:/evil',
  '/\\evil',
  '/a\tb',
])(
  'a return address that browsers read otherwise than the provider is refused in every operation: %j',
  async (address) => {
    const { url, upstream } = await openHarness();
    const calls = callsWith(encodeURIComponent(address), ({ name }) => name.endsWith('return_to'));
    expect(calls.length).toBeGreaterThan(10);
    for (const { method, call, target } of calls)
      for (const sent of [target, target.replace('return_to', 'return_to=/&return%5Fto')]) {
        const answer = await fetch(url + sent, { method });
        expect([call, answer.status]).toEqual([call, 400]);
        expect(await answer.json()).toMatchObject({ error: { id: 'return_to_not_allowed' } });
      }
    expect(upstream.received).toEqual([]);
  },
);

test('the code of an app’s session gets into no flow: neither is a mailed link a return address, nor may it carry one', async () => {
  const { url, upstream } = await openHarness();
  const started = '/self-service/login/api?return_session_token_exchange_code=true&return_to=';
  for (const [path, id] of [
    [started + encodeURIComponent(`${url}/self-service/verification?flow=f`), 'return_to_not_allowed'],
    [`${started}/self-service/a/../recovery`, 'return_to_not_allowed'],
    [`/self-service/verification?flow=f&code=${'a'.repeat(64)}`, 'parameter_invalid'],
    [`/self-service/recovery?code=${'a'.repeat(64)}&flow=f`, 'parameter_invalid'],
  ] as const) {
    const answer = await fetch(url + path);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(await answer.json()).toMatchObject({ error: { id } });
  }
  expect(upstream.received).toEqual([]);
});

test('any other return address is left to the provider, which knows the allowed ones', async () => {
  const { url, upstream } = await openHarness();
  for (const address of ['/settings#password', 'https://app.example/?a=b c', 'app://callback', ''])
    await fetch(`${url}/self-service/login/browser?return_to=${encodeURIComponent(address)}`);
  expect(upstream.received).toHaveLength(4);
});

test('a page size beyond any server’s limit is refused in every list of the catalogue', async () => {
  const { url, upstream } = await openHarness();
  const calls = callsWith('999999999', ({ name }) => name === 'page_size' || name === 'per_page');
  expect(calls.length).toBeGreaterThan(10);
  for (const { method, call, target } of calls)
    expect([call, (await fetch(url + target, { method })).status]).toEqual([call, 400]);
  expect(upstream.received).toEqual([]);
});

test('every other page token is left to the provider', async () => {
  const { url, upstream } = await openHarness();
  const tokens = ['', '1', 'default', 'A'.repeat(32), 'no%20token!', '%F0%9F%98%80', crypto.randomUUID()];
  for (const token of tokens)
    expect((await fetch(`${url}/admin/clients?page_token=${token}`)).status).toBe(200);
  expect(upstream.received).toHaveLength(tokens.length);
});

test('a value missing from a field’s documented list is left to the provider', async () => {
  const { url, upstream } = await openHarness();
  const body = JSON.stringify({ state: 'asleep' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(`${url}/admin/identities`, { method: 'POST', headers, body })).status).toBe(200);
  expect(upstream.received).toMatchObject([{ body }]);
});
