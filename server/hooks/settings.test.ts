import { expect, test } from '@jest/globals';
import { accountExists, startAgain } from '../../shared/flow/messageId.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { onPassword, onProfile } from './settings.ts';

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

test('refuses what was begun before the owner secured the account', async () => {
  const secured = { at: Date.parse('2026-11-28T12:00:00Z'), since: 0 };
  const portal = { addresses: [], confirmed: [], known: [], secured };
  const identities = {
    get: () => Promise.resolve({ ...account, metadata_admin: { portal } }),
    signingInWith: () => Promise.resolve([]),
  } as unknown as Identities;
  const answers = async (issued_at: string) => {
    const asked = { flow: { id: 'f1', issued_at }, identity: { id: 'ann' } };
    const decisions = [
      await onProfile(asked, { identities }),
      await onPassword(asked, { identities }, () => Promise.resolve(undefined)),
    ];
    return decisions.map((decision) => JSON.stringify(decision).includes(String(startAgain)));
  };
  expect(await answers('2026-11-28T11:59:00Z')).toEqual([true, true]);
  expect(await answers('2026-11-28T12:01:00Z')).toEqual([false, false]);
});
