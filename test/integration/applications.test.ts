import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { selfSigned } from '../../provider/passwords/certificate.ts';
import { allowRequest } from '../support/applicationSignIn.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { startOAuth2Stack } from '../support/oauth2Stack.ts';
import { markup } from '../support/servedPage.ts';
import type { OAuth2Stack } from '../support/worker/oauth2.ts';

const readings = 'https://api.example/readings';
const callback = 'http://127.0.0.1:3118/callback';
const html = { accept: 'text/html' };

let stack: OAuth2Stack;
let account: TestIdentity;
/** The agent's site, with its metadata documents. */
let site: Server;
let host: string;
const fetched: string[] = [];

const document = (url: string | undefined): object => ({
  client_id: `https://${host}${url}`,
  client_name: 'Heart Agent',
  redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  token_endpoint_auth_method: 'none',
  ...(url === '/secret' && { client_secret: 'x' }),
  ...(url === '/odd' && { redirect_uris: [' http://127.0.0.1/callback'] }),
});

beforeAll(async () => {
  const { key, cert } = await selfSigned('localhost');
  const authority = path.join(newDirectory(), 'authority.pem');
  writeFileSync(authority, cert);
  site = createServer({ key, cert }, ({ url }, response) => {
    fetched.push(url ?? '');
    if (url === '/gone') response.destroy();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(document(url)));
  });
  await new Promise<void>((resolve) => void site.listen(0, 'localhost', resolve));
  host = `localhost:${(site.address() as AddressInfo).port}`;
  stack = await startOAuth2Stack({
    portal: {
      CLIENT_METADATA_HOSTS: host,
      CLIENT_METADATA_NETWORKS: '127.0.0.0/8, ::1/128',
      NODE_EXTRA_CA_CERTS: authority,
      PROTECTED_RESOURCES: readings,
      AUTHENTICATION_CONTEXT: 'on',
    },
  });
  account = await createIdentity(stack.kratos.adminUrl);
}, 240_000);

afterAll(async () => {
  site.close();
  await stack.stop();
});

const verifier = randomBytes(32).toString('base64url');

