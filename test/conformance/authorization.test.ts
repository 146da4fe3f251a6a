import { expect, test } from '@jest/globals';
import { callback, useOAuth2Server } from './support/oauth2Server.ts';
import { authorization, claimsOf, token, Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

test('a login request names the client, the scopes, the audience and the OpenID Connect parameters', async () => {
  const { client_id: id } = await server.client();
  const { url } = authorization(server, id, {
    audience: 'https://api.example',
    login_hint: 'ada@portal.example',
    acr_values: 'aal2',
    ui_locales: 'pl',
  });
  const challenge = await new Visitor(server).challenge('login', url);
  const { status, data } = await server.admin.getOAuth2LoginRequest({ loginChallenge: challenge });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    challenge,
    skip: false,
    subject: '',
    requested_scope: ['openid', 'profile', 'offline_access'],
    requested_access_token_audience: ['https://api.example'],
    oidc_context: { login_hint: 'ada@portal.example', acr_values: ['aal2'], ui_locales: ['pl'] },
    client: { client_id: id, client_name: 'Harbor Clinic' },
  });
  expect(data.request_url).toBe(url);
  expect(data.client).not.toHaveProperty('client_secret');
});

test('a consent request names the subject, the login session and how the user signed in', async () => {
  const { client_id: id } = await server.client();
  const { url } = authorization(server, id);
  const consentChallenge = await new Visitor(server).signIn(url, {
    acr: 'aal1',
    amr: ['password'],
    context: { a: 1 },
  });
  const { data } = await server.admin.getOAuth2ConsentRequest({ consentChallenge });
  expect(data).toMatchObject({
    challenge: consentChallenge,
    consent_request_id: expect.any(String),
    login_session_id: expect.any(String),
    login_challenge: expect.any(String),
    skip: false,
    subject: 'ada',
    acr: 'aal1',
    amr: ['password'],
    context: { a: 1 },
    request_url: url,
    client: { client_id: id },
  });
});

test('tokens have the granted scopes and the claims of the consent', async () => {
  const { client_id: id } = await server.client();
  const tokens = await new Visitor(server).tokens(id, {
    login: { acr: 'aal1', amr: ['password'] },
    consent: {
      grant_scope: ['openid', 'profile', 'offline_access'],
      session: { id_token: { given_name: 'Ada' }, access_token: { tenant: 'harbor' } },
    },
  });
  expect(tokens).toMatchObject({ scope: 'openid profile offline_access', refresh_token: expect.any(String) });
  expect(tokens.token_type.toLowerCase()).toBe('bearer');
  expect(claimsOf(tokens.id_token)).toMatchObject({
    sub: 'ada',
    given_name: 'Ada',
    acr: 'aal1',
    amr: ['password'],
    sid: expect.any(String),
    auth_time: expect.any(Number),
  });
  expect([claimsOf(tokens.id_token).aud].flat()).toEqual([id]);
  const userInfo = await fetch(`${server.publicUrl}/userinfo`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(await userInfo.json()).toMatchObject({ sub: 'ada', given_name: 'Ada' });
});

test('tokens have only the granted scopes, and there is no refresh token without offline_access', async () => {
  const { client_id: id } = await server.client();
  const tokens = await new Visitor(server).tokens(id, { consent: { grant_scope: ['openid'] } });
  expect(tokens.scope).toBe('openid');
  expect(tokens).not.toHaveProperty('refresh_token');
});

test.each(['login', 'consent'])(
  'after a rejected %s the client gets the error and its state',
  async (kind) => {
    const { client_id: id } = await server.client();
    const { url } = authorization(server, id);
    const visitor = new Visitor(server);
    const refusal = { rejectOAuth2Request: { error: 'access_denied', error_description: 'Not today' } };
    const { data } =
      kind === 'login'
        ? await server.admin.rejectOAuth2LoginRequest({
            loginChallenge: await visitor.challenge('login', url),
            ...refusal,
          })
        : await server.admin.rejectOAuth2ConsentRequest({
            consentChallenge: await visitor.signIn(url),
            ...refusal,
          });
    const back = await visitor.visit(data.redirect_to);
    expect(back.href.startsWith(callback)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'Not today',
      state: 'a-state-of-the-client',
    });
  },
);

test('a login of a subject other than the remembered one starts again', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id);
  const { data } = await server.admin.acceptOAuth2LoginRequest({
    loginChallenge: await visitor.challenge('login', authorization(server, id).url),
    acceptOAuth2LoginRequest: { subject: 'bob' },
  });
  const again = await visitor.signIn(data.redirect_to, { subject: 'bob' });
  const { data: consent } = await server.admin.getOAuth2ConsentRequest({ consentChallenge: again });
  expect(consent.subject).toBe('bob');
});

test('two requests in one browser do not interfere with each other', async () => {
  const { client_id: id } = await server.client();
  const { client_id: other } = await server.client();
  const visitor = new Visitor(server);
  const [first, second] = [authorization(server, id), authorization(server, other)];
  const challenges = [
    await visitor.challenge('login', first.url),
    await visitor.challenge('login', second.url),
  ];
  for (const loginChallenge of challenges) {
    const { data } = await server.admin.acceptOAuth2LoginRequest({
      loginChallenge,
      acceptOAuth2LoginRequest: { subject: 'ada' },
    });
    expect(await visitor.challenge('consent', data.redirect_to)).toBeTruthy();
  }
});

test.each([
  ['works once', undefined],
  ['is refused with a wrong verifier', 'x'.repeat(43)],
])('a code %s', async (_what, wrongVerifier) => {
  const { client_id: id } = await server.client();
  const { url, verifier } = authorization(server, id);
  const visitor = new Visitor(server);
  const back = await visitor.consent(await visitor.signIn(url));
  const exchange = () =>
    token(server, {
      grant_type: 'authorization_code',
      client_id: id,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: wrongVerifier ?? verifier,
    });
  if (wrongVerifier === undefined) expect(await exchange()).toHaveProperty('access_token');
  expect(await exchange()).toMatchObject({ error: 'invalid_grant' });
});

test('an accepted login is refused in another browser', async () => {
  const { client_id: id } = await server.client();
  const { data } = await server.admin.acceptOAuth2LoginRequest({
    loginChallenge: await new Visitor(server).challenge('login', authorization(server, id).url),
    acceptOAuth2LoginRequest: { subject: 'ada' },
  });
  const page = await new Visitor(server).visit(data.redirect_to);
  expect(page.searchParams.has('consent_challenge')).toBe(false);
  expect(page.searchParams.get('error')).toBeTruthy();
});

test('unknown challenges are 404, and missing ones 400', async () => {
  const { admin } = server;
  expect((await admin.getOAuth2LoginRequest({ loginChallenge: 'unknown' })).status).toBe(404);
  expect((await admin.getOAuth2ConsentRequest({ consentChallenge: 'unknown' })).status).toBe(404);
  expect((await admin.getOAuth2LogoutRequest({ logoutChallenge: 'unknown' })).status).toBe(404);
  expect((await admin.getOAuth2LoginRequest({ loginChallenge: '' })).status).toBe(400);
});
