import { expect, test } from '@jest/globals';
import { callback, useOAuth2Server } from './support/oauth2Server.ts';

const server = useOAuth2Server();

test('a new client gets an id, a secret and a registration token; later answers omit the secret and the token', async () => {
  const created = await server.client({ token_endpoint_auth_method: 'client_secret_basic', owner: 'clinic' });
  expect(created).toMatchObject({
    client_id: expect.any(String),
    client_secret: expect.any(String),
    registration_access_token: expect.any(String),
    registration_client_uri: expect.any(String),
    owner: 'clinic',
    subject_type: 'public',
    skip_consent: false,
    created_at: expect.any(String),
  });
  const { data, status } = await server.admin.getOAuth2Client({ id: created.client_id });
  expect(status).toBe(200);
  expect(data).toMatchObject({ client_name: 'Harbor Clinic', redirect_uris: [callback], owner: 'clinic' });
  expect(data).not.toHaveProperty('client_secret');
  expect(data).not.toHaveProperty('registration_access_token');
});

test('a public client has no secret', async () => {
  expect(await server.client()).not.toHaveProperty('client_secret');
});

test('an id can be chosen, but only once', async () => {
  const id = crypto.randomUUID();
  const oAuth2Client = { client_id: id };
  expect((await server.client(oAuth2Client)).client_id).toBe(id);
  expect((await server.admin.createOAuth2Client({ oAuth2Client })).status).toBe(409);
});

test('replacing a client drops the fields that are not given', async () => {
  const { client_id: id } = await server.client({ owner: 'clinic' });
  const oAuth2Client = { client_name: 'Port Clinic', redirect_uris: [callback] };
  const { status } = await server.admin.setOAuth2Client({ id, oAuth2Client });
  expect(status).toBe(200);
  const { data } = await server.admin.getOAuth2Client({ id });
  expect(data).toMatchObject({ client_id: id, client_name: 'Port Clinic', owner: '' });
});

test('a JSON patch changes only the fields that it names', async () => {
  const { client_id: id } = await server.client({ owner: 'clinic' });
  const { status, data } = await server.admin.patchOAuth2Client({
    id,
    jsonPatch: [
      { op: 'replace', path: '/client_name', value: 'Port Clinic' },
      { op: 'add', path: '/redirect_uris/-', value: `${callback}/second` },
    ],
  });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    client_name: 'Port Clinic',
    owner: 'clinic',
    redirect_uris: [callback, `${callback}/second`],
  });
});

test('lifespans are kept as durations', async () => {
  const { client_id: id } = await server.client();
  const { data } = await server.admin.setOAuth2ClientLifespans({
    id,
    oAuth2ClientTokenLifespans: { authorization_code_grant_access_token_lifespan: '90m' },
  });
  expect(data).toMatchObject({
    authorization_code_grant_access_token_lifespan: '1h30m0s',
    refresh_token_grant_access_token_lifespan: null,
  });
});

test('lists filter by name and owner, and come in pages', async () => {
  const owner = crypto.randomUUID();
  const ids = [await server.client({ owner }), await server.client({ owner })].map((one) => one.client_id);
  const all = await server.admin.listOAuth2Clients({ owner });
  expect(all.data.map((one) => one.client_id).toSorted()).toEqual(ids.toSorted());
  expect((await server.admin.listOAuth2Clients({ owner, clientName: 'nobody' })).data).toEqual([]);
  const first = await server.admin.listOAuth2Clients({ pageSize: 1 });
  expect(first.data).toHaveLength(1);
  const [, next = ''] = /<([^>]+)>; *rel="next"/.exec(String(first.headers.link)) ?? [];
  const pageToken = new URL(next, server.adminUrl).searchParams.get('page_token') ?? '';
  const second = await server.admin.listOAuth2Clients({ pageSize: 1, pageToken });
  expect(second.data[0]?.client_id).not.toBe(first.data[0]?.client_id);
});

test('a deleted client is gone, and unknown ones are 404', async () => {
  const { client_id: id } = await server.client();
  expect((await server.admin.deleteOAuth2Client({ id })).status).toBe(204);
  const statuses = [
    await server.admin.getOAuth2Client({ id }),
    await server.admin.deleteOAuth2Client({ id }),
    await server.admin.setOAuth2Client({ id, oAuth2Client: {} }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 404]);
});

test.each([
  ['a redirect URI with a fragment', { redirect_uris: [`${callback}#a`] }],
  ['a short secret', { client_secret: 'short' }],
])('%s is refused', async (_what, oAuth2Client) => {
  expect((await server.admin.createOAuth2Client({ oAuth2Client })).status).toBe(400);
});
