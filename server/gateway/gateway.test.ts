import { catalogue } from '../operations/catalogue.ts';
import { describe, expect, test } from '@jest/globals';
import {
  fakeUpstream,
  gatewayHarness,
  gatewayTo,
  rawUpstream,
  sendRaw,
} from '../../test/support/selfClosingGateway.ts';

const json = { 'Content-Type': 'application/json' };
const bodyOf = async (response: Response) => (await response.json()) as { error: Record<string, unknown> };

describe('forwarding a call', () => {
  test('method, path, query and body arrive unchanged, and so does the answer', async () => {
    const { url, upstream } = await gatewayTo('kratosPublic', (_request, response) => {
      response.writeHead(422, {
        'Content-Type': 'application/json',
        ETag: '"a"',
        'Set-Cookie': ['a=1; Path=/; Secure', 'b=2; Secure'],
      });
      response.end('{"answer":1}');
    });
    const target = '/self-service/login?flow=a%20b+c&x=%C3%A9&x=2&&empty=';
    const response = await fetch(`${url}${target}`, { method: 'POST', headers: json, body: '{"é":1}' });
    expect(response.status).toBe(422);
    expect(await response.text()).toBe('{"answer":1}');
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/; Secure', 'b=2; Secure']);
    expect(response.headers.get('etag')).toBe('"a"');
    expect(upstream.received).toMatchObject([
      { method: 'POST', url: target, body: '{"é":1}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  test('a path in the upstream’s URL is put before the call’s own', async () => {
    const upstream = await fakeUpstream();
    const { url } = await gatewayHarness({ kratosPublic: `${upstream.url}/kratos` });
    await fetch(`${url}/sessions/whoami?a=b`);
    expect(upstream.received[0]?.url).toBe('/kratos/sessions/whoami?a=b');
  });

  test('requests that the catalogue does not list are left to the pages', async () => {
    const { url, upstream } = await gatewayTo('kratosPublic');
    for (const path of [
      '/login',
      '/identities',
      '/admin/unknown',
      '/sessions/',
      '/SESSIONS',
      '/sessions;a=b',
    ])
      expect((await fetch(url + path)).status).toBe(404);
    expect((await fetch(`${url}/sessions`, { method: 'POST', body: '{}' })).status).toBe(404);
    expect(upstream.received).toEqual([]);
  });

  test('a redirect is passed on, not followed', async () => {
    const { url, upstream } = await gatewayTo('kratosPublic', (_request, response) => {
      response.writeHead(303, { Location: 'http://elsewhere.example/x?y=%2F' }).end();
    });
    const response = await fetch(`${url}/self-service/login/browser`, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('http://elsewhere.example/x?y=%2F');
    expect(upstream.received).toHaveLength(1);
  });

  test('a conditional request and its 304 are passed on', async () => {
    const { url } = await gatewayTo('kratosPublic', (request, response) => {
      response
        .setHeader('ETag', '"v1"')
        .writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200)
        .end();
    });
    const response = await fetch(`${url}/schemas`, { headers: { 'If-None-Match': '"v1"' } });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe('"v1"');
  });

  test('calls of an upstream that is not configured are 501 and name the setting', async () => {
    const { url } = await gatewayHarness({});
    const response = await fetch(`${url}/userinfo`);
    expect(response.status).toBe(501);
    expect((await bodyOf(response)).error).toMatchObject({
      id: 'not_configured',
      reason: 'This call needs the setting HYDRA_PUBLIC_URL.',
    });
  });

  test('connections to the upstream are kept and reused', async () => {
    const { url, upstream } = await gatewayTo('kratosPublic');
    for (let count = 0; count < 5; count += 1) await (await fetch(`${url}/schemas`)).text();
    expect(await upstream.connections()).toBe(1);
  });

  test('a call is retried on a new connection, unnoticed by the browser, if the upstream closes the kept ones', async () => {
    const kept = 3;
    let connections = 0;
    const waiting: (() => void)[] = [];
    const { url: target } = await rawUpstream((socket) => {
      connections += 1;
      waiting.push(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
      if (connections <= kept) socket.on('data', () => socket.destroy());
      // the first calls need a connection each, because they are answered together
      if (connections >= kept) for (const answer of waiting.splice(0)) answer();
    });
    const { url, logged } = await gatewayHarness({ kratosPublic: target });
    const call = async (): Promise<number> => {
      const response = await fetch(`${url}/schemas`);
      await response.text();
      return response.status;
    };
    expect(await Promise.all(Array.from({ length: kept }, call))).toEqual([200, 200, 200]);
    expect(await call()).toBe(200);
    expect(connections).toBe(kept + 1);
    expect(logged).toEqual([]);
  });
});

describe('missing parameters', () => {
  test.each([
    ['GET', '/self-service/login/flows', 'id', 'getLoginFlow'],
    ['GET', '/self-service/login/flows?ids=a&xid=b', 'id', 'getLoginFlow'],
    ['GET', '/sessions/token-exchange?init_code=a', 'returnToCode', 'exchangeSessionToken'],
    ['POST', '/self-service/registration', 'flow', 'updateRegistrationFlow'],
    ['POST', '/self-service/login?flow=a', 'updateLoginFlowBody', 'updateLoginFlow'],
    ['DELETE', '/self-service/logout/api', 'performNativeLogoutBody', 'performNativeLogout'],
    ['DELETE', '/admin/oauth2/auth/sessions/consent?all=true', 'subject', 'revokeOAuth2ConsentSessions'],
    ['GET', '/relation-tuples/expand?namespace=a&object=b', 'relation', 'expandPermissions'],
    ['GET', '/projects/p/metrics?event_type=a&resolution=b&from=c', 'to', 'getProjectMetrics'],
    ['POST', '/oauth2/token', 'grantType', 'oauth2TokenExchange'],
  ])('%s %s needs %s', async (method, path, argument, operation) => {
    const { url } = await gatewayHarness({});
    const response = await fetch(url + path, { method });
    const message = `Required parameter ${argument} was null or undefined when calling ${operation}`;
    expect(response.status).toBe(400);
    expect((await bodyOf(response)).error).toMatchObject({ code: 400, message, reason: message });
  });

  test('a parameter that is empty, or whose name is encoded, counts as given', async () => {
    const { url } = await gatewayTo('kratosPublic');
    for (const query of ['id=', 'id', 'a=b&id=c', '%69d=x'])
      expect((await fetch(`${url}/self-service/login/flows?${query}`)).status).toBe(200);
  });

  test('a value outside its enumeration is refused', async () => {
    const { url, upstream } = await gatewayTo(['kratosPublic', 'kratosAdmin']);
    const paths = ['/self-service/login/browser?aal=aal9', '/admin/identities?consistency=quick'];
    for (const path of paths) expect((await fetch(url + path)).status).toBe(400);
    const credentials = '/admin/identities/i/credentials/telepathy';
    expect((await fetch(url + credentials, { method: 'DELETE' })).status).toBe(400);
    expect((await fetch(`${url}/self-service/login/browser?aal=aal2`)).status).toBe(200);
    expect(upstream.received).toHaveLength(1);
  });

  test('a number that is malformed or too small is refused in every operation of the catalogue', async () => {
    const upstream = await fakeUpstream();
    const all = [
      'kratosPublic',
      'kratosAdmin',
      'hydraPublic',
      'hydraAdmin',
      'ketoRead',
      'ketoWrite',
      'ketoOpl',
    ];
    const { url } = await gatewayHarness(Object.fromEntries(all.map((name) => [name, upstream.url])));
    const numbers = catalogue.flatMap(({ method, path, upstream: to, parameters, operation }) =>
      parameters
        .filter(({ type }) => type === 'number' && all.includes(to))
        .map(({ name, min }) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'x'), name, min, operation })),
    );
    expect(numbers.length).toBeGreaterThan(20);
    for (const { method, path, name, min, operation } of numbers)
      for (const value of ['x', '1e3', '0x10', '%00', '1'.repeat(30), '1.5', ...(min === 0 ? ['-1'] : [])]) {
        const answer = await fetch(`${url}${path}?${name}=${value}`, { method });
        expect([operation, name, value, answer.status]).toEqual([operation, name, value, 400]);
      }
    for (const value of ['', '0', '250'])
      expect((await fetch(`${url}/schemas?page_size=${value}`)).status).toBe(200);
    expect(upstream.received).toHaveLength(3);
  });

  test('a body of another type is 415', async () => {
    const { url, upstream } = await gatewayTo('kratosPublic');
    const send = (type: string) =>
      fetch(`${url}/self-service/login?flow=a`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: '{}',
      });
    // of which the provider would pick the second
    const list = 'application/x-www-form-urlencoded; a=b, application/json';
    for (const type of ['text/plain', 'multipart/form-data; boundary=a', 'application/xml', 'nonsense', list])
      expect((await send(type)).status).toBe(415);
    expect(upstream.received).toEqual([]);
    for (const type of ['application/json; charset=utf-8', 'application/x-www-form-urlencoded'])
      expect((await send(type)).status).toBe(200);
  });
});

