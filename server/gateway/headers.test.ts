import { afterEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import type { Upstream } from '../../shared/operations/operation.ts';
import { closeStand, fakeUpstream, gatewayStand, sendRaw } from '../../test/support/gatewayStand.ts';
import type { GatewayOptions } from './gateway.ts';

afterEach(closeStand);

const everybody: GatewayOptions['authorize'] = () => undefined;

/** What an upstream receives of a request with these header lines. */
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

/** What the browser gets of an answer. */
async function answered(answer: RequestListener, path = '/sessions/whoami'): Promise<Response> {
  const fake = await fakeUpstream(answer);
  const { url } = await gatewayStand(
    { kratosPublic: fake.url, kratosAdmin: fake.url },
    { authorize: everybody },
  );
  return fetch(url + path);
}

describe('what the upstream is told', () => {
  test('headers of the hop, and those that Connection names, end at the gateway', async () => {
    const got = await receivedWith([
      'Connection: X-Secret, keep-alive , accept-LANGUAGE',
      'X-Secret: 1',
      'Accept-Language: fr',
      'Keep-Alive: timeout=99',
      'Proxy-Authorization: Basic eA==',
      'Proxy-Connection: close',
      'TE: trailers',
      'Trailer: X-A',
      'Upgrade: websocket',
      'Expect: 100-continue',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
      'X-Kept: 1',
    ]);
    expect(Object.keys(got).sort()).toEqual(
      [
        'connection',
        'host',
        'upstreamHost',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-proto',
        'x-kept',
      ].sort(),
    );
    expect(got.connection).toBe('keep-alive');
  });

  test('claims about the client, the host and the path are replaced by the portal’s own', async () => {
    const claims = [
      'X-Forwarded-For: 6.6.6.6',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: gopher',
      'X-Forwarded-Port: 1',
      'X-Forwarded-Prefix: /admin',
      'X-Forwarded-Server: evil',
      'X_Forwarded_For: 6.6.6.6',
      'Forwarded: for=6.6.6.6;host=evil.example',
      'Via: 1.1 evil',
      'True-Client-IP: 6.6.6.6',
      'CF-Connecting-IP: 6.6.6.6',
      'Cf-Connecting-IPv6: ::6',
      'X-Real-IP: 6.6.6.6',
      'X-Client-IP: 6.6.6.6',
      'X-Cluster-Client-IP: 6.6.6.6',
      'Fastly-Client-IP: 6.6.6.6',
      'X-Original-URL: /admin/identities',
      'X-Original-Host: evil.example',
      'X-Rewrite-URL: /admin/identities',
      'X-Host: evil.example',
      'X-HTTP-Method-Override: DELETE',
      'X-HTTP-Method: DELETE',
      'X-Method-Override: DELETE',
      'Ory-Base-URL-Rewrite: http://evil.example',
      'Ory-Base-URL-Rewrite-Token: t',
      'Ory-No-Custom-Domain-Redirect: true',
      'X-Ory-Original-Host: evil.example',
      'Proxy: http://evil.example',
      'X-Request-Id: forged-by-the-browser',
    ];
    const { upstreamHost, host, connection, ...rest } = await receivedWith(claims);
    expect(host).toBe(upstreamHost);
    expect(connection).toBe('keep-alive');
    expect(rest).toEqual({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'portal.example',
      'x-forwarded-proto': 'https',
    });
  });

  test('everything else passes', async () => {
    const got = await receivedWith([
      'Accept: application/json',
      'User-Agent: x',
      'Accept-Encoding: br',
      'If-None-Match: "a"',
      'X-Custom: é',
    ]);
    expect(got).toMatchObject({
      accept: 'application/json',
      'user-agent': 'x',
      'accept-encoding': 'br',
      'if-none-match': '"a"',
      'x-custom': 'é',
    });
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
  ] as const)('%s gets the server’s token and nothing of the caller’s', async (upstream, path) => {
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

  test('no Cookie header is left where none of its cookies is the upstream’s', async () => {
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

describe('what the browser is told', () => {
  test('headers of the hop, and those that tell what runs inside, end at the gateway', async () => {
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

  test('what is the same for everybody may be kept', async () => {
    const schemas = await answered(
      (_request, response) => response.setHeader('Cache-Control', 'max-age=5').end('{}'),
      '/schemas',
    );
    expect(schemas.headers.get('cache-control')).toBe('max-age=5');
    const silent = await answered((_request, response) => response.end('{}'), '/schemas/default');
    expect(silent.headers.get('cache-control')).toBe('public, max-age=3600');
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
