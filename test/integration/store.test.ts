import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { openStore, type Store } from '../../server/store/store.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { lines, storeDefaults, useStores } from '../support/useStores.ts';

const { postgres, opened, newDatabase, open } = useStores();

/** What the events of an account's history say. */
const methodsIn = async (store: Store, identity: string, after?: string): Promise<unknown[]> =>
  (await store.history(identity, { after })).events.map(({ about }) => about.method);

describe.each(['SQLite', 'PostgreSQL'] as const)('a store in %s', (kind) => {
  test('keeps what happened to each account, also over a restart, and shows the latest first', async () => {
    const settings = newDatabase[kind]();
    const before = await open(settings);
    const now = Date.now();
    for (const [at, method] of ['password', 'code'].entries()) {
      jest.spyOn(Date, 'now').mockReturnValue(now + at);
      await before.record({ identity: 'ada', kind: 'signedIn', about: { method } });
    }
    jest.restoreAllMocks();
    await before.record({ identity: 'bob', kind: 'passwordChanged' });
    await before.close();
    opened.pop();

    const after = await open(settings);
    expect(await methodsIn(after, 'ada')).toEqual(['code', 'password']);
    const { events } = await after.history('bob', {});
    expect(events).toEqual([
      { id: expect.any(String), kind: 'passwordChanged', at: expect.any(Number), about: {} },
    ]);
    expect(Math.abs(Date.now() - (events[0]?.at ?? 0))).toBeLessThan(60_000);
    expect(await methodsIn(after, 'nobody')).toEqual([]);
  });

  test('finds events and acts by address, request and application', async () => {
    const store = await open(newDatabase[kind]());
    const about = { from: '192.0.2.0/24', request: 'r-1', client: 'harbor' };
    await store.record({ identity: 'ada', kind: 'applicationAllowed', about });
    await store.record({ identity: 'ada', kind: 'signedIn', about: { from: '192.0.2.0/2' } });
    const act = { actor: 'ada', operation: 'withdrawApplication', outcome: 'made' } as const;
    await store.acts.record({ ...act, about: { address: '192.0.2.0/24', request: 'r-1', item: 'harbor' } });
    await store.acts.record({ ...act, about: { item: 'other' } });
    for (const filter of [{ address: about.from }, { request: 'r-1' }, { client: 'harbor' }])
      expect((await store.log(filter)).events).toMatchObject([{ kind: 'applicationAllowed', about }]);
    for (const filter of [{ address: about.from }, { request: 'r-1' }, { item: 'harbor' }])
      expect((await store.acts.read(filter)).acts).toMatchObject([{ about: { request: 'r-1' } }]);
  });

  test('runs the work of one key one after another, in all replicas, also after a failure', async () => {
    const settings = newDatabase[kind]();
    const [one, other] = [await open(settings), await open(settings)];
    const done: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const first = one.inTurn('ada', async () => {
      begun.resolve(undefined);
      await gate.promise;
      done.push('first');
      throw new Error('no');
    });
    await begun.promise;
    const second = other.inTurn('ada', () => Promise.resolve(done.push('second')));
    await other.inTurn('bob', () => Promise.resolve(done.push('bob')));
    gate.resolve(undefined);
    await expect(first).rejects.toThrow('no');
    await second;
    expect(done).toEqual(['bob', 'first', 'second']);
  });

  test('keeps the mails that it has sent, in pages, and nothing of whoever is gone', async () => {
    const store = await open(newDatabase[kind]());
    jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    for (let at = 0; at < 30; at += 1)
      await store.mails.keep({
        identity: 'ada',
        address: `${at}@test.example`,
        error: at === 7 ? '550' : '',
      });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.mails.read({ after });
      seen.push(...page.mails.map(({ address }) => address));
      after = page.next;
    } while (after !== undefined);
    jest.restoreAllMocks();
    expect(new Set(seen).size).toBe(30);
    expect(seen).toHaveLength(30);
    expect((await store.mails.read({ status: 'abandoned' })).mails).toMatchObject([
      { kind: 'recoveryCode', address: '7@test.example', status: 'abandoned', error: '550' },
    ]);
    expect((await store.mails.read({ addresses: ['8@test.example'] })).mails).toHaveLength(1);
    const to = { addresses: ['bob@test.example'] };
    await store.record({ identity: 'bob', kind: 'passwordChanged', recipient: to });
    expect((await store.mails.read({ status: 'queued' })).mails).toMatchObject([{ kind: 'passwordChanged' }]);
    store.sendNotices(() => Promise.resolve());
    while ((await store.mails.read({ status: 'queued' })).mails.length > 0) await pause(20);
    expect((await store.mails.read({ addresses: to.addresses })).mails).toMatchObject([{ status: 'sent' }]);
    await store.forget('bob');
    expect((await store.mails.read({ addresses: to.addresses })).mails).toEqual([]);
  });

  test('gives a long history in pages that neither repeat nor skip what happened at the same moment', async () => {
    const store = await open(newDatabase[kind]());
    jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    const methods = Array.from({ length: 120 }, (_, at) => `m${at}`);
    await Promise.all(
      methods.map((method) => store.record({ identity: 'ada', kind: 'signedIn', about: { method } })),
    );
    jest.restoreAllMocks();
    const seen: unknown[] = [];
    let after: string | undefined;
    const sizes: number[] = [];
    const first: boolean[] = [];
    do {
      const page = await store.history('ada', { after });
      seen.push(...page.events.map(({ about }) => about.method));
      sizes.push(page.events.length);
      first.push(page.isFirst);
      after = page.next;
    } while (after !== undefined);
    expect(sizes).toEqual([50, 50, 20]);
    expect(first).toEqual([true, false, false]);
    expect(seen.toSorted()).toEqual(methods.toSorted());
  });

  test('shows one kind of events alone', async () => {
    const store = await open(newDatabase[kind]());
    for (const event of ['signedIn', 'passwordChanged', 'applicationAllowed'] as const)
      await store.record({ identity: 'ada', kind: event });
    const kindsOf = async (group: 'signIns' | 'changes' | 'applications'): Promise<string[]> =>
      (await store.history('ada', { group })).events.map((one) => one.kind);
    expect(await kindsOf('signIns')).toEqual(['signedIn']);
    expect(await kindsOf('changes')).toEqual(['passwordChanged']);
    expect(await kindsOf('applications')).toEqual(['applicationAllowed']);
  });

  test('takes a malformed token for the first page', async () => {
    const store = await open(newDatabase[kind]());
    await store.record({ identity: 'ada', kind: 'signedIn', about: { method: 'password' } });
    const encoded = ['1', '1 \0'].map((text) => Buffer.from(text).toString('base64url'));
    for (const token of ['', 'nonsense', '%', ...encoded]) {
      expect([token, await methodsIn(store, 'ada', token)]).toEqual([token, ['password']]);
      expect((await store.history('ada', { after: token })).isFirst).toBe(true);
    }
  });

  test('keeps no more than a bound of what a browser or an application says about itself', async () => {
    const store = await open(newDatabase[kind]());
    await store.record({ identity: 'ada', kind: 'signedIn', about: { userAgent: 'x'.repeat(100_000) } });
    const { events } = await store.history('ada', {});
    expect(events[0]?.about.userAgent).toHaveLength(300);
  });

  test('deletes what is older than HISTORY_DAYS when it starts', async () => {
    const settings = newDatabase[kind]();
    const before = await open(settings);
    const day = 86_400_000;
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now - 401 * day);
    await before.record({ identity: 'ada', kind: 'signedIn', about: { method: 'old' } });
    jest.spyOn(Date, 'now').mockReturnValue(now - 399 * day);
    await before.record({ identity: 'ada', kind: 'signedIn', about: { method: 'kept' } });
    jest.restoreAllMocks();
    const after = await open(settings);
    const untilSwept = async (): Promise<unknown[]> => {
      const methods = await methodsIn(after, 'ada');
      return methods.includes('old') ? untilSwept() : methods;
    };
    expect(await untilSwept()).toEqual(['kept']);
  });

  test('each mail about an event is sent once, by one of the replicas', async () => {
    const settings = newDatabase[kind]();
    const replicas = [await open(settings)];
    // SQLite is for one alone
    if (kind === 'PostgreSQL') replicas.push(await open(settings));
    const sent: string[] = [];
    for (const replica of replicas)
      replica.sendNotices(async ({ address }) => {
        await pause(20);
        sent.push(address);
      });
    const addresses = Array.from({ length: 30 }, (_, at) => `ada${at}@example.org`);
    for (const [at, address] of addresses.entries())
      await replicas[at % replicas.length]?.record({
        identity: `ada${at}`,
        kind: 'passwordChanged',
        recipient: { addresses: [address, address] },
      });
    while (sent.length < addresses.length) await pause(20);
    await Promise.all(replicas.map((replica) => replica.close()));
    opened.splice(0);
    expect(sent.toSorted()).toEqual(addresses.toSorted());
  });

  test('a mail that could not be sent waits over a restart, and is given up after a day', async () => {
    const settings = newDatabase[kind]();
    const { log, said } = lines();
    const before = await open(settings, log);
    before.sendNotices(() => Promise.reject(new Error('away')));
    const event = {
      identity: 'ada',
      kind: 'passwordChanged',
      recipient: { addresses: ['ada@example.org'] },
    } as const;
    await before.record(event);
    while (!said.includes('a notice could not be sent, and waits')) await pause(10);
    await before.close();
    opened.pop();

    const hour = 3_600_000;
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + hour);
    const after = await open(settings);
    const { oldestNoticeMs, ...waits } = await after.backlog();
    expect(waits).toEqual({ notices: 1, overdueDeletions: 0 });
    expect(oldestNoticeMs / hour).toBeCloseTo(1);
    const sent: [string, string][] = [];
    after.sendNotices((notice) => {
      sent.push([notice.address, notice.kind]);
      return Promise.resolve();
    });
    while (sent.length === 0) await pause(10);
    while ((await after.backlog()).notices > 0) await pause(10);
    expect((await after.backlog()).oldestNoticeMs).toBe(0);
    await after.close();
    opened.pop();

    jest.spyOn(Date, 'now').mockReturnValue(now);
    const again = await open(settings);
    await again.record(event);
    jest.spyOn(Date, 'now').mockReturnValue(now + 25 * hour);
    const late = lines();
    const last = await open(settings, late.log);
    last.sendNotices(() => Promise.reject(new Error('it is too late')));
    while (!late.said.includes('notices could not be sent for a day, and are given up')) await pause(10);
    expect(sent).toEqual([['ada@example.org', 'passwordChanged']]);
    jest.restoreAllMocks();
  });

  test('of sign-ins and applications, only who wants to hear does, and of the first sign-in of all nobody', async () => {
    const store = await open(newDatabase[kind]());
    const sent: string[] = [];
    store.sendNotices((notice) => {
      sent.push(`${notice.identity} ${notice.kind}`);
      return Promise.resolve();
    });
    const recipient = { addresses: ['somebody@example.org'] };
    await store.mute('bob', ['signedIn']);
    expect(await store.muted('bob')).toEqual(['signedIn']);
    for (const identity of ['ada', 'bob'])
      for (const event of ['signedIn', 'signedIn', 'applicationAllowed', 'passwordChanged'] as const) {
        await store.record({ identity, kind: event, recipient });
        await pause(2);
      }
    while (sent.length < 5) await pause(10);
    expect(sent.toSorted()).toEqual([
      'ada applicationAllowed',
      'ada passwordChanged',
      'ada signedIn',
      'bob applicationAllowed',
      'bob passwordChanged',
    ]);
  });

  test('whoever turns mails off does not turn off one that waits already', async () => {
    const store = await open(newDatabase[kind]());
    const recipient = { addresses: ['ada@example.org'] };
    const signIn = { identity: 'ada', kind: 'signedIn', recipient } as const;
    for (let count = 0; count < 2; count += 1) {
      await store.record(signIn);
      await pause(2);
    }
    await store.mute('ada', ['signedIn']);
    await store.record(signIn);
    await store.record({ identity: 'ada', kind: 'mailsOff', about: { method: 'signedIn' }, recipient });
    const sent: string[] = [];
    await new Promise<void>((resolve) => {
      store.sendNotices((notice) => {
        sent.push(notice.kind);
        if (notice.kind === 'mailsOff') resolve();
        return Promise.resolve();
      });
    });
    expect(sent).toEqual(['signedIn', 'mailsOff']);
  });

  test('a deletion that is due is taken by one replica, and comes back if it is not done', async () => {
    const settings = newDatabase[kind]();
    const [one, other] = [await open(settings), await open(settings)];
    const planned = { identity: 'ada', due: Date.now() - 1, addresses: ['ada@example.org'], locale: 'de' };
    await one.deletions.plan({ ...planned, due: Date.now() + 60_000 });
    expect(await one.deletions.take(Date.now() + 60_000)).toEqual([]);
    await one.deletions.plan(planned);
    const taken = await Promise.all([one, other].map((store) => store.deletions.take(Date.now() + 50)));
    expect(taken.flat()).toEqual([planned]);
    expect((await one.backlog()).overdueDeletions).toBe(0);
    jest.spyOn(Date, 'now').mockReturnValue(planned.due + 3_700_000);
    expect((await one.backlog()).overdueDeletions).toBe(1);
    jest.restoreAllMocks();
    await pause(60);
    expect(await other.deletions.take(Date.now() + 60_000)).toEqual([planned]);
    await one.record({ identity: 'ada', kind: 'signedIn' });
    await one.deletions.end(planned);
    expect((await one.history('ada', {})).events).toEqual([]);
    const told = await new Promise((resolve) => {
      other.sendNotices(({ address, kind: about, locale }) => {
        resolve([address, about, locale]);
        return Promise.resolve();
      });
    });
    expect(told).toEqual(['ada@example.org', 'accountDeleted', 'de']);
  });
});

