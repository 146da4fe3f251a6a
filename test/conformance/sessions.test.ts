import { expect, test } from '@jest/globals';
import { useOAuth2Server } from './support/oauth2Server.ts';
import { authorization, claimsOf, token, Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

const isActive = async (value: string): Promise<boolean> =>
  (await server.admin.introspectOAuth2Token({ token: value })).data.active;

test('a consent session records what was granted, to whom, and in which login session', async () => {
  const subject = crypto.randomUUID();
  const { client_id: id } = await server.client();
  const tokens = await new Visitor(server).tokens(id, {
    login: { subject },
    consent: { remember: true, remember_for: 3600, grant_access_token_audience: ['https://api.example'] },
  });
  const { data } = await server.admin.listOAuth2ConsentSessions({ subject });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    consent_request_id: expect.any(String),
    grant_scope: ['openid', 'profile', 'offline_access'],
    grant_access_token_audience: ['https://api.example'],
    remember: true,
    remember_for: 3600,
    handled_at: expect.any(String),
    consent_request: {
      subject,
      requested_scope: ['openid', 'profile', 'offline_access'],
      login_session_id: claimsOf(tokens.id_token).sid,
      client: { client_id: id, client_name: 'Harbor Clinic' },
    },
  });
  const sid = String(claimsOf(tokens.id_token).sid);
  const ofSession = await server.admin.listOAuth2ConsentSessions({ subject, loginSessionId: sid });
  expect(ofSession.data).toHaveLength(1);
  const ofOther = await server.admin.listOAuth2ConsentSessions({
    subject,
    loginSessionId: crypto.randomUUID(),
  });
  expect(ofOther.data).toEqual([]);
});

test('a consent that is accepted twice is granted once, as accepted last, when the browser comes back', async () => {
  const subject = crypto.randomUUID();
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const consentChallenge = await visitor.signIn(authorization(server, id).url, { subject });
  const accept = async (scope: string): Promise<string> => {
    const { data } = await server.admin.acceptOAuth2ConsentRequest({
      consentChallenge,
      acceptOAuth2ConsentRequest: { grant_scope: [scope] },
    });
    return data.redirect_to;
  };
  const granted = async () =>
    (await server.admin.listOAuth2ConsentSessions({ subject })).data.map(({ grant_scope: scopes }) => scopes);
  const [, second] = [await accept('openid'), await accept('profile')];
  expect(await granted()).toEqual([]);
  await visitor.visit(second);
  expect(await granted()).toEqual([['profile']]);
});

test('a consent that is accepted and then rejected grants nothing', async () => {
  const subject = crypto.randomUUID();
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const consentChallenge = await visitor.signIn(authorization(server, id).url, { subject });
  await server.admin.acceptOAuth2ConsentRequest({ consentChallenge });
  const { data } = await server.admin.rejectOAuth2ConsentRequest({
    consentChallenge,
    rejectOAuth2Request: { error: 'access_denied' },
  });
  await visitor.visit(data.redirect_to);
  expect((await server.admin.listOAuth2ConsentSessions({ subject })).data).toEqual([]);
});

test.each(['client', 'all', 'consent_request_id'])(
  'revoking a consent by %s ends its tokens, and the next request asks again',
  async (kind) => {
    const subject = crypto.randomUUID();
    const { client_id: id } = await server.client();
    const visitor = new Visitor(server);
    const tokens = await visitor.tokens(id, { login: { subject }, consent: { remember: true } });
    const [granted] = (await server.admin.listOAuth2ConsentSessions({ subject })).data;
    const { status } = await server.admin.revokeOAuth2ConsentSessions(
      kind === 'client'
        ? { subject, client: id }
        : kind === 'all'
          ? { subject, all: true }
          : { consentRequestId: granted?.consent_request_id ?? '' },
    );
    expect(status).toBe(204);
    expect([await isActive(tokens.access_token), await isActive(tokens.refresh_token ?? '')]).toEqual([
      false,
      false,
    ]);
    expect((await server.admin.listOAuth2ConsentSessions({ subject })).data).toEqual([]);
    const consentChallenge = await visitor.signIn(authorization(server, id).url, { subject });
    expect((await server.admin.getOAuth2ConsentRequest({ consentChallenge })).data.skip).toBe(false);
  },
);

test('revoking one client’s consent leaves another’s', async () => {
  const subject = crypto.randomUUID();
  const [one, other] = [await server.client(), await server.client()];
  const visitor = new Visitor(server);
  await visitor.tokens(one.client_id, { login: { subject } });
  const kept = await visitor.tokens(other.client_id, { login: { subject } });
  await server.admin.revokeOAuth2ConsentSessions({ subject, client: one.client_id });
  expect(await isActive(kept.access_token)).toBe(true);
});

