import { expect, test } from '@jest/globals';
import { startAgain } from '../../shared/flow/messageId.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { onPassword, onProfile, onSettings } from './settings.ts';

const account: StoredIdentity = {
  id: 'ann',
  traits: { email: 'ann@test.example' },
  verifiable_addresses: [{ value: 'ann@test.example', verified: true }],
};

test('tells the former address of a change once it is stored, and only if somebody had proved it', async () => {
  const forgotten: string[] = [];
  /** Changes the address of an account; returns what is told before and after Kratos has stored it. */
  const changed = async (before: StoredIdentity) => {
    let stored = before;
    const identities = {
      get: () => Promise.resolve(stored),
      forgetChange: (id: string) => Promise.resolve(void forgotten.push(id)),
    } as unknown as Identities;
    const asked = {
      flow: { id: 'f1' },
      identity: { id: 'ann', verifiable_addresses: [{ value: 'new@test.example', verified: false }] },
    };
    const decision = await onProfile(asked, { identities });
    stored = { ...before, metadata_admin: (decision as { metadata?: object }).metadata };
    const after = await onSettings({ ...asked, method: 'profile' }, { identities }, () =>
      Promise.resolve(undefined),
    );
    return [decision, after];
  };
  const about = {
    address: 'new@test.example',
    formerAddress: 'ann@test.example',
    formerPlace: '/traits/email',
  };
  const happened = { kind: 'addressChanged', about };
  const [before, after] = await changed(account);
  expect(before).not.toHaveProperty('happened');
  expect(after).toEqual({ happened, formerAddress: 'ann@test.example' });
  const unproved = [{ value: 'ann@test.example', verified: false }];
  expect((await changed({ ...account, verifiable_addresses: unproved }))[1]).toEqual({ happened });
  expect(forgotten).toEqual(['ann', 'ann']);
});

test('refuses what was begun before the owner secured the account', async () => {
  const secured = { at: Date.parse('2026-11-28T12:00:00Z'), since: 0 };
  const portal = { addresses: [], confirmed: [], known: [], secured };
  const identities = {
    get: () => Promise.resolve({ ...account, metadata_admin: { portal } }),
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
