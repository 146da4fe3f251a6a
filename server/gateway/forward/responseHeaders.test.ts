import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { fakeUpstream, gatewayHarness } from '../../../test/support/selfClosingGateway.ts';

/** Returns the headers that the browser gets for an upstream's headers. */
async function answered(
  answer: RequestListener,
  path = '/sessions/whoami',
  init: RequestInit = {},
): Promise<Response> {
  const fake = await fakeUpstream(answer);
  const { url } = await gatewayHarness(
    { kratosPublic: fake.url, kratosAdmin: fake.url },
    { authorize: () => Promise.resolve({}) },
  );
  return fetch(url + path, { redirect: 'manual', ...init });
}

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
        'X-Request-Id': 'inside',
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
      'x-request-id',
    ]);
    expect(response.headers.get('x-request-id')).not.toBe('inside');
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

  test('each cookie that an upstream sets becomes Secure if the portal is on https, and is unchanged otherwise', async () => {
    const cookies = ['csrf_token_1=a; Path=/; HttpOnly', 'ory_kratos_session=b; Path=/; Secure; HttpOnly'];
    const listener: RequestListener = (_request, response) =>
      response.setHeader('Set-Cookie', cookies).end('{}');
    const [first, second] = cookies;
    expect((await answered(listener)).headers.getSetCookie()).toEqual([`${first}; Secure`, second]);
    const fake = await fakeUpstream(listener);
    const { url } = await gatewayHarness({ kratosPublic: fake.url }, { portalUrl: 'http://localhost' });
    expect((await fetch(`${url}/sessions/whoami`)).headers.getSetCookie()).toEqual(cookies);
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

  test('answers that are identical for everybody may be cached', async () => {
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
    ['no content', 204, {}],
    ['a partial answer', 206, { 'Content-Range': 'bytes 0-1/9' }],
    ['an unmodified answer', 304, { ETag: '"a"' }],
    ['an answer with a cookie', 200, { 'Set-Cookie': 'csrf_token_1=a; Path=/' }],
  ])('an answer that is identical for everybody is not cached: %s', async (_what, status, headers) => {
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

  test('an answer without content has no length, even if the upstream sends one', async () => {
    const listener: RequestListener = ({ socket }) =>
      socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n');
    const { status, headers } = await answered(listener, '/schemas');
    expect([status, headers.has('content-length')]).toEqual([204, false]);
  });

  test('browsers alone may cache the WebAuthn script where the URL names its hash, though Kratos forbids it and sets a cookie', async () => {
    const listener: RequestListener = (_request, response) =>
      response
        .setHeader('Cache-Control', 'private, no-cache, no-store, must-revalidate')
        .setHeader('Set-Cookie', 'csrf_token_1=a; Path=/')
        .setHeader('Vary', 'Cookie')
        .end('script');
    const headersOf = async (query: string): Promise<unknown[]> => {
      const { headers } = await answered(listener, `/.well-known/ory/webauthn.js${query}`);
      return [headers.get('cache-control'), headers.getSetCookie(), headers.get('vary')];
    };
    const hash = `sha512-${createHash('sha512').update('script').digest('base64')}`;
    const named = `integrity=${encodeURIComponent(hash)}`;
    expect(await headersOf(`?${named}`)).toEqual(['private, max-age=3600', [], 'Accept-Encoding']);
    for (const query of ['', '?integrity=', `?${named}&${named}`, '?integrity=sha512-a'])
      expect(await headersOf(query)).toEqual([
        'private, no-cache, no-store, must-revalidate',
        ['csrf_token_1=a; Path=/; Secure'],
        'Cookie',
      ]);
  });
});
