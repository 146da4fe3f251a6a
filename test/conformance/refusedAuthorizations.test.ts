import { expect, test } from '@jest/globals';
import { callback, useOAuth2Server } from './support/oauth2Server.ts';
import { authorization, Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

test.each([
  ['an unknown client', { client_id: 'nobody' }],
  ['another redirect URI', { redirect_uri: `${callback}/other` }],
])('a request with %s leads to the error page, not to the client', async (_what, more) => {
  const { client_id: id } = await server.client();
  const page = await new Visitor(server).visit(authorization(server, id, more).url);
  expect(page.pathname).toBe('/error');
  expect(page.searchParams.get('error')).toBeTruthy();
});

test('a scope that the client is not registered for is an error', async () => {
  const { client_id: id } = await server.client();
  const back = await new Visitor(server).visit(authorization(server, id, { scope: 'openid admin' }).url);
  expect(back.searchParams.get('error')).toBe('invalid_scope');
});

test.each(['/', '/more', '?more=1', '#more', '/../callback'])(
  'a registered redirect URI with %j appended leads to the error page, not to the client',
  async (more) => {
    const { client_id: id } = await server.client();
    const back = await new Visitor(server).visit(
      authorization(server, id, { redirect_uri: callback + more }).url,
    );
    expect([back.pathname, back.searchParams.get('error')]).toEqual(['/error', 'invalid_request']);
  },
);

test.each(['', '1234567'])('the state %j is refused as too short', async (state) => {
  const { client_id: id } = await server.client();
  const back = await new Visitor(server).visit(authorization(server, id, { state }).url);
  expect([back.origin + back.pathname, back.searchParams.get('error')]).toEqual([callback, 'invalid_state']);
});

test.each(['none', 'client_secret_basic'])('a client (%s) without PKCE gets no code', async (method) => {
  const { client_id: id } = await server.client({ token_endpoint_auth_method: method });
  const url = new URL(authorization(server, id).url);
  url.searchParams.delete('code_challenge');
  url.searchParams.delete('code_challenge_method');
  const visitor = new Visitor(server);
  const page = await visitor.visit(url.href);
  const back = page.searchParams.has('login_challenge')
    ? await visitor.consent(await visitor.signIn(url.href))
    : page;
  expect(back.searchParams.get('error')).toBe('invalid_request');
});
