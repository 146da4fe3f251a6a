import { expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess, portalUrl } from '../../test/support/appInProcess.ts';

const portal = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });

test('password managers are redirected to the settings section that changes the password', async () => {
  const { headers } = await request(portal).get('/.well-known/change-password').expect(303);
  expect(headers.location).toBe('/settings#password');
});

test('password managers can look up where passkeys are created and managed, and may cache it for a day', async () => {
  const { text, headers } = await request(portal).get('/.well-known/passkey-endpoints').expect(200);
  const section = `${portalUrl}/settings#passkey`;
  expect(JSON.parse(text)).toEqual({ enroll: section, manage: section });
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=86400' });
  expect(headers).not.toHaveProperty('set-cookie');
});
