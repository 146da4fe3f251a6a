import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import request from 'supertest';
import { cookie, refused, adminHarness } from '../../test/support/adminHarness.ts';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { fakeUpstream } from '../../test/support/selfClosingGateway.ts';

const portal = 'https://portal.example';
const bearer = { Authorization: 'Bearer ory_at_x-y_z.1' };
/** Hydra's introspection of a token that a listed client got for itself. */
const good = {
  active: true,
  scope: 'openid portal.admin',
  client_id: 'robot',
  sub: 'robot',
  aud: [],
  token_use: 'access_token',
};

describe('a bearer token', () => {
  test('of a listed client that acts for itself may call, and needs no CSRF token', async () => {
    const { call, hydra, audited } = await adminHarness({ introspection: good });
    expect((await call({ ...bearer, ...cookie }, '/admin/identities/i1', 'DELETE')).status).toBe(200);
    expect(hydra.received[0]).toMatchObject({
      method: 'POST',
      url: '/admin/oauth2/introspect',
      // no scope, because Hydra would call a token without it inactive
      body: 'token=ory_at_x-y_z.1',
      headers: { authorization: 'Bearer ours' },
    });
    expect(audited).toMatchObject([{ caller: { by: 'token', id: 'robot' }, outcome: 'answered' }]);
  });

  test.each([
    ['none', undefined],
    ['null', null],
    ['an empty list', []],
    ['the portal as a string', portal],
    ['the portal among others', ['https://other.example', portal]],
  ])('may call when its audience is %s', async (_what, aud) => {
    const { call } = await adminHarness({ introspection: { ...good, aud } });
    expect((await call(bearer)).status).toBe(200);
  });

  test.each([
    ['not active', { ...good, active: false }, 401, 'unauthorized'],
    ['active as a string', { ...good, active: 'true' }, 401, 'unauthorized'],
    ['a refresh token', { ...good, token_use: 'refresh_token' }, 401, 'unauthorized'],
    ['whose use Hydra leaves out', { ...good, token_use: undefined }, 401, 'unauthorized'],
    ['without the scope', { ...good, scope: 'openid portal.administrator' }, 403, 'insufficient_scope'],
    ['without any scope', { ...good, scope: undefined }, 403, 'insufficient_scope'],
    ['of a client that is not listed', { ...good, client_id: 'c9', sub: 'c9' }, 403, 'forbidden'],
    ['of no client', { ...good, client_id: undefined, sub: undefined }, 403, 'forbidden'],
    ['of a client without a subject', { ...good, sub: '' }, 403, 'forbidden'],
    ['of a user who consented to the scope', { ...good, sub: 'ada' }, 403, 'forbidden'],
    ['for another audience', { ...good, aud: ['https://other.example'] }, 403, 'forbidden'],
    ['for another audience as a string', { ...good, aud: `${portal}.evil.example` }, 403, 'forbidden'],
    ['for an audience of unknown form', { ...good, aud: { portal } }, 403, 'forbidden'],
    ['with an empty introspection', null, 401, 'unauthorized'],
  ])('%s is refused, whatever session comes with it', async (_what, introspection, status, id) => {
    const { call, target } = await adminHarness({ introspection });
    await refused(call({ ...bearer, ...cookie }), status, id, target);
  });

  test('of any client is refused if no client is listed', async () => {
    const { call, target } = await adminHarness({ introspection: good, adminClients: [] });
    await refused(call(bearer), 403, 'forbidden', target);
  });

  test.each(['Basic eDp5', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer a&scope=b', 'bearer', 'Token a'])(
    'cannot be read from %j',
    async (authorization) => {
      const { call, target, hydra } = await adminHarness({ introspection: good });
      await refused(call({ Authorization: authorization, ...cookie }), 401, 'unauthorized', target);
      expect(hydra.received).toEqual([]);
    },
  );
});

test('a client of PORTAL_ADMIN_CLIENTS may call the portal, and the audit has the network of whoever is refused', async () => {
  const AUDIT_LOG = path.join(newDirectory(), 'audit.log');
  const { url } = await fakeUpstream((_request, response) => response.end(JSON.stringify(good)));
  const app = appInProcess({
    KRATOS_PUBLIC_URL: url,
    KRATOS_ADMIN_URL: url,
    HYDRA_ADMIN_URL: url,
    PORTAL_ADMIN_CLIENTS: 'robot',
    TRUST_PROXY: 'loopback',
    AUDIT_LOG,
    LOG_CLIENT_ADDRESS: 'truncated',
  });
  const call = (headers: object) =>
    request(app)
      .get('/admin/identities')
      .set({ 'X-Forwarded-For': '192.0.2.77', ...headers });
  await call(bearer).expect(200);
  await call({}).expect(401);
  const lines = readFileSync(AUDIT_LOG, 'utf8');
  expect(lines).toMatch(/"id":"robot".*"answered"[^]*"unknown".*"address":"192\.0\.2\.0\/24"/);
  expect(lines).not.toContain('192.0.2.77');
});
