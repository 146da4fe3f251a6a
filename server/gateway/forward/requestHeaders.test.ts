import { describe, expect, test } from '@jest/globals';
import { noteIn } from '../../http/callNote.ts';
import { receivedHeaders } from '../../../test/support/receivedHeaders.ts';

const isUuid = /^[0-9a-f-]{36}$/;

/** The headers that the gateway sets on every call. */
const own = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'portal.example',
  'x-forwarded-proto': 'https',
  // W3C Trace Context, section 3.2
  traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  'x-request-id': expect.stringMatching(isUuid),
};

/** Kratos passes these on to its web hooks. */
const toKratos = {
  ...own,
  'true-client-ip': '127.0.0.1',
  priority: expect.stringMatching(/^\.\.[0-9a-f-]{36}$/),
};

describe('request headers', () => {
  test('hop-by-hop headers, including those that Connection names, are not forwarded', async () => {
    const { upstreamHost, host, ...got } = await receivedHeaders([
      'Connection: X-Session-Token, keep-alive , accept-LANGUAGE, Cookie',
      'X-Session-Token: 1',
      'Cookie: ory_kratos_session=a',
      'Accept-Language: fr',
      'Keep-Alive: timeout=99',
      'Proxy-Authorization: Basic eA==',
      'Proxy-Connection: close',
      'TE: trailers',
      'Trailer: X-A',
      'Upgrade: websocket',
      'Expect: 100-continue',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
      'Accept: a/b',
    ]);
    expect(host).toBe(upstreamHost);
    expect(got).toEqual({ ...toKratos, connection: 'keep-alive', accept: 'a/b' });
  });

  const claims = `X-Forwarded-For: 6.6.6.6 | X-Forwarded-Host: evil.example | X-Forwarded-Proto: gopher |
    X-Forwarded-Port: 1 | X-Forwarded-Prefix: /admin | X_Forwarded_For: 6.6.6.6 |
    Forwarded: for=6.6.6.6;host=evil.example | Via: 1.1 evil | True-Client-IP: 6.6.6.6 |
    CF-Connecting-IP: 6.6.6.6 | Cf-IpCity: Atlantis | Cf-IpCountry: XX | Cf-IpLatitude: 1 |
    Cf-Region-Code: X | X-Real-IP: 6.6.6.6 | X-Client-IP: 6.6.6.6 | X-Azure-ClientIP: 6.6.6.6 |
    X-Original-URL: /admin/identities | X-Rewrite-URL: /admin/identities | X-Host: evil.example |
    X-HTTP-Method-Override: DELETE | Ory-Base-URL-Rewrite: http://evil.example |
    Ory-No-Custom-Domain-Redirect: true | Proxy: http://evil.example | Test-Config-Id: x |
    Referer: https://portal.example/recovery?code=1 | X-Request-Id: forged by the browser |
    Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 | Tracestate: a=b |
    Baggage: a=b | B3: 0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1 |
    X-B3-TraceId: 0af7651916cd43dd8448eb211c80319c | Uber-Trace-Id: 1:2:3:1 | X-Whatever-Comes-Next: 1`.split(
    / \|\s+/,
  );

  test.each([
    ['kratosPublic', '/sessions/whoami'],
    ['hydraPublic', '/userinfo'],
    ['kratosAdmin', '/admin/identities'],
    ['network', '/elements/configuration'],
  ] as const)(
    '%s learns the client’s address and location, the host, the path and the trace only from the portal',
    async (upstream, path) => {
      const { upstreamHost, host, connection, ...rest } = await receivedHeaders(claims, { upstream, path });
      expect(host).toBe(upstreamHost);
      expect(connection).toBe('keep-alive');
      expect(rest).toEqual(upstream === 'kratosPublic' ? toKratos : own);
      expect(rest.traceparent).not.toContain('0af7651916cd43dd');
    },
  );

  test('each call has its own trace id', async () => {
    const [one, other] = [await receivedHeaders([]), await receivedHeaders([])];
    expect(one.traceparent).not.toBe(other.traceparent);
  });

  test('content negotiation, content and user agent headers are forwarded', async () => {
    const passed = {
      accept: 'application/json',
      'accept-encoding': 'br',
      'accept-language': 'fr',
      'user-agent': 'é',
      'if-none-match': '"a"',
      'cache-control': 'no-cache',
      origin: 'https://portal.example',
      'sec-fetch-mode': 'cors',
    };
    const lines = Object.entries(passed).map(([name, value]) => `${name}: ${value}`);
    expect(await receivedHeaders(lines)).toMatchObject(passed);
  });
});

test('a request with Expect obeys the header rules as well', async () => {
  for (const upstream of ['kratosAdmin', 'kratosPublic'] as const) {
    const got = await receivedHeaders(
      ['Expect: 100-continue', 'Authorization: Bearer mine', 'X-Forwarded-For: 6.6.6.6', 'Cookie: a=b'],
      {
        upstream,
        path: upstream === 'kratosAdmin' ? '/admin/identities' : '/schemas',
        adminToken: 'ours',
      },
    );
    expect(got['x-forwarded-for']).toBe('127.0.0.1');
    expect(got.authorization).toBe(upstream === 'kratosAdmin' ? 'Bearer ours' : 'Bearer mine');
    expect(got).not.toHaveProperty('expect');
    expect(got).not.toHaveProperty('cookie');
  }
});

test('Kratos is told an id of each call that may sign somebody in, which no caller knows or chooses', async () => {
  const path = '/self-service/methods/oidc/callback/acme?code=a';
  const lines = ['Priority: u=0', 'X-Request-Id: forged-by-the-browser'];
  const firstFactors = { answered: () => Promise.resolve() };
  const ids = new Set<string | undefined>();
  for (let call = 0; call < 2; call += 1) {
    const { priority } = await receivedHeaders(lines, { path, firstFactors });
    ids.add(noteIn(priority as string).call);
  }
  expect([...ids]).toEqual([expect.stringMatching(isUuid), expect.stringMatching(isUuid)]);
  for (const options of [{ firstFactors }, { path }]) {
    const { priority } = await receivedHeaders(lines, options);
    expect(noteIn(priority as string)).toEqual({ requestId: 'forged-by-the-browser' });
  }
});
