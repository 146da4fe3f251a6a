import { afterEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { Upstream } from '../../operations/operation.ts';
import { closeStand, fakeUpstream, gatewayStand, sendRaw } from '../../../test/support/gatewayStand.ts';
import { providerCookies } from '../../security/providerCookies.ts';
import type { GatewayOptions } from '../gateway.ts';

afterEach(closeStand);

const everybody: GatewayOptions['authorize'] = () => undefined;

/** The headers that an upstream receives for a request with these header lines. */
async function receivedWith(
  lines: string[],
  {
    upstream = 'kratosPublic',
    path = '/sessions/whoami',
    ...options
  }: { upstream?: Upstream; path?: string } & Partial<GatewayOptions> = {},
): Promise<Record<string, string | string[] | undefined>> {
  const fake = await fakeUpstream();
  const { port } = await gatewayStand({ [upstream]: fake.url }, { authorize: everybody, ...options });
  await sendRaw(port, [`GET ${path} HTTP/1.1`, 'Host: evil.example', ...lines, '', ''].join('\r\n'), /\{\}$/);
  const [request] = fake.received;
  if (!request) throw new Error('nothing arrived');
  return { ...request.headers, upstreamHost: new URL(fake.url).host };
}

/** What the browser gets for an answer with these headers. */
async function answered(
  answer: RequestListener,
  path = '/sessions/whoami',
  init: RequestInit = {},
): Promise<Response> {
  const fake = await fakeUpstream(answer);
  const { url } = await gatewayStand(
    { kratosPublic: fake.url, kratosAdmin: fake.url },
    { authorize: everybody },
  );
  return fetch(url + path, { redirect: 'manual', ...init });
}

/** The headers that the gateway sets on every call. */
const own = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'portal.example',
  'x-forwarded-proto': 'https',
  // W3C Trace Context, section 3.2
  traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
};