/** Returns the URL with which an agent begins. @param path its document's */
function request(path: string, more: Record<string, string> = {}): string {
  const url = new URL('/oauth2/auth', stack.url);
  url.search = new URLSearchParams({
    client_id: `https://${host}${path}`,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid offline_access',
    state: 'a state of the agent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  }).toString();
  return url.href;
}

/** Follows the redirects of a request until it leaves its path. */
const begin = async (url: string): Promise<URL> => {
  const answer = await fetch(url, { redirect: 'manual', headers: html });
  const next = new URL(answer.headers.get('location') ?? '', stack.url);
  return next.pathname === '/oauth2/auth' ? begin(next.href) : next;
};

const post = async (target: string, fields: Record<string, string>): Promise<Response> =>
  fetch(target, { method: 'POST', body: new URLSearchParams(fields) });

/** Exchanges the code that an agent was sent. */
const exchange = (answer: string, path: string, more: Record<string, string> = {}): Promise<Response> =>
  post(`${stack.url}/oauth2/token`, {
    grant_type: 'authorization_code',
    client_id: `https://${host}${path}`,
    redirect_uri: callback,
    code: new URL(answer).searchParams.get('code') ?? '',
    code_verifier: verifier,
    ...more,
  });

const introspect = async (token: string): Promise<unknown> =>
  (await post(`${stack.hydraAdminUrl}/admin/oauth2/introspect`, { token })).json();

type Tokens = Record<'access_token' | 'refresh_token', string>;

test('an agent that nobody has registered signs somebody in, for an API', async () => {
  for (const path of ['openid-configuration', 'oauth-authorization-server']) {
    const metadata = await fetch(`${stack.url}/.well-known/${path}`);
    // older releases of Hydra have only the first
    if (metadata.status === 404) continue;
    await expect(metadata.json()).resolves.toMatchObject({
      issuer: stack.url,
      client_id_metadata_document_supported: true,
      protected_resources: [readings],
      acr_values_supported: ['aal1', 'aal2', 'phr'],
      code_challenge_methods_supported: expect.arrayContaining(['S256']),
    });
  }

  const scope = 'openid offline_access';
  const consent = await allowRequest(request('/agent', { resource: readings }), account, scope);
  expect(markup(consent.html)).toContain('Authorize Heart Agent');
  expect(markup(consent.html)).toContain(`introduces itself from <strong>${host}</strong>`);
  expect(markup(consent.html)).toContain('a program on this device');
  expect(consent.url).toMatch(`${callback}?code=`);
  const answer = await exchange(consent.url, '/agent', { resource: readings });
  expect(answer.status).toBe(200);

  const tokens = (await answer.json()) as Tokens;
  await expect(introspect(tokens.access_token)).resolves.toMatchObject({
    active: true,
    client_id: `https://${host}/agent`,
    sub: account.id,
    aud: [readings],
    ext: { acr: 'aal1', amr: ['password'], auth_time: expect.any(Number) },
  });

  const refreshed = await post(`${stack.url}/oauth2/token`, {
    grant_type: 'refresh_token',
    client_id: `https://${host}/agent`,
    refresh_token: tokens.refresh_token,
    resource: readings,
  });
  expect(refreshed.status).toBe(200);
  const { access_token: token } = (await refreshed.json()) as Tokens;
  const revoked = await post(`${stack.url}/oauth2/revoke`, { client_id: `https://${host}/agent`, token });
  expect(revoked.status).toBe(200);
  await expect(introspect(token)).resolves.toMatchObject({ active: false });

  // once an hour is enough
  expect(fetched.filter((path) => path === '/agent')).toEqual(['/agent']);
});

test('an agent on the user’s device gets its answer at any port of localhost', async () => {
  for (const port of [41001, 41002]) {
    const redirect_uri = `http://localhost:${port}/callback`;
    const { url } = await allowRequest(request('/agent', { redirect_uri }), account, 'openid');
    expect(url).toMatch(`${redirect_uri}?code=`);
    expect((await exchange(url, '/agent', { redirect_uri })).status).toBe(200);
  }
});

test('agents at many ports of localhost begin at once', async () => {
  const ports = Array.from({ length: 20 }, (_, at) => `http://localhost:${42000 + at}/callback`);
  const begun = await Promise.all(ports.map((redirect_uri) => begin(request('/agent', { redirect_uri }))));
  expect(begun.map(({ pathname }) => pathname)).toEqual(ports.map(() => '/login'));
});

test('an agent whose client the operator has removed begins anew', async () => {
  await begin(request('/removed'));
  const id = encodeURIComponent(`https://${host}/removed`);
  const removed = await fetch(`${stack.hydraAdminUrl}/admin/clients/${id}`, { method: 'DELETE' });
  // older releases of Hydra do not find it
  if (!removed.ok) return;
  expect((await begin(request('/removed'))).pathname).toBe('/login');
});

test('a client that the operator registers under the id of an agent stays as it is', async () => {
  await begin(request('/ours'));
  const client_id = `https://${host}/ours`;
  const url = `${stack.hydraAdminUrl}/admin/clients/${encodeURIComponent(client_id)}`;
  const ours = { client_id, client_name: 'Ours', redirect_uris: ['http://localhost:5/callback'] };
  const registered = await fetch(url, { method: 'PUT', body: JSON.stringify(ours) });
  if (!registered.ok) return;
  for (const redirect_uri of ['http://localhost:5/callback', callback])
    await begin(request('/ours', { redirect_uri }));
  await expect((await fetch(url)).json()).resolves.toMatchObject(ours);
  const { pathname } = await begin(request('/ours', { redirect_uri: 'http://localhost:5/callback' }));
  expect(pathname).toBe('/login');
});

describe('an agent is refused on an error page, and nothing is sent to it:', () => {
  test.each<[string, string, Record<string, string>, RegExp]>([
    ['whose document has a secret', '/secret', {}, /client_secret/],
    ['whose document Hydra refuses', '/odd', {}, /values that the provider refuses/],
    [
      'that asks for an answer elsewhere',
      '/agent',
      { redirect_uri: 'https://evil.example/' },
      /redirect_uri/,
    ],
    ['that asks for another path there', '/agent', { redirect_uri: 'http://localhost:1/x' }, /redirect_uri/],
    ['without PKCE', '/agent', { code_challenge: '', code_challenge_method: '' }, /PKCE/],
    ['with plain PKCE', '/agent', { code_challenge_method: 'plain' }, /PKCE/],
    ['with a request object', '/agent', { request: 'eyJhbGciOiJub25lIn0.e30.' }, /request objects/],
    ['whose id is a page', '/', {}, /plain https URL/],
    ['of another spelling', '/a/../agent', {}, /plain https URL/],
  ])('%s', async (_what, path, more, reason) => {
    const { origin, pathname, searchParams } = await begin(request(path, more));
    expect(origin + pathname).toBe(`${stack.url}/error`);
    expect(`${searchParams.get('error_description')} ${searchParams.get('error_hint')}`).toMatch(reason);
  });

  test('of a host that the operator does not list', async () => {
    const known = fetched.length;
    const client_id = 'https://other.example/agent';
    const { pathname, searchParams } = await begin(request('', { client_id }));
    expect(pathname).toBe('/error');
    expect(searchParams.get('error_description')).toMatch(/not accepted here/);
    expect(fetched).toHaveLength(known);
  });
});

test('the log says why a document cannot be fetched, and the page does not', async () => {
  const { searchParams } = await begin(request('/gone'));
  expect(searchParams.get('error_description')).toBe("The client's document cannot be fetched.");
  await stack.portal.logged(/cannot be fetched\.: \w+.*a client's document was refused/);
});

test('a resource that the client may not have is refused at both ends, not ignored', async () => {
  for (const resource of ['https://api.example/other', 'readings', `${readings}#part`]) {
    const { href, searchParams } = await begin(request('/agent', { resource }));
    expect(href).toMatch(callback);
    expect(searchParams.get('error')).toBe('invalid_target');
    expect(searchParams.get('state')).toBe('a state of the agent');
  }
  const { url } = await allowRequest(request('/agent'), account, 'openid');
  const answer = await exchange(url, '/agent', { resource: readings });
  expect(answer.status).toBe(400);
  await expect(answer.json()).resolves.toMatchObject({ error: 'invalid_target' });
});

test('a refresh token stays usable after a request for a resource that it is not for', async () => {
  const { url } = await allowRequest(
    request('/agent', { resource: readings }),
    account,
    'openid offline_access',
  );
  const { refresh_token } = (await (await exchange(url, '/agent')).json()) as Tokens;
  const refresh = (resource: string): Promise<Response> =>
    post(`${stack.url}/oauth2/token`, {
      grant_type: 'refresh_token',
      client_id: `https://${host}/agent`,
      refresh_token,
      resource,
    });
  const refused = await refresh('https://api.example/other');
  expect(refused.status).toBe(400);
  await expect(refused.json()).resolves.toMatchObject({ error: 'invalid_target' });
  expect((await refresh(readings)).status).toBe(200);
});

test('a preflight of the metadata is answered without them', async () => {
  const url = `${stack.url}/.well-known/openid-configuration`;
  const headers = { origin: 'https://agent.example', 'access-control-request-method': 'GET' };
  const preflight = await fetch(url, { method: 'OPTIONS', headers });
  await expect(preflight.text()).resolves.not.toContain('acr_values_supported');
});

test('an application that asks for a passkey is told that its user has none', async () => {
  const { url } = await allowRequest(request('/agent', { acr_values: 'phr' }), account, 'openid');
  expect(new URL(url).searchParams.get('error')).toBe('unmet_authentication_requirements');
});
