import { expect, test } from '@jest/globals';
import { flowOf } from '../../../test/support/flows/flowParts.ts';
import { loginTitle } from './login.ts';

test('the title says what the sign-in is for', () => {
  expect(loginTitle(flowOf('login', []))).toBe('login.title');
  expect(loginTitle(flowOf('login', [], { refresh: true }))).toBe('login.title.refresh');
  expect(loginTitle(flowOf('login', [], { requested_aal: 'aal2' }))).toBe('login.title.aal2');
  const application = { refresh: true, requested_aal: 'aal2', oauth2_login_challenge: 'c1' };
  expect(loginTitle(flowOf('login', [], application))).toBe('login.title.aal2');
  expect(loginTitle(flowOf('login', [], { refresh: true, requested_aal: 'aal2' }))).toBe(
    'login.title.refresh',
  );
  expect(loginTitle(flowOf('login', [], { refresh: false, requested_aal: 'aal1' }))).toBe('login.title');
});
