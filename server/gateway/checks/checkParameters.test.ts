import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../operations/catalogue.ts';
import { upstreamSettings } from '../../operations/operation.ts';
import {
  deadUrl,
  fakeUpstream,
  type FakeUpstream,
  gatewayHarness,
  gatewayTo,
  sendRaw,
} from '../../../test/support/selfClosingGateway.ts';

describe('bodies', () => {
  test('a body over the limit is 413 and does not arrive, with or without a Content-Length', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic', undefined, { bodyLimitBytes: 1000 });
    const head =
      'POST /self-service/settings?flow=a HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    expect(await sendRaw(port, `${head}Content-Length: 1001\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 413 [^]*body_too_large/,
    );
    const chunk = `1f4\r\n${'x'.repeat(500)}\r\n`;
    expect(
      await sendRaw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 413 [^]*body_too_large/);
    expect(upstream.received).toEqual([]);
    const fits = await sendRaw(
      port,
      `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(2)}0\r\n\r\n`,
    );
    expect(fits).toMatch(/^HTTP\/1.1 200/);
    expect(upstream.received[0]?.body).toHaveLength(1000);
  });

  test('a chunked body stays one request, with any method', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const smuggled = 'GET /admin/identities HTTP/1.1\r\nHost: a\r\n\r\n';
    const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
    for (const [method, path] of [
      ['DELETE', '/sessions'],
      ['GET', '/schemas'],
      ['POST', '/self-service/login?flow=a'],
    ])
      await sendRaw(
        port,
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`,
      );
    expect(upstream.received.map(({ method, body }) => [method, body])).toEqual([
      ['DELETE', smuggled],
      ['GET', smuggled],
      ['POST', smuggled],
    ]);
  });

  test('a Connection header cannot remove a body’s framing headers', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const body = 'GET /admin/identities HTTP/1.1\r\nHost: a\r\n\r\n';
    await sendRaw(
      port,
      `DELETE /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\nConnection: close, content-length, transfer-encoding\r\n\r\n${body}`,
    );
    expect(upstream.received.map(({ url, body }) => [url, body])).toEqual([['/sessions', body]]);
  });

  test.each([
    ['both lengths', 'Content-Length: 3\r\nTransfer-Encoding: chunked'],
    ['both lengths, other order', 'Transfer-Encoding: chunked\r\nContent-Length: 3'],
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4'],
    ['the same length twice', 'Content-Length: 3\r\nContent-Length: 3'],
    ['a list of lengths', 'Content-Length: 3, 3'],
    ['a signed length', 'Content-Length: +3'],
    ['another coding', 'Transfer-Encoding: gzip, chunked'],
    ['chunked twice', 'Transfer-Encoding: chunked, chunked'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
    ['chunked not last', 'Transfer-Encoding: chunked, identity'],
    ['an unknown coding', 'Transfer-Encoding: xchunked'],
    ['a space before the colon', 'Transfer-Encoding : chunked'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked'],
    ['a bare line feed', 'X: a\nTransfer-Encoding: chunked'],
    ['a carriage return in a value', 'X: a\rTransfer-Encoding: chunked'],
    ['a NUL in a value', 'X: a\0b'],
  ])('an ambiguous request is refused: %s', async (_what, headers) => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const answer = await sendRaw(
      port,
      `POST /self-service/login?flow=a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400/);
    expect(upstream.received).toEqual([]);
  });
});

describe('targets', () => {
  test('TRACE and CONNECT are refused', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const end = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(port, `TRACE /sessions ${end}`)).toMatch(/^HTTP\/1.1 405/);
    expect(await sendRaw(port, `CONNECT a:80 ${end}`)).toBe('');
    expect(upstream.received).toEqual([]);
  });

  test('a target over 8 KB is 414, one over Node’s limit for headers 431', async () => {
    const { port } = await gatewayHarness({ kratosPublic: await deadUrl() });
    const get = (length: number) =>
      sendRaw(port, `GET /schemas/${'a'.repeat(length)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await get(9000)).toMatch(/^HTTP\/1.1 414/);
    expect(await get(65_536)).toMatch(/^HTTP\/1.1 431/);
  });
});

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
