import { expect, test } from '@jest/globals';
import { createIdentities } from './identities.ts';
import { sentRequest } from './providerRequest.ts';
import type { Transport } from './transport.ts';

const answering = (status: number, body: unknown, sent: string[] = []) =>
  createIdentities({
    send: async (built) => {
      const { method, path } = await sentRequest(built);
      sent.push(`${method} ${path}`);
      return { status, headers: {}, body };
    },
    close: () => undefined,
  });

test.each([null, {}, undefined, [{ id: '' }]])('an answer of %j is a 502', async (body) => {
  await expect(answering(200, body).get('a')).rejects.toMatchObject({ status: 502 });
});

test.each([400, 403, 500])('a change that Kratos answers with %i is a 502', async (status) => {
  const trust = { addresses: [], confirmed: [], known: [] };
  const { setTrust, endSessions, removeSecondFactors } = answering(status, {});
  await expect(setTrust({ id: 'a' }, trust)).rejects.toMatchObject({ status: 502 });
  await expect(endSessions('a', undefined)).rejects.toMatchObject({ status: 502 });
  await expect(removeSecondFactors({ id: 'a', credentials: { totp: {} } })).rejects.toMatchObject({
    status: 502,
  });
});

test('sessions and factors that are gone already need no change', async () => {
  const { endSessions, removeSecondFactors } = answering(404, {});
  await endSessions('a', undefined);
  await removeSecondFactors({ id: 'a', credentials: { totp: {} } });
});

test('only the second factors that an identity has are removed', async () => {
  const sent: string[] = [];
  const credentials = { password: {}, totp: {}, webauthn: {}, passkey: {}, code: {} };
  await answering(204, undefined, sent).removeSecondFactors({ id: 'a', credentials });
  expect(sent).toEqual([
    'DELETE /admin/identities/a/credentials/totp',
    'DELETE /admin/identities/a/credentials/webauthn',
  ]);
});

test('sessions are ended page by page, except the one that stays', async () => {
  const pages = [[{ id: 'kept' }, { id: 's1' }], [{ id: 'kept' }]];
  const sent: string[] = [];
  const send: Transport['send'] = async (built) => {
    const { method, path } = await sentRequest(built);
    sent.push(`${method} ${path.split('?')[0] ?? ''}`);
    return { status: 200, headers: {}, body: method === 'GET' ? pages.shift() : undefined };
  };
  await createIdentities({ send, close: () => undefined }).endSessions('a', 'kept');
  expect(sent).toEqual([
    'GET /admin/identities/a/sessions',
    'DELETE /admin/sessions/s1',
    'GET /admin/identities/a/sessions',
  ]);
});
