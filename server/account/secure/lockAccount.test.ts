import { setTimeout as pause } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import type { Activity, ActivityKind } from '../../../shared/activity.ts';
import type { Identities } from '../../upstreams/identities.ts';
import type { StoredIdentity } from '../../upstreams/storedIdentity.ts';
import type { Trust } from '../../upstreams/trust.ts';
import { changesSince, lockAccount } from './lockAccount.ts';

const event = (at: number, kind: ActivityKind, about: Activity['about'] = {}): Activity => ({
  id: `${kind} ${at}`,
  at,
  kind,
  about,
});

/** A history in pages of 50, the latest event first. */
const historyOf =
  (events: Activity[]) =>
  (_identity: string, { after = '0' }: { after?: string | undefined }) => {
    const from = Number(after);
    const next = from + 50 < events.length ? String(from + 50) : undefined;
    return Promise.resolve({ events: events.slice(from, from + 50), next, isFirst: from === 0 });
  };

test('finds what was changed before many other changes, and stops at the time', async () => {
  const saved = Array.from({ length: 2000 }, (_, index) =>
    event(5000 - index, 'profileChanged', { userAgent: `browser ${index}` }),
  );
  const added = event(2000, 'methodAdded', { method: 'totp' });
  const history = jest.fn(
    historyOf([...saved, added, ...Array.from({ length: 500 }, () => event(1, 'agreed'))]),
  );
  const changes = await changesSince({ history }, { identity: 'id', at: 1000 });
  expect(changes).toEqual([saved[0], added]);
  expect(history).toHaveBeenCalledTimes(41);
});

/**
 * An account at Kratos.
 *
 * @param ending what ending its sessions does, by how often they have ended
 * @param conflicts how often its address cannot be written
 */
function stored(account: StoredIdentity, ending: (count: number) => Promise<void>, conflicts = 0) {
  const kept: { account: StoredIdentity } = {
    account: { recovery_addresses: [{ value: 'ann@test.example' }], ...account },
  };
  let count = 0;
  let puts = 0;
  const identities = {
    get: () => Promise.resolve(kept.account),
    setTrust: (_account: StoredIdentity, portal: Trust) => {
      kept.account = { ...kept.account, metadata_admin: { portal } };
      return Promise.resolve();
    },
    signingInWith: () => Promise.resolve([]),
    putAddress: (_account: StoredIdentity, _place: string, value: string) => {
      if ((puts += 1) <= conflicts) return Promise.resolve(false);
      kept.account = { ...kept.account, verifiable_addresses: [{ value, verified: false }] };
      return Promise.resolve(true);
    },
    endSessions: () => ending((count += 1)),
  } as unknown as Identities;
  const store = { history: historyOf([]), mute: () => Promise.reject(new Error('full')) };
  return { kept, options: { identities, hydra: undefined, store } };
}

test('a press that was interrupted goes on with the next one', async () => {
  const { options } = stored({ id: 'id' }, (count) =>
    count === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(),
  );
  const cause = { identity: 'id', at: Date.now() - 1000 };
  await expect(lockAccount(cause, options)).rejects.toThrow('lost');
  expect((await lockAccount(cause, options)).outcome).toBe('locked');
  expect((await lockAccount(cause, options)).outcome).toBe('over');
});

test('a change that Kratos stores during the press, with the account as it was, does not undo it', async () => {
  const thiefs = { id: 'id', verifiable_addresses: [{ value: 'thief@test.example', verified: true }] };
  const { kept, options } = stored(thiefs, (count) => {
    if (count === 1) setTimeout(() => (kept.account = thiefs), 300);
    return Promise.resolve();
  });
  const former = { address: 'ann@test.example', place: '/traits/email' };
  await lockAccount({ identity: 'id', at: Date.now(), former }, options);
  await pause(500);
  expect(kept.account).toMatchObject({
    verifiable_addresses: [{ value: 'ann@test.example' }],
    metadata_admin: { portal: { confirmed: [], secured: { restored: expect.any(Number) } } },
  });
}, 15_000);

test('an address that nobody has is put back, although Kratos stores another change at the same time', async () => {
  const { kept, options } = stored({ id: 'id' }, () => Promise.resolve(), 1);
  const former = { address: 'ann@test.example', place: '/traits/email' };
  const { outcome } = await lockAccount({ identity: 'id', at: Date.now(), former }, options);
  expect(outcome).toBe('locked');
  expect(kept.account.verifiable_addresses).toEqual([{ value: 'ann@test.example', verified: false }]);
}, 15_000);

test('an account that has a phone number alone is not locked: its owner could not recover it', async () => {
  const { kept, options } = stored({ id: 'id', recovery_addresses: [{ value: '+491701234567' }] }, () =>
    Promise.reject(new Error('locked')),
  );
  expect((await lockAccount({ identity: 'id', at: Date.now() }, options)).outcome).toBe('over');
  expect(kept.account.metadata_admin).toBeUndefined();
});
