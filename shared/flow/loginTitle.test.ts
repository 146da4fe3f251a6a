import { expect, test } from '@jest/globals';
import { flowOf, input } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { clientName } from '../../client/flow/model/clientName.ts';
import { loggedInAs } from '../../client/flow/model/loggedInAs.ts';
import { loginTitle } from './loginTitle.ts';

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
  [{ client: { client_name: 'Ward' } }, 'Ward'],
  [{ client: { client_name: '', client_uri: 'https://ward.example' } }, 'https://ward.example'],
  [{ client: {} }, ''],
  [{}, ''],
])('the OAuth2 request %j is for %j', (request, name) => {
  expect(clientName(flowOf('login', [], { oauth2_login_request: request }))).toBe(name);
});

test('whom a flow is for is its hidden identifier, in whichever group', () => {
  expect(loggedInAs(recordedFlow('login-refresh-password'))).toBe('ann@example.org');
  expect(loggedInAs(recordedFlow('identifier-first-password'))).toBe('ann@example.org');
  expect(loggedInAs(recordedFlow('login-aal2-code-sent'))).toBe('ann@example.org');
  expect(loggedInAs(recordedFlow('login'))).toBeUndefined();
  expect(
    loggedInAs(flowOf('login', [input('default', 'identifier', 'hidden', { value: '' })])),
  ).toBeUndefined();
});
