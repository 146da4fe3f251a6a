import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, jest, test } from '@jest/globals';
import { verifyActs, type ActChain } from '../../server/store/acts.ts';
import { openDatabase } from '../../server/store/openDatabase.ts';
import type { Store } from '../../server/store/store.ts';
import { parseExactly } from '../../shared/exactJson.ts';
import { useStores } from '../support/useStores.ts';

const { postgres, newDatabase, open } = useStores();

type Settings = Parameters<typeof open>[0];

async function verify(settings: Settings, noted?: string): Promise<ActChain> {
  const database = openDatabase(settings);
  try {
    return await verifyActs(database, { secret: settings.COOKIE_SECRET, noted });
  } finally {
    await database.destroy();
  }
}

/** Changes the database as somebody with its password could. */
function tamper({ DATABASE_URL: url, DATA_DIRECTORY: directory = '' }: Settings, statement: string): void {
  if (url !== undefined) {
    expect(postgres().query('portal', new URL(url).pathname.slice(1), statement)).toBe('');
    return;
  }
  const database = new DatabaseSync(path.join(directory, 'portal.sqlite'));
  database.exec(statement);
  database.close();
}

const acts = async (store: Store, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push(
      (await store.acts.record({ actor: 'boss', operation: 'lock', target: `t${at}`, outcome: 'made' })).id,
    );
  return ids;
};

const dayMs = 86_400_000;

