import { describe, expect, jest, test } from '@jest/globals';
import { openDatabase } from '../../server/store/openDatabase.ts';
import { createPeople, type NewPerson, type PeopleQuery } from '../../server/store/people.ts';
import type { Store } from '../../server/store/store.ts';
import { lines, useStores } from '../support/useStores.ts';

/** In place of a round that was not to be had: advancing it does nothing. */
const noRound = { round: -1, token: '' };

const { postgres, newDatabase, open } = useStores();

const person = (identity: string, more: Partial<NewPerson> = {}): NewPerson => ({
  identity,
  name: `Person ${identity}`,
  address: `${identity}@example.org`,
  schema: 'default',
  state: 'active',
  methods: ['code', 'password'],
  proved: true,
  created: 1_700_000_000_000,
  text: `${identity}@example.org`,
  ...more,
});

const found = async (store: Store, query: PeopleQuery & { after?: string }): Promise<string[]> =>
  (await store.people.find(query)).people.map(({ identity }) => identity);

describe.each(['SQLite', 'PostgreSQL'] as const)('the index of people in %s', (kind) => {
  test('finds those who are to be deleted, and some by their ids', async () => {
    const { people, deletions } = await open(newDatabase[kind]());
    await people.put(['ada', 'bob', 'eve'].map((name) => person(name)));
    await deletions.plan({ identity: 'bob', due: Date.now() + 1000, addresses: [] });
    const ids = async (filters: PeopleQuery['filters']) =>
      (await people.find({ filters })).people.map(({ identity }) => identity);
    expect(await ids({ isLeaving: true })).toEqual(['bob']);
    expect(await people.count({ filters: { isLeaving: true } })).toBe(1);
    expect(await ids({ identities: ['eve', 'ada'] })).toEqual(['ada', 'eve']);
    expect(await ids({ identities: [] })).toEqual([]);
  });

  test('looks through so many for a filter, and says that there may be more', async () => {
    const settings = newDatabase[kind]();
    const store = await open(settings);
    await store.people.put(
      Array.from({ length: 7 }, (_, at) => person(`p${at}`, { state: at === 6 ? 'inactive' : 'active' })),
    );
    const database = openDatabase(settings);
    try {
      const people = createPeople(database, (work) => work(), 3);
      const pages = [];
      let after: string | undefined;
      do {
        const page = await people.find({ filters: { state: 'inactive' }, ...(after && { after }) });
        pages.push([page.people.map(({ identity }) => identity), page.isPartial ?? false]);
        after = page.next;
      } while (after !== undefined);
      expect(pages).toEqual([
        [[], true],
        [[], true],
        [['p6'], false],
      ]);
      expect(await people.count({ filters: { state: 'inactive' } })).toBeUndefined();
      expect(await people.count({})).toBe(7);
      expect((await people.find({ words: 'p6@example' })).people).toHaveLength(1);
    } finally {
      await database.destroy();
    }
  });

  test('keeps a person under one number, with the last sign-in, whatever else changes', async () => {
    const { people, record, forget } = await open(newDatabase[kind]());
    await people.put([person('ada'), person('bob', { signedIn: 5 })]);
    expect(await people.signedIn('ada', 7)).toBe(true);
    expect(await people.signedIn('nobody', 7)).toBe(false);
    await people.put([
      person('ada', { name: 'Ada Lovelace', state: 'inactive', proved: false, methods: [] }),
    ]);
    expect(await people.find({})).toEqual({
      people: [
        {
          identity: 'ada',
          name: 'Ada Lovelace',
          address: 'ada@example.org',
          schema: 'default',
          state: 'inactive',
          methods: [],
          proved: false,
          created: 1_700_000_000_000,
          signedIn: 7,
        },
        expect.objectContaining({
          identity: 'bob',
          methods: ['code', 'password'],
          proved: true,
          signedIn: 5,
        }),
      ],
      next: undefined,
      isFirst: true,
    });
    await people.remove('ada');
    await record({ identity: 'eve', kind: 'signedIn' });
    await people.put([person('eve')]);
    const [, eve] = (await people.find({})).people;
    expect(Math.abs((eve?.signedIn ?? 0) - Date.now())).toBeLessThan(60_000);
    await forget('eve');
    expect((await people.find({})).people.map(({ identity }) => identity)).toEqual(['bob']);
  });

  test('finds by words', async () => {
    const store = await open(newDatabase[kind]());
    await store.people.put([
      person('ada', { text: 'Ada Lovélace Lovelace\nada@example.org' }),
      person('bob', { text: 'bob@example.org\nx_y 100%' }),
      person('eve', { text: 'eve@example.org\n"quoted" it\'s c\\d 日本語 \0' }),
    ]);
    for (const [words, expected] of [
      ['', ['ada', 'bob', 'eve']],
      ['  LOVELACE  ', ['ada']],
      ['ové', ['ada']],
      ['a', ['ada', 'bob', 'eve']],
      ['love example', ['ada']],
      ['love bob', []],
      ['ov', ['ada']],
      ['100%', ['bob']],
      ['0%', ['bob']],
      ['%', ['bob']],
      ['_y', ['bob']],
      [String.raw`c\d`, ['eve']],
      ['"quoted"', ['eve']],
      ["it's", ['eve']],
      ['\0', ['ada', 'bob', 'eve']],
      ['日本語', ['eve']],
      ['本', ['eve']],
    ] as const) {
      expect([words, await found(store, { words })]).toEqual([words, expected]);
      expect([words, await store.people.count({ words })]).toEqual([words, expected.length]);
    }
  });

  test('finds what has changed by its new words alone, and nobody who is gone', async () => {
    const store = await open(newDatabase[kind]());
    await store.people.put([person('ada', { text: 'before' }), person('bob', { text: 'before' })]);
    await store.people.put([person('ada', { text: 'afterwards' })]);
    await store.people.remove('bob');
    expect(await found(store, { words: 'before' })).toEqual([]);
    expect(await found(store, { words: 'afterwards' })).toEqual(['ada']);
  });

  test('filters', async () => {
    const store = await open(newDatabase[kind]());
    await store.people.put([
      person('ada', { state: 'inactive', methods: ['passkey'], signedIn: 100 }),
      person('bob', { schema: 'staff', proved: false, methods: ['password', 'totp'] }),
    ]);
    expect(await found(store, { filters: { state: 'inactive' } })).toEqual(['ada']);
    expect(await found(store, { filters: { schema: 'staff' } })).toEqual(['bob']);
    expect(await found(store, { filters: { method: 'totp' } })).toEqual(['bob']);
    expect(await found(store, { filters: { method: 'pass' } })).toEqual([]);
    expect(await found(store, { filters: { method: '%' } })).toEqual([]);
    expect(await found(store, { filters: { proved: false } })).toEqual(['bob']);
    expect(await found(store, { filters: { proved: true } })).toEqual(['ada']);
    expect(await found(store, { filters: { inactiveSince: 100 } })).toEqual(['bob']);
    expect(await found(store, { filters: { inactiveSince: 101 } })).toEqual(['ada', 'bob']);
    expect(await found(store, { words: 'example', filters: { method: 'totp', proved: false } })).toEqual([
      'bob',
    ]);
  });

  test('pages by a token; people who come or go in between are neither doubled nor hide others', async () => {
    const store = await open(newDatabase[kind]());
    const all = Array.from({ length: 60 }, (_, at) => `p${String(at).padStart(2, '0')}`);
    await store.people.put(all.map((identity) => person(identity)));
    for (const words of ['', 'example']) {
      const first = await store.people.find({ words });
      expect(first.people.map(({ identity }) => identity)).toEqual(all.slice(0, 25));
      await store.people.remove('p00');
      const second = await store.people.find({ words, after: first.next });
      expect(second.isFirst).toBe(false);
      expect(second.people.map(({ identity }) => identity)).toEqual(all.slice(25, 50));
      expect(await found(store, { words, after: second.next ?? '' })).toEqual(all.slice(50));
      await store.people.remove('p60');
      await store.people.put([person('p00')]);
      for (const identity of all.slice(1)) await store.people.remove(identity);
      await store.people.remove('p00');
      await store.people.put(all.map((identity) => person(identity)));
    }
    for (const after of ['nonsense', '-1', '1e3', '%', '9'.repeat(30)])
      expect((await store.people.find({ after })).isFirst).toBe(true);
  });

  test('one replica fills it at a time; another goes on where one has stopped', async () => {
    const settings = newDatabase[kind]();
    const [{ people }, other] = [await open(settings), await open(settings)];
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const first = await people.takeRound(60_000);
    expect(first).toEqual({ round: 1, token: '' });
    expect(await other.people.takeRound(60_000)).toBeUndefined();
    await people.put([person('ada')]);
    expect(await people.advance(first ?? noRound, 'page2', 60_000)).toBe(true);
    expect(await people.state()).toEqual({ finishedAt: null, isRunning: true, people: 1 });
    expect(await other.people.takeRound(60_000)).toBeUndefined();
    jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
    const second = await other.people.takeRound(60_000);
    expect(second).toEqual({ round: 1, token: 'page2' });
    // the first one, which was slow
    expect(await people.advance(first ?? noRound, 'page3', 60_000)).toBe(false);
    expect(await other.people.advance(second ?? noRound, undefined, 60_000)).toBe(true);
    expect(await people.state()).toMatchObject({ finishedAt: now + 60_000, isRunning: false });
    expect(await people.takeRound(60_000)).toBeUndefined();
    jest.spyOn(Date, 'now').mockReturnValue(now + 25 * 3_600_000);
    expect(await people.takeRound(60_000)).toEqual({ round: 2, token: '' });
    jest.restoreAllMocks();
  });

  test('at the end of a round, whoever it has not seen is gone; one who was removed in the middle stays so', async () => {
    const store = await open(newDatabase[kind]());
    const { people, forget } = store;
    const first = await people.takeRound(60_000);
    await people.put([person('ada'), person('bob'), person('eve')]);
    await people.advance(first ?? noRound, undefined, 60_000);
    await people.rebuild();
    expect((await people.state()).isRunning).toBe(true);
    const second = await people.takeRound(60_000);
    expect(second).toEqual({ round: 2, token: '' });
    await people.put([person('ada'), person('bob')]);
    await people.advance(second ?? noRound, 'more', 60_000);
    await forget('ada');
    expect(await found(store, {})).toEqual(['bob', 'eve']);
    // it came while the round was running
    await people.put([person('new')]);
    expect(await people.advance({ round: 2, token: 'more' }, undefined, 60_000)).toBe(true);
    expect(await found(store, {})).toEqual(['bob', 'new']);
  });

  test('a new round that is asked for takes the place of the one that runs', async () => {
    const { people } = await open(newDatabase[kind]());
    const first = await people.takeRound(60_000);
    await people.put([person('ada')]);
    await people.rebuild();
    expect(await people.advance(first ?? noRound, undefined, 60_000)).toBe(false);
    expect(await people.count({})).toBe(1);
    expect(await people.takeRound(60_000)).toEqual({ round: 2, token: '' });
  });

  test('counts no more than a bound', async () => {
    const { people } = await open(newDatabase[kind]());
    for (let at = 0; at < 11_000; at += 1000)
      await people.put(Array.from({ length: 1000 }, (_, one) => person(`p${at + one}`)));
    expect(await people.count({ words: 'example' })).toBe(10_001);
    expect(await people.count({ words: 'p1099' })).toBe(11);
    expect((await people.state()).people).toBe(10_001);
  }, 60_000);
});

test('one who may not create the extension searches without its index, and is told once', async () => {
  const settings = newDatabase.PostgreSQL();
  const name = new URL(settings.DATABASE_URL).pathname.slice(1);
  postgres().query('portal', name, 'CREATE ROLE plain LOGIN; GRANT CREATE ON SCHEMA public TO plain');
  const asPlain = { ...settings, DATABASE_URL: settings.DATABASE_URL.replace('user=portal', 'user=plain') };
  const { log, said } = lines();
  const store = await open(asPlain, log);
  await open(asPlain, log);
  expect(said).toEqual([
    'people are searched without an index: the portal may not create the extension pg_trgm',
  ]);
  await store.people.put([person('ada')]);
  expect(await found(store, { words: 'example' })).toEqual(['ada']);
});
