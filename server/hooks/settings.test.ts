import { expect, test } from '@jest/globals';
import { accountExists } from '../../shared/flow/messageId.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { onProfile } from './settings.ts';

const account: StoredIdentity = {
  id: 'ann',
  traits: { email: 'ann@test.example' },
  verifiable_addresses: [{ value: 'ann@test.example', verified: true }],
};

/** Decides about a change of the address. @param owners who signs in with the new one */
const changed = (owners: string[]) =>
  onProfile(
    {
      flow: { id: 'f1' },
      identity: { id: 'ann', verifiable_addresses: [{ value: 'new@test.example', verified: false }] },
    },
    {
      identities: {
        get: () => Promise.resolve(account),
        signingInWith: () => Promise.resolve(owners.map((id) => ({ id }))),
      } as unknown as Identities,
    },
  );

test('refuses the address of another account, so that no change is stored of which nobody is told', async () => {
  expect(JSON.stringify(await changed(['bob']))).toContain(String(accountExists));
});

test('tells the former address of a change, also if the account itself signs in with the new one', async () => {
  const told = {
    happened: {
      kind: 'addressChanged',
      about: { address: 'new@test.example', formerAddress: 'ann@test.example', formerPlace: '/traits/email' },
    },
    formerAddress: 'ann@test.example',
  };
  expect(await changed([])).toMatchObject(told);
  expect(await changed(['ann'])).toMatchObject(told);
});
