import { expect, test } from '@jest/globals';
import { useOAuth2Server } from './support/oauth2Server.ts';

const server = useOAuth2Server();

async function publicKey() {
  const { publicKey: key } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const { x, y, kty, crv } = await crypto.subtle.exportKey('jwk', key);
  return { x, y, kty: kty ?? '', crv, alg: 'ES256', use: 'sig', kid: crypto.randomUUID() };
}

test('a trusted issuer can be created, listed, read and deleted', async () => {
  const { admin } = server;
  const issuer = `https://${crypto.randomUUID()}.example`;
  const { status, data } = await admin.trustOAuth2JwtGrantIssuer({
    trustOAuth2JwtGrantIssuer: {
      issuer,
      subject: 'ada',
      scope: ['records.read'],
      jwk: await publicKey(),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  expect(status).toBe(201);
  const id = data.id ?? '';
  expect(data).toMatchObject({
    issuer,
    subject: 'ada',
    scope: ['records.read'],
    public_key: { set: issuer },
  });
  const list = await admin.listTrustedOAuth2JwtGrantIssuers({ issuer });
  expect(list.data.map((one) => one.id)).toEqual([id]);
  expect((await admin.getTrustedOAuth2JwtGrantIssuer({ id })).data.issuer).toBe(issuer);
  expect((await admin.deleteTrustedOAuth2JwtGrantIssuer({ id })).status).toBe(204);
  expect((await admin.getTrustedOAuth2JwtGrantIssuer({ id })).status).toBe(404);
});

test('an issuer without a subject is refused', async () => {
  const { status } = await server.admin.trustOAuth2JwtGrantIssuer({
    trustOAuth2JwtGrantIssuer: {
      issuer: 'https://nobody.example',
      scope: [],
      jwk: await publicKey(),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  expect(status).toBe(400);
});
