import { expect, test } from '@jest/globals';
import { callback, useOAuth2Server } from './support/oauth2Server.ts';

const server = useOAuth2Server();

const registered = { client_name: 'Harbor Clinic', redirect_uris: [callback] };
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('a client can register itself, then read, change and delete its registration', async () => {
  const created = await server.oidc.createOidcDynamicClient({ oAuth2Client: registered });
  expect(created.status).toBe(201);
  const { client_id: id = '', registration_access_token: token = '' } = created.data;
  expect(created.data.client_secret).toEqual(expect.any(String));
  const read = await server.oidc.getOidcDynamicClient({ id }, withToken(token));
  expect(read.data).toMatchObject({ client_id: id, client_name: 'Harbor Clinic' });
  expect(read.data).not.toHaveProperty('client_secret');
  const oAuth2Client = { ...registered, client_name: 'Port Clinic' };
  const changed = await server.oidc.setOidcDynamicClient({ id, oAuth2Client }, withToken(token));
  expect(changed.data.client_name).toBe('Port Clinic');
  const next = changed.data.registration_access_token ?? '';
  expect((await server.oidc.getOidcDynamicClient({ id }, withToken(token))).status).toBe(401);
  expect((await server.oidc.deleteOidcDynamicClient({ id }, withToken(next))).status).toBe(204);
  expect((await server.oidc.getOidcDynamicClient({ id }, withToken(next))).status).toBe(401);
});

test('without its token a registration can be neither read nor deleted', async () => {
  const { client_id: id } = await server.client();
  expect((await server.oidc.getOidcDynamicClient({ id })).status).toBe(401);
  expect((await server.oidc.deleteOidcDynamicClient({ id }, withToken('wrong'))).status).toBe(401);
});

test.each([
  { client_secret: 'a secret of its own' },
  { skip_consent: true },
  { skip_logout_consent: true },
  { metadata: { a: 1 } },
])('a client that registers itself cannot set %j', async (more) => {
  const { status } = await server.oidc.createOidcDynamicClient({
    oAuth2Client: { ...registered, ...more },
  });
  expect(status).toBe(400);
});