test('deletes many old events a part at a time, so that new ones are written in between', async () => {
  const settings = newDatabase.PostgreSQL();
  await open(settings);
  const name = new URL(settings.DATABASE_URL).pathname.slice(1);
  postgres().query(
    'portal',
    name,
    "INSERT INTO event SELECT gen_random_uuid(), 'ada', 'signedIn', i, '{}' FROM generate_series(1, 12000) i",
  );
  const replicas = await Promise.all([open(settings), open(settings)]);
  const count = (): string => postgres().query('portal', name, 'SELECT count(*) FROM event');
  while (count() !== '0') await pause(20);
  await replicas[0].record({ identity: 'ada', kind: 'signedIn', about: { method: 'new' } });
  expect(await methodsIn(replicas[1], 'ada')).toEqual(['new']);
}, 60_000);

test('two replicas that start at once share one database', async () => {
  const settings = newDatabase.PostgreSQL();
  const [one, other] = await Promise.all([open(settings), open(settings)]);
  await one.record({ identity: 'ada', kind: 'signedIn', about: { method: 'password' } });
  expect(await methodsIn(other, 'ada')).toEqual(['password']);
});

test('while the database is away, events wait, and arrive once it is back; nobody waits longer than HISTORY_WAIT_MS', async () => {
  const settings = { ...newDatabase.PostgreSQL(), HISTORY_WAIT_MS: 1 };
  const { log, said } = lines();
  const store = await open(settings, log);
  await postgres().down();
  for (const method of ['first', 'second'])
    await store.record({ identity: 'ada', kind: 'signedIn', about: { method } });
  await expect(store.history('ada', {})).rejects.toThrow();
  while (!said.includes('events cannot be written, and wait')) await pause(10);
  await postgres().up();
  // an event in the meantime waits behind the others
  await store.record({ identity: 'ada', kind: 'signedIn', about: { method: 'third' } });
  const untilWritten = async (): Promise<unknown[]> => {
    const methods = await methodsIn(store, 'ada').catch(() => []);
    if (methods.length >= 3) return methods;
    await pause(20);
    return untilWritten();
  };
  expect(await untilWritten()).toEqual(expect.arrayContaining(['first', 'second', 'third']));
}, 60_000);

