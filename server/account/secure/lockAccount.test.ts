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

test('a press that was interrupted goes on with the next one', async () => {
  const account: StoredIdentity = { id: 'id', traits: {}, credentials: {} };
  let endings = 0;
  const identities = {
    get: () => Promise.resolve({ ...account }),
    setTrust: (_account: StoredIdentity, portal: Trust) => {
      account.metadata_admin = { portal };
      return Promise.resolve();
    },
    endSessions: () => {
      endings += 1;
      return endings === 1 ? Promise.reject(new Error('lost')) : Promise.resolve();
    },
  } as unknown as Identities;
  const store = { history: historyOf([]), mute: () => Promise.reject(new Error('full')) };
  const press = () =>
    lockAccount({ identity: 'id', at: Date.now() - 1000 }, { identities, hydra: undefined, store });
  await expect(press()).rejects.toThrow('lost');
  expect((await press()).outcome).toBe('locked');
  expect((await press()).outcome).toBe('over');
  expect(endings).toBe(2);
});
