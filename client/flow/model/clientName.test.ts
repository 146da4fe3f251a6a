import { expect, test } from '@jest/globals';
import { flowOf } from '../../../test/support/flows/flowParts.ts';
import { clientName } from './clientName.ts';

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
