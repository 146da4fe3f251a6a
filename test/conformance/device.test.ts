import { expect, test } from '@jest/globals';
import { useOAuth2Server } from './support/oauth2Server.ts';
import { claimsOf, token, Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

interface DeviceCodes {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
}

async function codes(clientId: string): Promise<DeviceCodes> {
  const answer = await fetch(`${server.publicUrl}/oauth2/device/auth`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, scope: 'openid offline_access' }),
  });
  return (await answer.json()) as DeviceCodes;
}

const poll = (clientId: string, { device_code }: DeviceCodes) =>
  token(server, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code,
  });

/** Enters a device's code and signs in. @returns the consent challenge */
async function signIn(visitor: Visitor, given: DeviceCodes): Promise<string> {
  const { data } = await server.admin.acceptUserCodeRequest({
    deviceChallenge: await visitor.challenge('device', given.verification_uri),
    acceptDeviceUserCodeRequest: { user_code: given.user_code },
  });
  return visitor.signIn(data.redirect_to);
}

test('a device waits until its code was entered and the user consented, then gets tokens', async () => {
  const { client_id: id } = await server.client();
  const given = await codes(id);
  expect(given).toMatchObject({ verification_uri: `${server.publicUrl}/oauth2/device/verify` });
  expect(given.expires_in).toBeGreaterThan(60);
  expect(await poll(id, given)).toMatchObject({ error: 'authorization_pending' });
  const visitor = new Visitor(server);
  const consentChallenge = await signIn(visitor, given);
  const { data } = await server.admin.getOAuth2ConsentRequest({ consentChallenge });
  expect(data).toMatchObject({ subject: 'ada', client: { client_id: id } });
  expect(data.requested_scope).toEqual(['openid', 'offline_access']);
  const end = await visitor.consent(consentChallenge, { grant_scope: ['openid', 'offline_access'] });
  expect(end.pathname).toBe('/device/done');
  const tokens = await poll(id, given);
  expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  expect(claimsOf(tokens.id_token).sub).toBe('ada');
});

test('the link with the code passes it to the page', async () => {
  const { client_id: id } = await server.client();
  const given = await codes(id);
  const page = await new Visitor(server).visit(given.verification_uri_complete);
  expect(page.pathname).toBe('/device');
  expect(page.searchParams.get('user_code')).toBe(given.user_code);
});

test('a wrong code is 400, an unknown challenge 404', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const deviceChallenge = await visitor.challenge('device', (await codes(id)).verification_uri);
  const accept = (challenge: string, user_code: string) =>
    server.admin.acceptUserCodeRequest({
      deviceChallenge: challenge,
      acceptDeviceUserCodeRequest: { user_code },
    });
  expect((await accept(deviceChallenge, 'ZZZZZZZZ')).status).toBe(400);
  expect((await accept(deviceChallenge, '')).status).toBe(400);
  expect((await accept('unknown', 'ZZZZZZZZ')).status).toBe(404);
});

test('a used code is refused', async () => {
  const { client_id: id } = await server.client();
  const given = await codes(id);
  const visitor = new Visitor(server);
  await visitor.consent(await signIn(visitor, given), { grant_scope: ['openid'] });
  const { status } = await server.admin.acceptUserCodeRequest({
    deviceChallenge: await visitor.challenge('device', given.verification_uri),
    acceptDeviceUserCodeRequest: { user_code: given.user_code },
  });
  expect(status).toBe(400);
});

test('a device whose consent was denied gets no tokens', async () => {
  const { client_id: id } = await server.client();
  const given = await codes(id);
  const visitor = new Visitor(server);
  const { data } = await server.admin.rejectOAuth2ConsentRequest({
    consentChallenge: await signIn(visitor, given),
    rejectOAuth2Request: { error: 'access_denied' },
  });
  await expect(visitor.visit(data.redirect_to)).rejects.toThrow('400: {"error":"access_denied"');
  expect(await poll(id, given)).toHaveProperty('error');
});
