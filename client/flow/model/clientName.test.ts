import { expect, test } from '@jest/globals';
import { flowOf } from '../../../test/support/flows/flowParts.ts';
import { clientName } from './clientName.ts';

test.each([
  [undefined, undefined],
  [{ client: { client_name: 'Ward' } }, 'Ward'],
  [{ client: { client_name: '', client_uri: 'https://ward.example' } }, 'https://ward.example'],
  [{ client: { client_name: 'Ward\u202e.7' } }, 'Ward .7'],
  [{ client: {} }, ''],
  [{}, ''],
])('the OAuth2 request %j names the application %j', (request, name) => {
  expect(clientName(flowOf('login', [], { oauth2_login_request: request }))).toBe(name);
});
