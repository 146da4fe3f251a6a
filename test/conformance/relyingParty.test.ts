import { expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterLogout, callback, useOAuth2Server } from './support/oauth2Server.ts';
import { Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

async function discovered(clientId: string): Promise<client.Configuration> {
  return client.discovery(new URL(server.publicUrl), clientId, undefined, client.None(), {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked as deprecated only to stand out; both servers run on loopback
    execute: [client.allowInsecureRequests],
  });
}

test('openid-client signs in with PKCE, state and nonce, and jose verifies the ID token', async () => {
  const { client_id: id } = await server.client();
  const configuration = await discovered(id);
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: 'openid profile offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const visitor = new Visitor(server);
  const back = await visitor.consent(await visitor.signIn(url.href));
  const tokens = await client.authorizationCodeGrant(configuration, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const { issuer, jwks_uri: keys = '' } = configuration.serverMetadata();
  const verified = await jwtVerify(tokens.id_token ?? '', createRemoteJWKSet(new URL(keys)), {
    issuer,
    audience: id,
  });
  expect(verified.payload.sub).toBe('ada');
  const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, 'ada');
  expect(userInfo.sub).toBe('ada');
  const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
  await client.tokenRevocation(configuration, refreshed.refresh_token ?? '');
  await expect(client.refreshTokenGrant(configuration, refreshed.refresh_token ?? '')).rejects.toThrow();
  const logout = client.buildEndSessionUrl(configuration, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: afterLogout,
  });
  expect(await visitor.challenge('logout', logout.href)).toBeTruthy();
});

test('openid-client authorizes a device', async () => {
  const { client_id: id } = await server.client();
  const configuration = await discovered(id);
  const given = await client.initiateDeviceAuthorization(configuration, { scope: 'openid' });
  const visitor = new Visitor(server);
  const { data } = await server.admin.acceptUserCodeRequest({
    deviceChallenge: await visitor.challenge('device', given.verification_uri),
    acceptDeviceUserCodeRequest: { user_code: given.user_code },
  });
  await visitor.consent(await visitor.signIn(data.redirect_to), { grant_scope: ['openid'] });
  const tokens = await client.pollDeviceAuthorizationGrant(configuration, given);
  expect(tokens.claims()?.sub).toBe('ada');
});

test('the server reports its version, and that it is alive and ready', async () => {
  for (const url of [server.publicUrl, server.adminUrl])
    for (const kind of ['alive', 'ready']) expect((await fetch(`${url}/health/${kind}`)).status).toBe(200);
  expect((await server.health.getVersion()).data.version).toEqual(expect.any(String));
});