describe.each(['SQLite', 'PostgreSQL'] as const)('the log of acts in %s', (kind) => {
  test('keeps who has done what, and why', async () => {
    const store = await open(newDatabase[kind]());
    const { id } = await store.acts.record({
      actor: 'boss',
      operation: 'lock',
      target: 'ada',
      outcome: 'made',
      about: { reason: 'asked\0 for it \ud800', before: { state: 'active' }, long: 'x'.repeat(5000) },
    });
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    await store.acts.record({ actor: 'unknown', operation: 'patchIdentity', outcome: 'refused: not_admin' });
    const { acts: kept } = await store.acts.read({});
    expect(kept).toEqual([
      expect.objectContaining({ actor: 'unknown', target: '', outcome: 'refused: not_admin', about: {} }),
      {
        id,
        at: expect.any(Number),
        actor: 'boss',
        operation: 'lock',
        target: 'ada',
        outcome: 'made',
        about: { reason: 'asked\0 for it \ud800', before: { state: 'active' }, long: 'x'.repeat(2000) },
        hash: expect.stringMatching(/^[\da-f]{64}$/),
      },
    ]);
    expect(await store.acts.newest()).toEqual({ hash: kept[0]?.hash, count: 2 });
  });

  test('filters and pages, the latest first', async () => {
    const store = await open(newDatabase[kind]());
    const ids = await acts(store, 120);
    const seen: string[] = [];
    const sizes: number[] = [];
    let after: string | undefined;
    do {
      const page = await store.acts.read({ actor: 'boss', after });
      expect(page.isFirst).toBe(after === undefined);
      seen.push(...page.acts.map(({ id }) => id));
      sizes.push(page.acts.length);
      after = page.next;
    } while (after !== undefined);
    expect(seen).toEqual(ids.toReversed());
    expect(sizes).toEqual([50, 50, 20]);
    const count = async (filters: Parameters<Store['acts']['read']>[0]) =>
      (await store.acts.read(filters)).acts.length;
    expect(await count({ target: 't7' })).toBe(1);
    expect(await count({ actor: 'other' })).toBe(0);
    expect(await count({ operation: 'unlock' })).toBe(0);
    expect(await count({ since: Date.now() + 1000 })).toBe(0);
    expect(await count({ until: Date.now() - dayMs })).toBe(0);
    expect(await count({ since: Date.now() - dayMs, until: Date.now() + 1000 })).toBe(50);
  });

  test('two replicas append to one chain, which is whole', async () => {
    const settings = newDatabase[kind]();
    const one = await open(settings);
    // SQLite is for one alone
    const other = kind === 'PostgreSQL' ? await open(settings) : one;
    await Promise.all([one, other].map((replica) => acts(replica, 40)));
    const { hash, count } = await one.acts.newest();
    expect(count).toBe(80);
    expect(await verify(settings)).toEqual({
      count: 80,
      from: expect.any(Number),
      to: expect.any(Number),
      hash,
    });
  });

  test('finds a chain that was computed anew without the secret', async () => {
    const settings = newDatabase[kind]();
    const forger = { ...settings, COOKIE_SECRET: 'what somebody guesses that it might be' };
    const ids = [...(await acts(await open(settings), 2)), ...(await acts(await open(forger), 2))];
    await acts(await open(settings), 1);
    expect(await verify(settings)).toMatchObject({ count: 2, broken: ids[2], isUnsigned: true });
  });

  test('proves the acts before a new secret by a hash that was noted', async () => {
    const settings = newDatabase[kind]();
    const before = await open(settings);
    await acts(before, 3);
    const { hash } = await before.acts.newest();
    const changed = { ...settings, COOKIE_SECRET: 'another secret of thirty-two characters' };
    const ids = await acts(await open(changed), 3);
    expect(await verify(changed)).toMatchObject({ count: 0, isUnsigned: true });
    expect(await verify(changed, hash)).toMatchObject({ count: 6 });
    expect(await verify(changed, hash)).not.toHaveProperty('broken');
    expect(await verify(settings)).toMatchObject({ count: 3, hash, broken: ids[0], isUnsigned: true });
  });

  test('finds by a noted hash that the newest acts are missing and the head was set back', async () => {
    const settings = newDatabase[kind]();
    const store = await open(settings);
    await acts(store, 5);
    const { hash } = await store.acts.newest();
    expect(await verify(settings, hash)).not.toHaveProperty('isNotedGone');
    tamper(
      settings,
      'DELETE FROM act WHERE number = 5; UPDATE act_head SET number = 4, hash = (SELECT hash FROM act WHERE number = 4)',
    );
    expect(await verify(settings)).not.toHaveProperty('broken');
    expect(await verify(settings, hash)).toMatchObject({ count: 4, isNotedGone: true });
  });

  test('lists an act once, by how it has ended; one that has not, as begun', async () => {
    const store = await open(newDatabase[kind]());
    const act = { actor: 'boss', operation: 'lock', target: 'ada' };
    const { id: begun } = await store.acts.record({ ...act, outcome: 'begun' });
    expect((await store.acts.read({})).acts).toMatchObject([{ id: begun, outcome: 'begun' }]);
    const { id } = await store.acts.record({ ...act, outcome: 'made', begun });
    for (const filters of [{}, { target: 'ada' }, { id }])
      expect((await store.acts.read(filters)).acts).toMatchObject([{ id, outcome: 'made' }]);
    expect((await store.acts.read({ id: begun })).acts).toMatchObject([{ id: begun }]);
  });

  test('keeps all digits of a number', async () => {
    const store = await open(newDatabase[kind]());
    const about = parseExactly('{"after":{"insured":12345678901234567}}') as Record<string, unknown>;
    await store.acts.record({ actor: 'boss', operation: 'editTraits', outcome: 'made', about });
    const [kept] = (await store.acts.read({})).acts;
    expect(JSON.stringify(kept?.about)).toBe(JSON.stringify(about));
  });

  test('does not take acts along whose time was changed as if they were old', async () => {
    const settings = newDatabase[kind]();
    const store = await open(settings);
    const ids = await acts(store, 5);
    tamper(settings, 'UPDATE act SET at = 1 WHERE number <= 3');
    await store.acts.deleteBefore(Date.now() - dayMs);
    expect(await verify(settings)).toMatchObject({ count: 0, broken: ids[3] });
  });

  test('deletes all when all are old, and goes on', async () => {
    const settings = newDatabase[kind]();
    const store = await open(settings);
    await acts(store, 3);
    await store.acts.deleteBefore(Date.now() + 1000);
    const { hash } = await store.acts.newest();
    expect(await verify(settings)).toEqual({ count: 0, from: 0, to: 0, hash });
    await acts(store, 1);
    expect(await verify(settings, hash)).toMatchObject({ count: 1 });
    expect(await verify(settings)).not.toHaveProperty('broken');
  });

  test('deletes the oldest after HISTORY_DAYS; what is left is a chain that goes on', async () => {
    const settings = newDatabase[kind]();
    const before = await open(settings);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now - 401 * dayMs);
    await acts(before, 3);
    jest.spyOn(Date, 'now').mockReturnValue(now - 399 * dayMs);
    const [kept] = await acts(before, 1);
    jest.restoreAllMocks();
    const after = await open(settings);
    while ((await after.acts.newest()).count > 1);
    const [added] = await acts(after, 1);
    expect((await after.acts.read({})).acts.map(({ id }) => id)).toEqual([added, kept]);
    expect(await verify(settings)).toMatchObject({ count: 2, from: now - 399 * dayMs });
    expect(await verify(settings)).not.toHaveProperty('broken');
  });
});

describe('the log of acts in either database, tampered with', () => {
  test.each([
    ["UPDATE act SET outcome = 'failed' WHERE number = 3", 2],
    ["UPDATE act SET about = '{}', at = 1 WHERE number = 3", 2],
    ['DELETE FROM act WHERE number = 3', 3],
    ["UPDATE act SET hash = 'x' WHERE number = 3", 2],
  ])('finds the first act that is broken after %s', async (statement, broken) => {
    const settings = newDatabase.SQLite();
    const store = await open(settings);
    const ids = await acts(store, 5);
    tamper(settings, statement);
    expect(await verify(settings)).toMatchObject({ count: 2, broken: ids[broken] });
  });

  test('finds that the newest act is missing', async () => {
    const settings = newDatabase.SQLite();
    await acts(await open(settings), 5);
    tamper(settings, 'DELETE FROM act WHERE number = 5');
    expect(await verify(settings)).toMatchObject({ count: 4, broken: 'end' });
  });

  test.each([
    ['all acts are', 'DELETE FROM act', 'end'],
    ['the oldest are', 'DELETE FROM act WHERE number <= 3', undefined],
    [
      'the oldest are, as if by their age,',
      'DELETE FROM act WHERE number <= 3; UPDATE act_head SET pruned = 3, "prunedHash" = (SELECT previous FROM act WHERE number = 4)',
      'start',
    ],
  ])('finds that %s missing', async (_what, statement, broken) => {
    const settings = newDatabase.SQLite();
    const ids = await acts(await open(settings), 5);
    tamper(settings, statement);
    expect(await verify(settings)).toMatchObject({ count: 0, broken: broken ?? ids[3] });
  });
});

