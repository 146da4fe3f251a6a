import { expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { Deletions } from '../store/store.ts';
import type { PlannedDeletion } from '../store/deletions.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import type { Identities } from '../upstreams/identities.ts';
import { createKeto, type Keto } from '../upstreams/keto.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import type { Transport } from '../upstreams/transport.ts';
import { deleteAccounts } from './deleteAccounts.ts';

const planned: PlannedDeletion = { identity: 'ada', due: 1, addresses: ['ada@example.org'], locale: 'en' };
const trust = { addresses: [], confirmed: [], known: [] };
const marked: StoredIdentity = { id: 'ada', metadata_admin: { portal: { ...trust, deletion: 1 } } };

/** Deletes what is planned once, in front of servers of which some fail. @returns what was called, in order */
async function run({
  account = marked,
  fails = '',
  left = false,
  comesBack = false,
  due = planned.due,
}: {
  account?: StoredIdentity | 'gone';
  fails?: string;
  left?: boolean;
  comesBack?: boolean;
  due?: number;
} = {}): Promise<{
  calls: string[];
  errors: string[];
}> {
  const calls: string[] = [];
  let existing = account === 'gone' ? undefined : account;
  const call = (name: string) => (): Promise<void> => {
    calls.push(name);
    if (name === 'remove' && !left) existing = undefined;
    if (name === 'tuples' && comesBack) existing = { ...marked, metadata_admin: { portal: trust } };
    return name === fails ? Promise.reject(new Error(name)) : Promise.resolve();
  };
  const identities = {
    find: () => Promise.resolve(existing),
    remove: call('remove'),
  } as unknown as Identities;
  const grants = {
    revoke: call('revoke'),
    endLogins: call('endLogins'),
    list: () => Promise.resolve([]),
  };
  let taken = false;
  const over = Promise.withResolvers<undefined>();
  const deletions = {
    take: () => {
      if (taken) return Promise.resolve([]);
      taken = true;
      return Promise.resolve([{ ...planned, due }]);
    },
    end: call('end'),
    cancel: call('cancel'),
  } as unknown as Deletions;
  const errors: string[] = [];
  const error = ({ err }: { err: Error }): void => {
    errors.push(err.message);
    over.resolve(undefined);
  };
  const info = (): void => over.resolve(undefined);
  const log = Object.assign(pino({ level: 'silent' }), { error, info });
  const stop = deleteAccounts({
    identities,
    hydra: { grants } as unknown as Hydra,
    keto: {
      deleteRelationsOf: call('tuples'),
      relationsOf: () => ({ next: () => Promise.resolve({ value: [] }) }),
    } as unknown as Keto,
    store: { deletions },
    settings: {},
    log,
  });
  await Promise.race([over.promise, new Promise((resolve) => setImmediate(() => setImmediate(resolve)))]);
  stop();
  return { calls, errors };
}

test('deletes what belongs to an account before the account, then what the portal keeps', async () => {
  expect(await run()).toEqual({ calls: ['revoke', 'endLogins', 'tuples', 'remove', 'end'], errors: [] });
});

test('goes on where the account is gone already, because it was interrupted', async () => {
  expect((await run({ account: 'gone' })).calls).toEqual(['revoke', 'endLogins', 'tuples', 'remove', 'end']);
});

test('gives up the plan of an account whose owner has come back', async () => {
  expect((await run({ account: { ...marked, metadata_admin: { portal: trust } } })).calls).toEqual([
    'cancel',
  ]);
});

test('keeps the account of an owner who comes back in the last moment', async () => {
  expect(await run({ comesBack: true })).toEqual({
    calls: ['revoke', 'endLogins', 'tuples', 'cancel'],
    errors: [],
  });
});

test('keeps the account and the plan of an owner who has come back, and asked anew', async () => {
  const deletion = Date.now() + 60_000;
  expect(
    (await run({ account: { ...marked, metadata_admin: { portal: { ...trust, deletion } } } })).calls,
  ).toEqual([]);
});

test('keeps the plan of an account whose mark is still being set', async () => {
  const account = { ...marked, metadata_admin: { portal: trust } };
  expect((await run({ account, due: Date.now() })).calls).toEqual([]);
});

test.each([
  ['revoke', 'Hydra'],
  ['endLogins', 'Hydra'],
  ['tuples', 'Keto'],
  ['remove', 'Kratos'],
])('keeps the plan where %s fails, and says that %s does not do it', async (fails, server) => {
  const { calls, errors } = await run({ fails });
  expect(calls).not.toContain('end');
  expect(errors).toEqual([`${server} does not do it`]);
});

test('keeps the plan while a server still has something', async () => {
  const { calls, errors } = await run({ left: true });
  expect(calls).not.toContain('end');
  expect(errors).toEqual(['Kratos still has something of it']);
});

test('an account whose relations Keto does not delete stays, and is deleted once Keto does', async () => {
  jest.useFakeTimers();
  let [account, isPlanned, refuses]: [StoredIdentity | undefined, boolean, boolean] = [marked, true, true];
  let relation_tuples = [
    { namespace: 'Portal', object: 'portal', relation: 'administer', subject_id: 'ada' },
  ];
  const keto = createKeto(
    { send: () => Promise.resolve({ status: 200, body: { relation_tuples } }) } as unknown as Transport,
    {
      send: () => {
        if (!refuses) relation_tuples = [];
        const error = { code: 500, status: 'Internal Server Error', message: 'the database is locked' };
        return Promise.resolve(refuses ? { status: 500, body: { error } } : { status: 204 });
      },
    } as unknown as Transport,
  );
  const error = jest.fn();
  const stop = deleteAccounts({
    identities: {
      find: () => Promise.resolve(account),
      remove: () => Promise.resolve((account = undefined)),
    } as unknown as Identities,
    keto,
    store: {
      deletions: {
        take: () => Promise.resolve(isPlanned ? [planned] : []),
        end: () => Promise.resolve((isPlanned = false)),
      } as unknown as Deletions,
    },
    settings: {},
    log: Object.assign(pino({ level: 'silent' }), { error }),
  });
  await jest.advanceTimersByTimeAsync(15_000);
  expect([account, isPlanned, error.mock.calls.length]).toEqual([marked, true, 2]);
  refuses = false;
  await jest.advanceTimersByTimeAsync(15_000);
  expect([account, isPlanned, error.mock.calls.length]).toEqual([undefined, false, 2]);
  stop();
  jest.useRealTimers();
});