describe('who may call', () => {
  const admin = '/admin/identities';

  test('with no admins set, admin operations answer 401 without valid credentials, otherwise 403', async () => {
    const { url, upstream } = await gatewayTo('kratosAdmin');
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(url + admin, { headers })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ Authorization: 'Bearer a' })).toBe(401);
    expect(await statusWith({ Cookie: 'ory_kratos_session=a' })).toBe(403);
    expect(await statusWith({ 'X-Session-Token': 'a' })).toBe(403);
    expect(upstream.received).toEqual([]);
  });

  test('calls that change state and are authenticated by cookie need a CSRF token; others do not', async () => {
    const { url, upstream } = await gatewayTo('kratosPublic');
    const send = async (headers: Record<string, string>, path = '/sessions', method = 'DELETE') =>
      (await fetch(url + path, { method, headers, body: method === 'POST' ? '{}' : null })).status;
    const cookie = { Cookie: 'ory_kratos_session=a' };
    expect(await send(cookie)).toBe(403);
    expect(await send(cookie, '/sessions/5')).toBe(403);
    expect(await send({ ...cookie, Authorization: 'Bearer a' })).toBe(403);
    expect(await send(cookie, '/self-service/login/test?id=a')).toBe(403);
    expect(await send({ ...cookie, 'X-CSRF-Token': 'bad' })).toBe(403);
    expect(await send({ ...cookie, 'X-Session-Token': '' })).toBe(403);
    expect(upstream.received).toEqual([]);
    expect(await send({ ...cookie, 'X-CSRF-Token': 'good' })).toBe(200);
    expect(await send({ ...cookie, 'X-Session-Token': 'a' })).toBe(200);
    expect(await send({ Authorization: 'Bearer a' })).toBe(200);
    expect(await send({ ...cookie, ...json }, '/self-service/login?flow=a', 'POST')).toBe(200);
  });
});

