import { afterEach, describe, expect, test } from '@jest/globals';
import { cookie, refused, world } from '../../../test/support/adminWorld.ts';
import { closeStand } from '../../../test/support/gatewayStand.ts';

afterEach(closeStand);

describe('a bearer token', () => {
  const bearer = { Authorization: 'Bearer ory_at_x-y_z.1' };
  const good = { active: true, scope: 'openid portal.admin', sub: 'robot', token_use: 'access_token' };

  test('that Hydra says is active, with the scope, may call, and needs no CSRF token', async () => {
    const { call, hydra, audited } = await world({ introspection: good });
    expect((await call({ ...bearer, ...cookie }, '/admin/identities/i1', 'DELETE')).status).toBe(200);
    expect(hydra.received[0]).toMatchObject({
      method: 'POST',
      url: '/admin/oauth2/introspect',
      // no scope: Hydra would tell a good token that lacks it from none at all no more
      body: 'token=ory_at_x-y_z.1',
      headers: { authorization: 'Bearer ours' },
    });
    expect(audited).toMatchObject([{ caller: { by: 'token', id: 'robot' }, outcome: 'answered' }]);
  });

  test('of a client without a subject is the client’s', async () => {
    const { call, audited } = await world({ introspection: { ...good, sub: '', client_id: 'c1' } });
    expect((await call(bearer)).status).toBe(200);
    expect(audited).toMatchObject([{ caller: { by: 'token', id: 'c1' } }]);
  });

  test.each([
    ['not active', { ...good, active: false }, 401, 'unauthorized'],
    ['active in a text', { ...good, active: 'true' }, 401, 'unauthorized'],
    ['a refresh token', { ...good, token_use: 'refresh_token' }, 401, 'unauthorized'],
    ['without the scope', { ...good, scope: 'openid portal.administrator' }, 403, 'insufficient_scope'],
    ['without any scope', { ...good, scope: undefined }, 403, 'insufficient_scope'],
    ['answered for by nothing', null, 401, 'unauthorized'],
  ])('%s is refused, whatever the session beside it', async (_what, introspection, status, id) => {
    const { call, target } = await world({ introspection });
    await refused(call({ ...bearer, ...cookie }), status, id, target);
  });

  test.each(['Basic eDp5', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer a&scope=b', 'bearer', 'Token a'])(
    'is not %j',
    async (authorization) => {
      const { call, target, hydra } = await world({ introspection: good });
      await refused(call({ Authorization: authorization, ...cookie }), 401, 'unauthorized', target);
      expect(hydra.received).toEqual([]);
    },
  );
});