test.each(['subject', 'sid'])(
  'after login sessions are ended by %s, the login is required again',
  async (kind) => {
    const subject = crypto.randomUUID();
    const { client_id: id } = await server.client();
    const visitor = new Visitor(server);
    const tokens = await visitor.tokens(id, { login: { subject } });
    const sid = String(claimsOf(tokens.id_token).sid);
    const { status } = await server.admin.revokeOAuth2LoginSessions(kind === 'sid' ? { sid } : { subject });
    expect(status).toBe(204);
    const loginChallenge = await visitor.challenge('login', authorization(server, id).url);
    expect((await server.admin.getOAuth2LoginRequest({ loginChallenge })).data.skip).toBe(false);
  },
);

test('a revocation with too few or too many parameters is refused, one of unknown sessions is not', async () => {
  const { admin } = server;
  expect((await admin.revokeOAuth2ConsentSessions({ subject: 'nobody' })).status).toBe(400);
  expect(
    (await admin.revokeOAuth2ConsentSessions({ subject: 'nobody', client: 'x', all: true })).status,
  ).toBe(400);
  expect((await admin.revokeOAuth2ConsentSessions({ subject: 'nobody', all: true })).status).toBe(204);
  expect((await admin.revokeOAuth2LoginSessions({})).status).toBe(400);
  expect((await admin.revokeOAuth2LoginSessions({ sid: 'nothing' })).status).toBe(204);
});

test('a refresh token is rotated, and reusing the earlier one ends all its tokens', async () => {
  const { client_id: id } = await server.client();
  const first = await new Visitor(server).tokens(id);
  const refresh = (value = '') =>
    token(server, { grant_type: 'refresh_token', client_id: id, refresh_token: value });
  const second = await refresh(first.refresh_token);
  expect(second).toMatchObject({ access_token: expect.any(String), scope: first.scope });
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await refresh(first.refresh_token)).toMatchObject({ error: 'invalid_grant' });
  expect(await isActive(second.refresh_token ?? '')).toBe(false);
});

test('a client can revoke its refresh token, and the access token with it', async () => {
  const { client_id: id } = await server.client();
  const tokens = await new Visitor(server).tokens(id);
  const { status } = await server.oauth2.revokeOAuth2Token({
    token: tokens.refresh_token ?? '',
    clientId: id,
  });
  expect(status).toBe(200);
  expect([await isActive(tokens.access_token), await isActive(tokens.refresh_token ?? '')]).toEqual([
    false,
    false,
  ]);
});

test('introspection returns a token’s subject, client, scopes and audience', async () => {
  const { client_id: id } = await server.client();
  const tokens = await new Visitor(server).tokens(id, {
    consent: {
      grant_access_token_audience: ['https://api.example'],
      session: { access_token: { tenant: 'harbor' } },
    },
  });
  const { data } = await server.admin.introspectOAuth2Token({ token: tokens.access_token });
  expect(data).toMatchObject({
    active: true,
    sub: 'ada',
    client_id: id,
    scope: 'openid profile offline_access',
    aud: ['https://api.example'],
    token_type: 'Bearer',
    token_use: 'access_token',
    ext: { tenant: 'harbor' },
    exp: expect.any(Number),
    iat: expect.any(Number),
  });
  const refresh = await server.admin.introspectOAuth2Token({ token: tokens.refresh_token ?? '' });
  expect(refresh.data).toMatchObject({ active: true, token_use: 'refresh_token' });
  const wanting = await server.admin.introspectOAuth2Token({ token: tokens.access_token, scope: 'email' });
  expect(wanting.data.active).toBe(false);
  expect(await isActive('unknown')).toBe(false);
});

test('all access tokens of a client can be ended', async () => {
  const { client_id: id } = await server.client();
  const tokens = await new Visitor(server).tokens(id);
  expect((await server.admin.deleteOAuth2Token({ clientId: id })).status).toBe(204);
  expect(await isActive(tokens.access_token)).toBe(false);
});

test('a client can act for itself with its credentials, within its scopes', async () => {
  const { client_id: id, client_secret: secret = '' } = await server.client({
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'client_secret_post',
    scope: 'portal.admin',
  });
  const credentials = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const given = await token(server, { ...credentials, scope: 'portal.admin' });
  const { data } = await server.admin.introspectOAuth2Token({ token: given.access_token });
  expect(data).toMatchObject({ active: true, sub: id, client_id: id, scope: 'portal.admin' });
  expect(await token(server, { ...credentials, scope: 'other' })).toMatchObject({ error: 'invalid_scope' });
  expect(await token(server, { ...credentials, client_secret: 'wrong!' })).toMatchObject({
    error: 'invalid_client',
  });
});