test('a file that another program has locked holds nothing else up, and is written to once it is free', async () => {
  const settings = { ...newDatabase.SQLite(), HISTORY_WAIT_MS: 50 };
  const store = await open(settings);
  const other = new DatabaseSync(path.join(settings.DATA_DIRECTORY, 'portal.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const started = performance.now();
  await store.record({ identity: 'ada', kind: 'signedIn', about: { method: 'password' } });
  expect(performance.now() - started).toBeLessThan(1000);
  expect(await methodsIn(store, 'ada')).toEqual([]);
  other.close();
  await store.close();
  opened.pop();
  expect(await methodsIn(await open(settings), 'ada')).toEqual(['password']);
});

test('counts the events that wait while the database is away, and those that found no place', async () => {
  const store = await open({ ...newDatabase.PostgreSQL(), HISTORY_WAIT_MS: 1 });
  expect(store.eventCounts()).toEqual({ waiting: 0, lost: 0 });
  await postgres().down();
  await Promise.all(Array.from({ length: 2003 }, () => store.record({ identity: 'ada', kind: 'signedIn' })));
  while (store.eventCounts().waiting === 0) await pause(10);
  expect(store.eventCounts()).toEqual({ waiting: 2000, lost: 3 });
  await postgres().up();
  while (store.eventCounts().waiting > 0) await pause(20);
  expect(store.eventCounts()).toEqual({ waiting: 0, lost: 3 });
}, 60_000);

test('makes its tables again where a backup without them has been restored', async () => {
  const settings = { ...newDatabase.PostgreSQL(), HISTORY_WAIT_MS: 1 };
  const store = await open(settings);
  const name = new URL(settings.DATABASE_URL).pathname.slice(1);
  postgres().query('portal', 'postgres', `DROP DATABASE ${name} WITH (FORCE)`);
  postgres().query('portal', 'postgres', `CREATE DATABASE ${name}`);
  await store.record({ identity: 'ada', kind: 'signedIn', about: { method: 'password' } });
  const untilWritten = async (): Promise<unknown[]> => {
    const methods = await methodsIn(store, 'ada').catch(() => []);
    if (methods.length > 0) return methods;
    await pause(20);
    return untilWritten();
  };
  expect(await untilWritten()).toEqual(['password']);
}, 60_000);

test('says in PostgreSQL’s words why its database cannot be opened', async () => {
  const settings = newDatabase.PostgreSQL();
  await expect(
    openStore(
      {
        ...settings,
        DATABASE_URL: settings.DATABASE_URL.replace(/portal\d+/, 'missing'),
        STORE_FAILURE: 'refuse',
      },
      lines().log,
    ),
  ).rejects.toThrow('DATABASE_URL: the database cannot be opened (3D000 database "missing" does not exist)');
}, 60_000);

test('what could not be written by the end is counted in the log', async () => {
  const { log, said } = lines();
  const store = await open({ ...newDatabase.PostgreSQL(), HISTORY_WAIT_MS: 1 }, log);
  await postgres().down();
  await store.record({ identity: 'ada', kind: 'signedIn' });
  await store.close();
  opened.pop();
  await postgres().up();
  expect(said).toContain('events that could not be written are lost');
}, 60_000);

describe('a database that cannot be opened', () => {
  const unusable = (): Parameters<typeof openStore>[0] => {
    const directory = path.join(newDirectory(), 'data');
    mkdirSync(directory);
    writeFileSync(
      path.join(directory, 'portal.sqlite'),
      'no database, but a text that is long enough to be one',
    );
    return { ...storeDefaults, DATABASE_URL: undefined, DATA_DIRECTORY: directory };
  };

  test('is one line of the log, and the portal serves without history', async () => {
    const { log, said } = lines();
    const store = await open(unusable(), log);
    expect(said).toEqual([
      'DATA_DIRECTORY: the portal serves without history until its database can be opened',
    ]);
    await expect(store.history('ada', {})).rejects.toThrow();
  });

  test('ends the start where STORE_FAILURE is refuse', async () => {
    await expect(openStore({ ...unusable(), STORE_FAILURE: 'refuse' }, lines().log)).rejects.toThrow(
      /DATA_DIRECTORY: the database cannot be opened/,
    );
  });
});
