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

test('browsers learn at which other origins passkeys work, if the settings name any', async () => {
  const origins = ['https://shop.example', 'https://clinic.example'];
  const related = appInProcess({
    KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
    WEBAUTHN_ORIGINS: `${origins.join(',')}/`,
  });
  const { headers, text } = await request(related).get('/.well-known/webauthn').expect(200);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(text)).toEqual({ origins });
  await request(portal).get('/.well-known/webauthn').expect(404);
});

test('security.txt says whom to tell of a vulnerability, if the settings name anybody', async () => {
  const secured = appInProcess({
    KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
    SECURITY_CONTACT: 'https://portal.example/security, security@portal.example',
  });
  const { text, headers } = await request(secured).get('/.well-known/security.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? [];
  expect(text).toBe(
    'Contact: https://portal.example/security\nContact: mailto:security@portal.example\n' +
      `Expires: ${expires}\nCanonical: ${portalUrl}/.well-known/security.txt\n`,
  );
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(80);
  expect(days).toBeLessThan(365);
  await request(portal).get('/.well-known/security.txt').expect(404);
});
