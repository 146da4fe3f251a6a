import { expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { changePasswordPath } from './changePassword.ts';

const portal = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });

test('password managers are redirected to the settings section that changes the password', async () => {
  const { headers } = await request(portal).get(changePasswordPath).expect(303);
  expect(headers.location).toBe('/settings#password');
});
