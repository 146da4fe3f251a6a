import { afterEach, expect, test } from '@jest/globals';
import { closeStand, fakeUpstream, gatewayStand } from '../../test/support/gatewayStand.ts';
import { loggedAddress } from '../http/loggedAddress.ts';

afterEach(closeStand);

test.each([
  ['whole', '127.0.0.1'],
  ['truncated', '127.0.0.0/24'],
  ['none', undefined],
] as const)('an admin call is audited with the client’s address %s', async (choice, address) => {
  const kratos = await fakeUpstream();
  const { url, audited } = await gatewayStand(
    { kratosAdmin: kratos.url },
    { loggedAddress: loggedAddress(choice) },
  );
  await fetch(`${url}/admin/identities`, { headers: { Authorization: 'Bearer x' } });
  expect(audited).toEqual([expect.objectContaining({ audit: 'listIdentities', address })]);
});