describe('request headers', () => {
  test('hop-by-hop headers, including those that Connection names, are not forwarded', async () => {
    const { upstreamHost, host, ...got } = await receivedWith([
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
    expect(got).toEqual({ ...own, connection: 'keep-alive', accept: 'a/b' });
  });

  const claims = [
    'X-Forwarded-For: 6.6.6.6',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-Port: 1',
    'X-Forwarded-Prefix: /admin',
    'X_Forwarded_For: 6.6.6.6',
    'Forwarded: for=6.6.6.6;host=evil.example',
    'Via: 1.1 evil',
    'True-Client-IP: 6.6.6.6',
    'CF-Connecting-IP: 6.6.6.6',
    'Cf-IpCity: Atlantis',
    'Cf-IpCountry: XX',
    'Cf-IpLatitude: 1',
    'Cf-Region-Code: X',
    'X-Real-IP: 6.6.6.6',
    'X-Client-IP: 6.6.6.6',
    'X-Azure-ClientIP: 6.6.6.6',
    'X-Original-URL: /admin/identities',
    'X-Rewrite-URL: /admin/identities',
    'X-Host: evil.example',
    'X-HTTP-Method-Override: DELETE',
    'Ory-Base-URL-Rewrite: http://evil.example',
    'Ory-No-Custom-Domain-Redirect: true',
    'Proxy: http://evil.example',
    'Test-Config-Id: x',
    'Referer: https://portal.example/recovery?code=1',
    'X-Request-Id: forged-by-the-browser',
    'Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'Tracestate: a=b',
    'Baggage: a=b',
    'B3: 0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1',
    'X-B3-TraceId: 0af7651916cd43dd8448eb211c80319c',
    'Uber-Trace-Id: 1:2:3:1',
    'X-Whatever-Comes-Next: 1',
  ];

  test.each([
    ['kratosPublic', '/sessions/whoami'],
    ['hydraPublic', '/userinfo'],
    ['kratosAdmin', '/admin/identities'],
    ['network', '/elements/configuration'],
  ] as const)(
    '%s learns the client, its location, the host, path and trace only from the portal',
    async (upstream, path) => {
      const { upstreamHost, host, connection, ...rest } = await receivedWith(claims, { upstream, path });
      expect(host).toBe(upstreamHost);
      expect(connection).toBe('keep-alive');
      expect(rest).toEqual(own);
      expect(rest.traceparent).not.toContain('0af7651916cd43dd');
    },
  );

  test('each call has its own trace id', async () => {
    const [one, other] = [await receivedWith([]), await receivedWith([])];
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
    expect(await receivedWith(lines)).toMatchObject(passed);
  });
});

describe('cookies and credentials', () => {
  const everything = [
    'Cookie: portal_csrf=p; ory_kratos_session=k; __Host-portal_csrf=q; csrf_token_82b1=c; ory_hydra_session=h; locale=fr; ory_session_abc=n; ory_kratos_continuity=t; ory_hydra_login_csrf_1=l; xory_kratos_session=x',
    'Authorization: Bearer mine',
    'X-Session-Token: token',
    'X-CSRF-Token: portal',
  ];

  test('Kratos gets its own cookies, the session token and the bearer token', async () => {
    expect(await receivedWith(everything)).toMatchObject({
      cookie: 'ory_kratos_session=k; csrf_token_82b1=c; ory_session_abc=n; ory_kratos_continuity=t',
      authorization: 'Bearer mine',
      'x-session-token': 'token',
    });
  });

  test('Hydra gets its own cookies and Authorization', async () => {
    const got = await receivedWith(everything, { upstream: 'hydraPublic', path: '/oauth2/auth' });
    expect(got.cookie).toBe('ory_hydra_session=h; ory_hydra_login_csrf_1=l');
    expect(got.authorization).toBe('Bearer mine');
    expect(got).not.toHaveProperty('x-session-token');
    expect(got).not.toHaveProperty('x-csrf-token');
  });

  test.each([
    ['kratosAdmin', '/admin/identities'],
    ['hydraAdmin', '/admin/clients'],
    ['ketoRead', '/relation-tuples'],
    ['projects', '/projects'],
    ['network', '/v2alpha1/admin/issuedApiKeys'],
  ] as const)('%s gets the server’s token and none of the caller’s credentials', async (upstream, path) => {
    const got = await receivedWith(everything, { upstream, path, adminToken: 'ours' });
    expect(got.authorization).toBe('Bearer ours');
    for (const name of ['cookie', 'x-session-token', 'x-csrf-token']) expect(got).not.toHaveProperty(name);
    expect(await receivedWith(everything, { upstream, path })).not.toHaveProperty('authorization');
  });

  test('public calls never carry the server’s token', async () => {
    for (const [upstream, path] of [
      ['kratosPublic', '/schemas'],
      ['hydraPublic', '/userinfo'],
      ['network', '/elements/configuration'],
    ] as const)
      expect(await receivedWith([], { upstream, path, adminToken: 'ours' })).not.toHaveProperty(
        'authorization',
      );
  });

  test('a session cookie with the configured name goes to Kratos, with or without a prefix', async () => {
    const header = [
      'Cookie: sid=a; __Host-sid=b; x__Host-sid=c; __Secure-csrf_token_1=d; other=e; \u00a0sid=f',
    ];
    const got = async (name: string) =>
      (await receivedWith(header, { cookies: providerCookies(name) })).cookie;
    expect(await got('__Host-sid')).toBe('__Host-sid=b; __Secure-csrf_token_1=d');
    expect(await got('ory_kratos_session')).toBe('__Secure-csrf_token_1=d');
    expect(await receivedWith(['Cookie: __Host-ory_kratos_session=a; other=e'])).toMatchObject({
      cookie: '__Host-ory_kratos_session=a',
    });
  });

  test('a cookie that comes twice is not forwarded, and both copies are expired', async () => {
    const fake = await fakeUpstream((_request, response) =>
      response.setHeader('Set-Cookie', ['csrf_token_1=new', 'b=2']).end('{}'),
    );
    const { url } = await gatewayStand({ kratosPublic: fake.url });
    const header =
      'ory_kratos_session=a; csrf_token_1=x; ory_kratos_continuity=c; ory_kratos_session=b; csrf_token_1=y';
    const response = await fetch(`${url}/self-service/login/browser`, { headers: { Cookie: header } });
    expect(fake.received[0]?.headers.cookie).toBe('ory_kratos_continuity=c');
    const set = response.headers.getSetCookie();
    expect(set.slice(-2)).toEqual(['csrf_token_1=new', 'b=2']);
    expect(set.slice(0, -2).every((one) => one.includes('; Max-Age='))).toBe(true);
    for (const name of ['ory_kratos_session', 'csrf_token_1'])
      for (const place of [
        'Path=/',
        'Path=/self-service/; Domain=portal.example',
        'Path=/self-service/login/browser',
      ])
        expect(set).toContain(`${name}=; Max-Age=0; ${place}; Secure`);
  });

  test('no Cookie header is sent if none of its cookies is the upstream’s', async () => {
    expect(await receivedWith(['Cookie: portal_csrf=p; locale=fr'])).not.toHaveProperty('cookie');
  });
});

test('Expect does not get a request past the header rules', async () => {
  for (const upstream of ['kratosAdmin', 'kratosPublic'] as const) {
    const got = await receivedWith(
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

describe('response headers', () => {
  test('hop-by-hop headers, and those that reveal internals, are not forwarded', async () => {
    const response = await answered((_request, response) => {
      response.writeHead(200, {
        Connection: 'X-Secret, close',
        'X-Secret': '1',
        'Keep-Alive': 'timeout=77',
        'Proxy-Authenticate': 'Basic',
        Server: 'kratos',
        Via: '1.1 inside',
        'X-Powered-By': 'Go',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Credentials': 'true',
        'Alt-Svc': 'h3=":443"',
        'X-Kept': '1',
      });
      response.end('x');
    });
    const names = [...response.headers.keys()].filter((name) => name !== 'date');
    expect(names.sort()).toEqual([
      'cache-control',
      'connection',
      'keep-alive',
      'transfer-encoding',
      'x-kept',
    ]);
    expect(response.headers.get('keep-alive')).not.toContain('77');
    expect(response.headers.get('connection')).toBe('keep-alive');
  });

  test('an upstream cannot set policies or reporting endpoints for the portal’s origin', async () => {
    const names = [
      'content-security-policy',
      'content-security-policy-report-only',
      'nel',
      'report-to',
      'reporting-endpoints',
      'strict-transport-security',
    ];
    const { headers } = await answered((_request, response) => {
      response.writeHead(200, Object.fromEntries(names.map((name) => [name, 'x']))).end('x');
    });
    expect([...headers.keys()].filter((name) => names.includes(name))).toEqual([]);
  });

  test('answers about people and administration are never stored', async () => {
    const paths = [
      '/sessions/whoami',
      '/self-service/login/browser',
      '/sessions',
      '/admin/identities',
      '/self-service/errors?id=a',
    ];
    for (const path of paths) {
      for (const given of [undefined, 'public, max-age=60', 'private, no-cache, no-store, must-revalidate']) {
        const response = await answered((_request, response) => {
          if (given) response.setHeader('Cache-Control', given);
          response.end('{}');
        }, path);
        expect(response.headers.get('cache-control')).toBe(given?.includes('no-store') ? given : 'no-store');
      }
    }
  });

  test('answers that are the same for everybody may be cached', async () => {
    const schemas = await answered(
      (_request, response) => response.setHeader('Cache-Control', 'max-age=5').end('{}'),
      '/schemas',
    );
    expect(schemas.headers.get('cache-control')).toBe('max-age=5');
    const silent = await answered((_request, response) => response.end('{}'), '/schemas/default');
    expect(silent.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test.each([
    ['an error', 400, {}],
    ['a failure', 500, {}],
    ['a redirect', 303, { Location: '/login' }],
    ['nothing', 204, {}],
    ['a part', 206, { 'Content-Range': 'bytes 0-1/9' }],
    ['what has not changed', 304, { ETag: '"a"' }],
    ['a cookie', 200, { 'Set-Cookie': 'csrf_token_1=a; Path=/' }],
  ])('an answer that is the same for everybody is not cached: %s', async (_what, status, headers) => {
    for (const given of [{}, { 'Cache-Control': 'public, max-age=60' }]) {
      const response = await answered(
        (_request, response) => response.writeHead(status, { ...given, ...headers }).end(),
        '/schemas',
        // without a conditional header fetch would add Cache-Control: no-cache
        { headers: { 'If-None-Match': '"a"' } },
      );
      expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    }
  });

  test('headers that could make an intermediate cache store an answer anyway are not forwarded', async () => {
    const response = await answered((_request, response) => {
      response
        .writeHead(200, {
          'CDN-Cache-Control': 'max-age=60',
          'Surrogate-Control': 'max-age=60',
          'X-Accel-Expires': '60',
          Expires: 'Thu, 01 Jan 2099 00:00:00 GMT',
        })
        .end('{}');
    });
    const names = [...response.headers.keys()];
    for (const name of ['cdn-cache-control', 'surrogate-control', 'x-accel-expires', 'expires'])
      expect(names).not.toContain(name);
  });

  test('the WebAuthn script arrives byte for byte, as its integrity hash demands', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7919) % 256));
    const response = await answered((_request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/javascript; charset=UTF-8', 'Content-Length': bytes.length })
        .end(bytes);
    }, '/.well-known/ory/webauthn.js');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=UTF-8');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  });
});
