import { expect, test } from '@jest/globals';
import { flowOf } from '../../../test/support/flows/flowParts.ts';
import { loginTitle, clientName } from './login.ts';

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

test.each([
  [undefined, undefined],
  [{ client: { client_name: 'Ward' } }, { name: 'Ward' }],
  [{ client: { client_name: '' } }, {}],
  [{ client: { client_id: 'w1' } }, { id: 'w1' }],
  [{ client: {} }, {}],
  [{}, {}],
])('the OAuth2 request %j names the application %j', (request, name) => {
  expect(clientName(flowOf('login', [], { oauth2_login_request: request }))).toEqual(name);
});
