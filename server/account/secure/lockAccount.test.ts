import { expect, jest, test } from '@jest/globals';
import type { Activity, ActivityKind } from '../../../shared/activity.ts';
import { changesSince } from './lockAccount.ts';

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
