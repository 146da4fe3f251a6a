import { expect, test } from '@jest/globals';
import { callback, useOAuth2Server } from './support/oauth2Server.ts';
import { authorization, claimsOf, token, Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

test('a login request names the client, scopes, audience and what the client asks of the sign-in', async () => {
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

test('only granted scopes get into the tokens, and no refresh token without offline_access', async () => {
  const { client_id: id } = await server.client();
  const tokens = await new Visitor(server).tokens(id, { consent: { grant_scope: ['openid'] } });
  expect(tokens.scope).toBe('openid');
  expect(tokens).not.toHaveProperty('refresh_token');
});

test.each(['login', 'consent'])('a rejected %s gives the client its error and state', async (kind) => {
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
});

test('a remembered login and consent are skipped, unless more is asked for', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id, { consent: { remember: true, remember_for: 0 } });
  const again = await visitor.challenge('login', authorization(server, id).url);
  const { data: login } = await server.admin.getOAuth2LoginRequest({ loginChallenge: again });
  expect(login).toMatchObject({ skip: true, subject: 'ada' });
  const same = await visitor.signIn(authorization(server, id).url);
  const more = await visitor.signIn(authorization(server, id, { scope: 'openid email' }).url);
  const asked = await visitor.signIn(authorization(server, id, { prompt: 'consent' }).url);
  const skips = await Promise.all(
    [same, more, asked].map(async (consentChallenge) => {
      const { data } = await server.admin.getOAuth2ConsentRequest({ consentChallenge });
      return data.skip;
    }),
  );
  expect(skips).toEqual([true, false, false]);
});

test('a redirect URI on loopback may have any port, and is skipped as well where the consent is remembered', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id, { consent: { remember: true, remember_for: 0 } });
  const onPort = (uri: string) => authorization(server, id, { redirect_uri: uri }).url;
  const consentChallenge = await visitor.signIn(onPort(callback.replace(':9/', ':53682/')));
  const { data } = await server.admin.getOAuth2ConsentRequest({ consentChallenge });
  expect(data.skip).toBe(true);
  for (const other of [
    `${callback}/x`,
    callback.replace('127.0.0.1', 'localhost'),
    callback.replace('127.0.0.1', '[::1]'),
  ])
    expect((await visitor.visit(onPort(other))).pathname).toBe('/error');
});

test('a login that is not remembered is asked for again', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id, { login: { remember: false } });
  const loginChallenge = await visitor.challenge('login', authorization(server, id).url);
  const { data } = await server.admin.getOAuth2LoginRequest({ loginChallenge });
  expect(data).toMatchObject({ skip: false, subject: '' });
});

test('prompt=login asks for the login again', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id);
  const loginChallenge = await visitor.challenge('login', authorization(server, id, { prompt: 'login' }).url);
  const { data } = await server.admin.getOAuth2LoginRequest({ loginChallenge });
  expect(data.skip).toBe(false);
});

test('a login older than max_age is asked for again', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id);
  const isSkipped = async (): Promise<boolean> => {
    const { url } = authorization(server, id, { max_age: '0' });
    const { data } = await server.admin.getOAuth2LoginRequest({
      loginChallenge: await visitor.challenge('login', url),
    });
    return data.skip;
  };
  // ages are whole seconds: until the next one, the login is not older
  let skips = await isSkipped();
  while (skips) skips = await isSkipped();
  expect(skips).toBe(false);
});

test('prompt=none gives the client login_required, then consent_required, then a code', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const silent = authorization(server, id, { prompt: 'none' }).url;
  expect((await visitor.visit(silent)).searchParams.get('error')).toBe('login_required');
  const { url } = authorization(server, id);
  await visitor.signIn(url);
  const { data } = await server.admin.acceptOAuth2LoginRequest({
    loginChallenge: await visitor.challenge('login', silent),
    acceptOAuth2LoginRequest: { subject: 'ada' },
  });
  expect((await visitor.visit(data.redirect_to)).searchParams.get('error')).toBe('consent_required');
  await visitor.tokens(id, { consent: { remember: true } });
  const back = await visitor.consent(await visitor.signIn(silent));
  expect(back.searchParams.get('code')).toBeTruthy();
});

test('a login of another subject than the remembered one starts again with prompt=login', async () => {
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

test('two requests of one browser do not disturb each other', async () => {
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
  ['an unknown client', { client_id: 'nobody' }],
  ['another redirect URI', { redirect_uri: `${callback}/other` }],
])('%s is shown the error page, not redirected to', async (_what, more) => {
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
  'a redirect URI is registered or refused: one with %j after it leads to the error page, not to the client',
  async (more) => {
    const { client_id: id } = await server.client();
    const back = await new Visitor(server).visit(
      authorization(server, id, { redirect_uri: callback + more }).url,
    );
    expect([back.pathname, back.searchParams.get('error')]).toEqual(['/error', 'invalid_request']);
  },
);

test.each(['', '1234567'])('the state %j is too short', async (state) => {
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

test.each([
  ['works once', undefined],
  ['is refused without its verifier', 'x'.repeat(43)],
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

test('an answer that another browser brings back is refused', async () => {
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