test('a session token that the Connection header names does not stand in for a CSRF token', async () => {
  const { port, upstream } = await gatewayTo('kratosPublic');
  const lines = ['Cookie: ory_kratos_session=a', 'X-Session-Token: t', 'Connection: x-session-token'];
  const request = ['DELETE /sessions HTTP/1.1', 'Host: portal.example', ...lines, '', ''].join('\r\n');
  expect(await sendRaw(port, request, /csrf_violation/)).toMatch(/^HTTP\/1\.1 403 /);
  expect(upstream.received).toEqual([]);
});

describe('pages of other origins', () => {
  const asks = {
    Origin: 'https://app.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  };
  const allows = {
    'Access-Control-Allow-Origin': 'https://app.example',
    'Access-Control-Allow-Methods': 'POST',
  };

  test('may send preflights to the OAuth2 server, which answers them itself', async () => {
    const { url, upstream } = await gatewayTo('hydraPublic', (_request, response) =>
      response.writeHead(204, allows).end(),
    );
    const response = await fetch(`${url}/oauth2/token`, { method: 'OPTIONS', headers: asks });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(upstream.received).toMatchObject([
      { method: 'OPTIONS', url: '/oauth2/token', headers: { origin: 'https://app.example' } },
    ]);
  });

  test('may send no other preflights', async () => {
    const { url, upstream } = await gatewayTo(['kratosPublic', 'hydraAdmin'], (_request, response) =>
      response.writeHead(204, allows).end(),
    );
    for (const path of ['/self-service/login', '/admin/clients', '/admin/oauth2/introspect', '/nowhere'])
      expect((await fetch(url + path, { method: 'OPTIONS', headers: asks })).status).toBe(404);
    expect((await fetch(`${url}/schemas`, { method: 'OPTIONS' })).status).toBe(404);
    expect(upstream.received).toEqual([]);
    const read = await fetch(`${url}/schemas`, { headers: { Origin: 'https://app.example' } });
    expect(read.headers.has('access-control-allow-origin')).toBe(false);
  });
});
