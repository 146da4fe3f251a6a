import { describe, expect, test } from '@jest/globals';
import { gatewayTo } from '../../test/support/selfClosingGateway.ts';

const origin = 'https://app.example';
const form = 'application/x-www-form-urlencoded';

/** The gateway in front of a Hydra that lets one origin read its answers. */
async function openHarness() {
  const { url, upstream } = await gatewayTo(['hydraPublic', 'kratosPublic'], (request, response) => {
    if (request.headers.origin === origin)
      response.setHeader('Access-Control-Allow-Origin', origin).setHeader('Vary', 'Origin');
    response.setHeader('Content-Type', 'application/json').end(request.method === 'OPTIONS' ? '' : '{}');
  });
  const send = (path: string, options: RequestInit = {}) =>
    fetch(url + path, { redirect: 'manual', ...options });
  /** The requests that Hydra received, without preflights. */
  const arrived = () =>
    upstream.received
      .filter(({ method }) => method !== 'OPTIONS')
      .map(({ method, url: target, body }) => `${method} ${target}${body && ` ${body}`}`);
  return { send, arrived };
}

describe('HEAD', () => {
  test.each([
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
    '/userinfo',
    '/oauth2/auth?client_id=a',
    '/oauth2/sessions/logout',
  ])('reaches Hydra, and its answer has no body: %s', async (path) => {
    const { send, arrived } = await openHarness();
    const answer = await send(path, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/json',
      '',
    ]);
    expect(arrived()).toEqual([`HEAD ${path}`]);
  });

  test('calls no operation of Kratos, because mail scanners send it for mailed links', async () => {
    const { send, arrived } = await openHarness();
    for (const path of ['/self-service/recovery?flow=f&code=1', '/self-service/login/browser', '/sessions'])
      expect((await send(path, { method: 'HEAD' })).status).toBe(404);
    expect(arrived()).toEqual([]);
  });
});

describe('a refusal of a client’s form', () => {
  const refused = [
    ['without its field', '/oauth2/token', { body: 'scope=a', type: form }, 'grantType'],
    ['without its field', '/oauth2/revoke', { body: 'scope=a', type: form }, 'token'],
    ['that is empty', '/oauth2/token', { body: '', type: form }, 'grantType'],
    [
      'of another type',
      '/oauth2/token',
      { body: '{"grant_type":"a"}', type: 'application/json' },
      'The body must be',
    ],
    ['of another type', '/oauth2/revoke', { body: 'token=a', type: 'text/plain' }, 'The body must be'],
  ] as const;

  test.each(refused)(
    '%s has the form of RFC 6749, and applications that may read Hydra’s answers can read it: %s %j',
    async (_how, path, { body, type }, reason) => {
      const { send, arrived } = await openHarness();
      const ask = (from: string) =>
        send(path, { method: 'POST', headers: { 'Content-Type': type, Origin: from }, body });
      const answer = await ask(origin);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: 'invalid_request', error_description: expect.stringContaining(reason) },
      ]);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      const elsewhere = await ask('https://other.example');
      expect([elsewhere.status, elsewhere.headers.get('access-control-allow-origin')]).toEqual([400, null]);
      expect(arrived()).toEqual([]);
    },
  );
});

describe('a form that a browser posts', () => {
  const posted = { method: 'POST', headers: { 'Content-Type': form } };

  test.each(['/oauth2/auth', '/oauth2/sessions/logout'])(
    'is redirected to %s as its query, because Hydra loses posted forms',
    async (path) => {
      const { send, arrived } = await openHarness();
      const answer = await send(path, {
        ...posted,
        body: 'client_id=a&scope=openid+email&x=%C3%A9%0d%0aA:b',
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `${path}?client_id=a&scope=openid+email&x=%C3%A9%0D%0AA%3Ab`,
      ]);
      expect(arrived()).toEqual([]);
    },
  );

  test('keeps the query of its own URL', async () => {
    const { send } = await openHarness();
    const answer = await send('/oauth2/auth?client_id=a', { ...posted, body: 'nonce=b' });
    expect(answer.headers.get('location')).toBe('/oauth2/auth?client_id=a&nonce=b');
    expect((await send('/oauth2/auth?client_id=a', { method: 'POST' })).headers.get('location')).toBe(
      '/oauth2/auth?client_id=a',
    );
  });

  test('is refused if it is too long for a URL, or not a form', async () => {
    const { send, arrived } = await openHarness();
    // as a query, each of these has nine characters
    expect((await send('/oauth2/auth', { ...posted, body: `a=${'€'.repeat(2000)}` })).status).toBe(414);
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect((await send('/oauth2/auth', json)).status).toBe(415);
    expect(arrived()).toEqual([]);
  });
});

describe('the state of a logout', () => {
  const path = '/oauth2/sessions/logout';

  test.each([
    ['?state=a', ''],
    ['?state=a&ui_locales=de%20en', '?ui_locales=de%20en'],
    ['?st%61te=a&state=b', ''],
    ['?state=a&id_token_hint=', '?id_token_hint='],
    ['?state=', ''],
  ])('is left out without an ID token, because Hydra would refuse the logout: %s', async (query, kept) => {
    const { send, arrived } = await openHarness();
    await send(path + query);
    expect(arrived()).toEqual([`GET ${path}${kept}`]);
  });

  test.each(['?state=a&id_token_hint=b', '?ui_locales=de', ''])('is kept otherwise: %s', async (query) => {
    const { send, arrived } = await openHarness();
    await send(path + query);
    expect(arrived()).toEqual([`GET ${path}${query}`]);
  });
});
