import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { afterLogout, useOAuth2Server } from './support/oauth2Server.ts';
import { authorization, claimsOf, Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

const logoutUrl = (query: Record<string, string> = {}): string =>
  `${server.publicUrl}/oauth2/sessions/logout?${new URLSearchParams(query)}`;

test('a client’s logout asks first, ends the login session and returns to the client with its state', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const tokens = await visitor.tokens(id);
  const logoutChallenge = await visitor.challenge(
    'logout',
    logoutUrl({ id_token_hint: tokens.id_token, post_logout_redirect_uri: afterLogout, state: 'bye' }),
  );
  const { data } = await server.admin.getOAuth2LogoutRequest({ logoutChallenge });
  expect(data).toMatchObject({
    challenge: logoutChallenge,
    subject: 'ada',
    sid: claimsOf(tokens.id_token).sid,
    rp_initiated: true,
    client: { client_id: id },
  });
  const accepted = await server.admin.acceptOAuth2LogoutRequest({ logoutChallenge });
  expect((await visitor.visit(accepted.data.redirect_to)).href).toBe(`${afterLogout}?state=bye`);
  const loginChallenge = await visitor.challenge('login', authorization(server, id).url);
  expect((await server.admin.getOAuth2LoginRequest({ loginChallenge })).data.skip).toBe(false);
  const used = await server.admin.getOAuth2LogoutRequest({ logoutChallenge });
  expect([used.status, used.data]).toEqual([410, { redirect_to: expect.any(String) }]);
});

test('a rejected logout keeps the user signed in', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const tokens = await visitor.tokens(id);
  const url = logoutUrl({ id_token_hint: tokens.id_token });
  const logoutChallenge = await visitor.challenge('logout', url);
  expect((await server.admin.rejectOAuth2LogoutRequest({ logoutChallenge })).status).toBe(204);
  const loginChallenge = await visitor.challenge('login', authorization(server, id).url);
  expect((await server.admin.getOAuth2LoginRequest({ loginChallenge })).data.skip).toBe(true);
});

test('a logout without a client also asks for confirmation, and ends at the sign-in page', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id);
  const logoutChallenge = await visitor.challenge('logout', logoutUrl());
  const { data } = await server.admin.getOAuth2LogoutRequest({ logoutChallenge });
  expect(data).toMatchObject({ subject: 'ada', rp_initiated: false, client: null });
  const accepted = await server.admin.acceptOAuth2LogoutRequest({ logoutChallenge });
  expect((await visitor.visit(accepted.data.redirect_to)).pathname).toBe('/login');
});

test('a logout is done at once if nobody is signed in', async () => {
  expect((await new Visitor(server).visit(logoutUrl())).pathname).toBe('/login');
});

test('a post-logout redirect URI that the client has not registered leads to the error page', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const { id_token_hint } = { id_token_hint: (await visitor.tokens(id)).id_token };
  const elsewhere = { post_logout_redirect_uri: 'https://elsewhere.example/' };
  expect((await visitor.visit(logoutUrl({ id_token_hint, ...elsewhere }))).pathname).toBe('/error');
  expect((await visitor.visit(logoutUrl(elsewhere))).pathname).toBe('/error');
});

test('clients are notified of a logout over the back channel', async () => {
  const posted: string[] = [];
  const receiver = http.createServer((request, response) => {
    request.setEncoding('utf8').on('data', (chunk: string) => posted.push(chunk));
    request.once('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const { client_id: id } = await server.client({
    backchannel_logout_uri: `http://127.0.0.1:${port}/`,
    backchannel_logout_session_required: true,
  });
  const visitor = new Visitor(server);
  const tokens = await visitor.tokens(id);
  const logoutChallenge = await visitor.challenge('logout', logoutUrl({ id_token_hint: tokens.id_token }));
  const { data } = await server.admin.acceptOAuth2LogoutRequest({ logoutChallenge });
  await visitor.visit(data.redirect_to);
  await new Promise((resolve) => receiver.close(resolve));
  const token = new URLSearchParams(posted.join('')).get('logout_token') ?? '';
  expect(claimsOf(token)).toMatchObject({
    sid: claimsOf(tokens.id_token).sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
});
