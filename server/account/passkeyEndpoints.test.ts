import { expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess, portalUrl } from '../../test/support/appInProcess.ts';
import { passkeyEndpointsPath } from './passkeyEndpoints.ts';

const portal = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });

test('password managers can look up where passkeys are created and managed, and may cache it for a day', async () => {
  const { text, headers } = await request(portal).get(passkeyEndpointsPath).expect(200);
  const section = `${portalUrl}/settings#passkey`;
  expect(JSON.parse(text)).toEqual({ enroll: section, manage: section });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  });
  expect(headers).not.toHaveProperty('set-cookie');
});