test('the command of the image says whether the acts are whole, and which is the first that is not', async () => {
  const settings = newDatabase.SQLite();
  const command = path.join(import.meta.dirname, '../../dist/server/auditVerify.mjs');
  const run = (env: Record<string, string>, ...noted: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...noted], {
      env,
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };
  const own = { DATA_DIRECTORY: settings.DATA_DIRECTORY, COOKIE_SECRET: settings.COOKIE_SECRET };
  const store = await open(settings);
  expect(run(own)).toMatchObject({ status: 0, said: expect.stringMatching(/^No lines/) });
  const ids = await acts(store, 3);
  const { hash } = await store.acts.newest();
  expect(run(own)).toEqual({
    status: 0,
    said: expect.stringMatching(
      new RegExp(
        String.raw`^3 lines, from 20\S+ to 20\S+: none was changed or is missing[.] .* ${hash}[.]\n$`,
      ),
    ),
  });
  expect(run(own, hash)).toMatchObject({ status: 0 });
  expect(run(own, 'f00')).toMatchObject({ status: 1, said: expect.stringContaining('the hash f00 is left') });
  expect(run({ ...own, COOKIE_SECRET: 'another secret of thirty-two characters' })).toMatchObject({
    status: 1,
    said: expect.stringContaining(`The act ${ids[0]} after them is not signed with this COOKIE_SECRET`),
  });
  tamper(settings, "UPDATE act SET actor = 'somebody' WHERE number = 2");
  expect(run(own)).toMatchObject({ status: 1, said: expect.stringContaining(`The act ${ids[1]} `) });
  expect(run({})).toMatchObject({
    status: 1,
    said: expect.stringMatching(/DATABASE_URL: is required[^]*COOKIE_SECRET: is required/),
  });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('the log of all accounts in %s', (kind) => {
  /** Records events, a millisecond apart. */
  async function record(
    store: Store,
    events: Parameters<Store['record']>[0][],
    start = Date.now(),
  ): Promise<void> {
    for (const [at, event] of events.entries()) {
      jest.spyOn(Date, 'now').mockReturnValue(start + at);
      await store.record(event);
    }
    jest.restoreAllMocks();
  }

  test('has the events of everybody in pages, of one, of a kind, of a time', async () => {
    const store = await open(newDatabase[kind]());
    const start = 1_800_000_000_000;
    await record(
      store,
      Array.from({ length: 60 }, (_, at) => ({
        identity: at % 2 ? 'ada' : 'bob',
        kind: at % 3 ? 'signedIn' : 'passwordChanged',
      })),
      start,
    );
    const first = await store.log({});
    expect(first).toMatchObject({ isFirst: true });
    expect(first.events).toHaveLength(50);
    expect(first.events[0]).toEqual({
      id: expect.any(String),
      identity: 'ada',
      kind: 'signedIn',
      at: start + 59,
      about: {},
    });
    const second = await store.log({ after: first.next });
    expect(second.events.map(({ at }) => at - start)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const count = async (filters: Parameters<Store['log']>[0]) => (await store.log(filters)).events.length;
    expect(await count({ identity: 'ada' })).toBe(30);
    expect(await count({ kinds: ['passwordChanged'] })).toBe(20);
    expect(await count({ kinds: [] })).toBe(0);
    expect(await count({ since: start + 10, until: start + 20 })).toBe(10);
    expect(await store.counts(start + 30)).toEqual({ signedIn: 20, passwordChanged: 10 });
  });

  test('lists the accounts that a limit refuses now, each once, and none whose limits were lifted', async () => {
    const store = await open(newDatabase[kind]());
    const until = (ms: number) => ({ method: 'password', until: new Date(Date.now() + ms).toISOString() });
    await record(
      store,
      [
        { identity: 'ada', kind: 'limited', about: until(60_000) },
        { identity: 'ada', kind: 'limited', about: until(120_000) },
        { identity: 'bob', kind: 'limited', about: until(120_000) },
        { identity: 'bob', kind: 'limitsLifted' },
        { identity: 'eve', kind: 'limited', about: until(-1) },
        { identity: 'eve', kind: 'signedIn' },
      ],
      Date.now() - 1000,
    );
    const limited = await store.limitedNow();
    expect(limited.map(({ identity }) => identity)).toEqual(['ada']);
    expect(Date.parse(limited[0]?.about.until ?? '') - Date.now()).toBeGreaterThan(100_000);
  });
});
