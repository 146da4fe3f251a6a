import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { indexPeople, type PeopleIndex } from '../../server/people/indexPeople.ts';
import type { Person } from '../../server/store/people.ts';
import type { Store } from '../../server/store/store.ts';
import { createIdentities } from '../../server/upstreams/identities.ts';
import type { StoredIdentity } from '../../server/upstreams/storedIdentity.ts';
import { createTransport } from '../../server/upstreams/transport.ts';
import { FlowBrowser, KratosAdmin, mailedVerification, somebody } from '../support/flowBrowser.ts';
import { sharedStoreStack, type Stack } from '../support/stack.ts';
import { lines, storeIn, useStores } from '../support/useStores.ts';

/** In place of a round that was not to be had: advancing it does nothing. */
const noRound = { round: -1, token: '' };

const { newDatabase, open } = useStores();
const started: PeopleIndex[] = [];

afterEach(() => {
  for (const index of started.splice(0)) index.stop();
  jest.restoreAllMocks();
});

/** Asks until an answer is as expected. */
async function until<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  const value = await ask();
  if (isRight(value)) return value;
  await pause(20);
  return until(ask, isRight);
}

const identitiesIn = async ({ people }: Store): Promise<string[]> =>
  (await people.find({})).people.map(({ identity }) => identity);

const account = (id: string, email = `${id}@example.org`): StoredIdentity => ({ id, traits: { email } });

type Identities = Parameters<typeof indexPeople>[0]['identities'];
type Page = Awaited<ReturnType<Identities['list']>>;

/** Indexes people of a Kratos with these pages. */
function start(
  store: Store,
  pages: Record<string, Page | (() => Promise<Page>)>,
  known: Record<string, StoredIdentity> = {},
) {
  const asked: string[] = [];
  const index = indexPeople({
    identities: {
      list: (token = '') => {
        asked.push(token);
        const page = pages[token];
        return typeof page === 'function' ? page() : Promise.resolve(page);
      },
      find: (id) => {
        asked.push(id);
        return Promise.resolve(known[id]);
      },
    },
    store,
    log: lines().log,
  });
  started.push(index);
  return { index, asked };
}

const isOver = async ({ people }: Store): Promise<void> => {
  await until(people.state, ({ isRunning }) => !isRunning);
};

describe.each(['SQLite', 'PostgreSQL'] as const)('the people of Kratos in %s', (kind) => {
  test('a filling that is stopped goes on with the next page after a restart', async () => {
    const store = await open(newDatabase[kind]());
    const first = start(store, {
      '': { accounts: [account('ada')], next: 'two' },
      two: () => new Promise(() => undefined),
    });
    await until(
      () => Promise.resolve(first.asked),
      (asked) => asked.includes('two'),
    );
    first.index.stop();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 600_000);
    const second = start(store, {
      two: { accounts: [account('bob')], next: 'three' },
      three: { accounts: [account('eve')], next: undefined },
    });
    await isOver(store);
    expect(second.asked).toEqual(['two', 'three']);
    expect(await identitiesIn(store)).toEqual(['ada', 'bob', 'eve']);
  });

  test('one that Kratos no longer knows the page of begins anew', async () => {
    const store = await open(newDatabase[kind]());
    const round = await store.people.takeRound(0);
    await store.people.advance(round ?? noRound, 'forgotten', 0);
    const { asked } = start(store, { '': { accounts: [account('ada')], next: undefined } });
    await isOver(store);
    expect(asked).toEqual(['forgotten', '']);
    expect(await identitiesIn(store)).toEqual(['ada']);
  });

  test('somebody who is deleted while their page is read is not left in it', async () => {
    const store = await open(newDatabase[kind]());
    const answered = { accounts: [account('ada'), account('bob')], next: undefined };
    start(store, { '': () => store.forget('ada').then(() => answered) });
    await until(
      () => identitiesIn(store),
      (people) => people.join() === 'bob',
    );
  });

  test('an account is read again once after what happens to it, and not after a sign-in', async () => {
    const store = await open(newDatabase[kind]());
    const known = { ada: account('ada', 'new@example.org'), eve: account('eve') };
    const { asked } = start(store, { '': { accounts: [account('ada')], next: undefined } }, known);
    await isOver(store);
    await store.record({ identity: 'ada', kind: 'signedIn' });
    await until(store.people.find.bind(undefined, {}), ({ people }) => people[0]?.signedIn !== null);
    for (const event of ['signInFailed', 'limited', 'codeMailed'] as const)
      await store.record({ identity: 'bob', kind: event });
    for (const event of ['addressChanged', 'passwordChanged', 'changedByAdmin'] as const)
      await store.record({ identity: 'ada', kind: event });
    // is not in the index yet
    await store.record({ identity: 'eve', kind: 'signedIn' });
    await until(
      () => identitiesIn(store),
      (people) => people.length === 2,
    );
    expect((await store.people.find({ words: 'new@' })).people).toMatchObject([{ identity: 'ada' }]);
    expect(asked).toEqual(['', 'ada', 'eve']);
  });
});

describe('with a real Kratos', () => {
  let stack: Stack;
  let store: Store;
  beforeAll(async () => {
    const shared = await sharedStoreStack();
    stack = shared;
    store = await storeIn(shared.dataDirectory);
  }, 240_000);
  afterAll(() => store.close());

  /** Builds the index anew, as another replica that starts; the portal itself looks only now and then. */
  async function rebuild(): Promise<void> {
    await store.people.rebuild();
    const transport = createTransport({ url: stack.kratos.adminUrl, timeoutMs: 0 });
    started.push(indexPeople({ identities: createIdentities(transport), store, log: lines().log }));
    await isOver(store);
    transport.close();
  }

  const personWith = (words: string, isRight: (person: Person) => boolean): Promise<Person | undefined> =>
    until(
      async () => (await store.people.find({ words })).people[0],
      (person) => person !== undefined && isRight(person),
    );

  test('somebody who signs up is found by their address, with what they have, and no longer once deleted', async () => {
    const email = somebody();
    const browser = new FlowBrowser(stack);
    await browser.register(email);
    const { flow, code } = await mailedVerification(stack, email);
    await browser.enterCode(flow, code);
    await browser.signIn(email);
    const admin = new KratosAdmin(stack);
    const id = await admin.idOf(email);
    const person = await personWith(email, ({ signedIn }) => signedIn !== null);
    expect(person).toEqual({
      identity: id,
      name: '',
      address: email,
      schema: 'default',
      state: 'active',
      methods: ['code', 'password'],
      proved: true,
      created: expect.any(Number),
      signedIn: expect.any(Number),
    });
    for (const time of [person?.created, person?.signedIn])
      expect(Math.abs((time ?? 0) - Date.now())).toBeLessThan(120_000);
    // as Kratos' list has them
    await store.people.clear();
    await rebuild();
    const [listed] = (await store.people.find({ words: email })).people;
    expect(listed).toMatchObject({ identity: id, methods: ['code', 'password'] });
    await fetch(`${stack.kratos.adminUrl}/admin/identities/${id}`, { method: 'DELETE' });
    await rebuild();
    expect((await store.people.find({ words: email })).people).toEqual([]);
  }, 120_000);
});
