import { expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { logoutPagePath } from './allowLogoutFrames.ts';

async function policyAt(path: string, settings: Record<string, string> = {}): Promise<string> {
  const portal = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9', ...settings });
  return String((await request(portal).get(path)).headers['content-security-policy']);
}

test('Hydra’s logout page may run its script and show frames, and nothing else', async () => {
  expect((await policyAt(logoutPagePath)).split(';')).toEqual([
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'frame-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'report-uri /reports/csp',
  ]);
});

test('on https, frames of Hydra’s logout page are on https', async () => {
  const policy = await policyAt(logoutPagePath, { PORTAL_URL: 'https://portal.example' });
  expect(policy).toContain(';frame-src https:;');
});

test.each([`${logoutPagePath}/`, '/oauth2/sessions', '/oauth2/auth', '/logout'])(
  'nothing inline runs at %s',
  async (path) => {
    expect(await policyAt(path)).not.toContain('unsafe-inline');
  },
);
