import { sql, type Expression, type SqlBool } from 'kysely';
import { isPostgres } from './openDatabase.ts';
import type { Database } from './tables.ts';

/** An account as administrators find it. */
export interface Person {
  /** The id of the identity. */
  identity: string;
  name: string;
  /** The first email address, or else an identifier. */
  address: string;
  schema: string;
  /** `active` or `inactive`. */
  state: string;
  /** The kinds of its credentials. */
  methods: string[];
  /** Whether its first address is proved. */
  proved: boolean;
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** When it was last signed in to, in milliseconds since 1970; null if that is not known. */
  signedIn: number | null;
}

/** An account, to write. */
export interface NewPerson extends Omit<Person, 'signedIn'> {
  /** Kept as it is, or taken from the history, where it is not given. */
  signedIn?: number | undefined;
  /** All that it can be found by. */
  text: string;
}

/** Which people are wanted; each is absent where it does not matter. */
interface PeopleFilters {
  state?: string | undefined;
  schema?: string | undefined;
  /** The kind of a credential. */
  method?: string | undefined;
  proved?: boolean | undefined;
  /** Last signed in to before this time, in milliseconds since 1970, or never. */
  inactiveSince?: number | undefined;
  /** Some accounts alone, by the ids of their identities. */
  identities?: readonly string[] | undefined;
  /** Whether they are to be deleted. */
  isLeaving?: true | undefined;
}

/** What people are looked for by. */
export interface PeopleQuery {
  /** Words, or parts of them, separated by white space: each is somewhere in the account's values. */
  words?: string | undefined;
  filters?: PeopleFilters | undefined;
}

/** A page of people. */
export interface PeoplePage {
  people: Person[];
  /** The token of the page that follows; undefined on the last one. */
  next: string | undefined;
  /** Whether it is the first page: no valid token was given. */
  isFirst: boolean;
  /** Whether it ends early: so many were looked through that the next page goes on. */
  isPartial?: true;
}

/** How far the filling of the index is. */
export interface FillingState {
  /** When a filling was over last, in milliseconds since 1970; null if none was. */
  finishedAt: number | null;
  isRunning: boolean;
  /** How many people there are: at most `mostCounted`. */
  people: number;
}

/** A filling that one replica has to itself for a while. */
export interface Round {
  round: number;
  /** The token of Kratos' next page; empty for the first. */
  token: string;
}

/** The most that is counted: whoever sees it knows that there are more than one less. */
const mostCounted = 10_001;

/** How many people a page looks through at most for a filter that no index knows: SQLite answers nobody meanwhile. */
export const mostLookedThrough = 100_000;

/** How many people a page has. */
const pageSize = 25;

/** The largest text of a person, in bytes. */
const mostBytes = 4096;

/** The most words of a search, and the longest one: they bound what it costs. */
const most = { words: 8, length: 100 };

/** The shortest word that the indexes know, in characters. */
const shortestIndexed = 3;

/** How many rows one statement looks through for those of older rounds. */
const sweptAtOnce = 20_000;

/** How long after the end of a round the next one begins, in milliseconds: a day. */
const roundMs = 3_600_000;

/** Returns the pattern of a text that is anywhere, with `\` before what is one itself. */
const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const contains = (column: 'text' | 'methods', part: string): Expression<SqlBool> =>
  sql`${sql.ref(`person.${column}`)} like ${anywhere(part)} escape '\\'`;

const bounded = (text: string): string =>
  // what is cut off within a character becomes one that nobody looks for
  Buffer.from(text.toLowerCase().replaceAll('\0', '')).subarray(0, mostBytes).toString();

const wordsIn = (words = ''): string[] =>
  words
    .toLowerCase()
    .replaceAll('\0', '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, most.words)
    .map((word) => word.slice(0, most.length));

/** Returns the words that the indexes know. */
const indexedWords = (words?: string): string[] =>
  wordsIn(words).filter((word) => Array.from(word).length >= shortestIndexed);

/** Selects the people that a query asks for, and names the column of their order. */
function matching(database: Database, { words, filters = {} }: PeopleQuery) {
  const { state, schema, method, proved, inactiveSince, identities, isLeaving } = filters;
  const parts = wordsIn(words);
  let query = database.selectFrom('person');
  for (const part of parts) query = query.where(contains('text', part));
  if (state !== undefined) query = query.where('state', '=', state);
  if (schema !== undefined) query = query.where('schema', '=', schema);
  if (method !== undefined) query = query.where(contains('methods', `,${method},`));
  if (proved !== undefined) query = query.where('proved', '=', Number(proved));
  if (inactiveSince !== undefined)
    query = query.where((row) => row.or([row('signedIn', 'is', null), row('signedIn', '<', inactiveSince)]));
  // one more, because PostgreSQL takes no empty list
  if (identities) query = query.where('identity', 'in', ['', ...identities]);
  if (isLeaving)
    query = query.where('identity', 'in', (row) => row.selectFrom('deletion').select('identity'));
  const indexed = indexedWords(words);
  if (isPostgres(database) || indexed.length === 0) return { query, number: 'person.number' } as const;
  const search = indexed.map((part) => `"${part.replaceAll('"', '""')}"`).join(' ');
  return {
    query: query
      .innerJoin('person_text', 'person_text.rowid', 'person.number')
      .where(sql<SqlBool>`person_text match ${search}`) as typeof query,
    // in whose order the index gives them
    number: 'person_text.rowid' as 'person.number',
  } as const;
}

/** Whether each of the people has to be looked at: no index knows what is asked for. */
function isScan({ words, filters = {} }: PeopleQuery): boolean {
  const { state, schema, method, proved, inactiveSince, identities, isLeaving } = filters;
  if (indexedWords(words).length > 0 || identities || isLeaving) return false;
  const others = [state, schema, method, proved, inactiveSince];
  return wordsIn(words).length > 0 || others.some((value) => value !== undefined);
}

/** Returns the number of the last of those who are looked through after one; undefined if there are fewer. */
async function lastLookedAt(database: Database, after: number, most: number): Promise<number | undefined> {
  const row = await database
    .selectFrom('person')
    .select('number')
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst();
  return row?.number;
}

/** Counts the people that a query asks for: at most `mostCounted`. @returns undefined where too many had to be looked through */
async function countPeople(
  database: Database,
  asked: PeopleQuery,
  lookedThrough: number,
): Promise<number | undefined> {
  if (isScan(asked) && (await lastLookedAt(database, 0, lookedThrough)) !== undefined) return undefined;
  const { query, number } = matching(database, asked);
  const { count } = await database
    .selectFrom(query.select(number).limit(mostCounted).as('some'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a number as a token has it; undefined for another text. */
export const numberIn = (token = ''): number | undefined =>
  /^\d{1,15}$/.test(token) ? Number(token) : undefined;

async function findPeople(
  database: Database,
  { after, ...asked }: PeopleQuery & { after?: string | undefined },
  lookedThrough: number,
): Promise<PeoplePage> {
  const { query, number } = matching(database, asked);
  const place = numberIn(after);
  const end = isScan(asked) ? await lastLookedAt(database, place ?? 0, lookedThrough) : undefined;
  const rows = await query
    .selectAll('person')
    .where(number, '>', place ?? 0)
    .$if(end !== undefined, (all) => all.where(number, '<=', end ?? 0))
    .orderBy(number)
    .limit(pageSize + 1)
    .execute();
  const last = rows[pageSize - 1];
  return {
    people: rows
      .slice(0, pageSize)
      .map(({ identity, name, address, schema, state, methods, proved, created, signedIn }) => ({
        identity,
        name,
        address,
        schema,
        state,
        methods: methods.split(',').filter((method) => method !== ''),
        proved: proved === 1,
        created,
        signedIn,
      })),
    next: nextOf(rows.length > pageSize ? last?.number : end),
    isFirst: place === undefined,
    ...(rows.length <= pageSize && end !== undefined && { isPartial: true }),
  };
}

const nextOf = (number: number | undefined): string | undefined =>
  number === undefined ? undefined : String(number);

/** Writes people; those who are there already keep their numbers. */
async function putPeople(database: Database, people: readonly NewPerson[]): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map(({ methods, proved, signedIn, text, ...person }) => ({
    ...person,
    methods: `,${methods.join()},`,
    proved: Number(proved),
    signedIn:
      signedIn ??
      sql<number>`(select max(at) from event where identity = ${person.identity} and kind = 'signedIn')`,
    round: sql<number>`(select round from filling)`,
    text: bounded(text),
  }));
  await database
    .insertInto('person')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('identity').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        address: row.ref('excluded.address'),
        schema: row.ref('excluded.schema'),
        state: row.ref('excluded.state'),
        methods: row.ref('excluded.methods'),
        proved: row.ref('excluded.proved'),
        created: row.ref('excluded.created'),
        signedIn: row.fn.coalesce('excluded.signedIn', 'person.signedIn'),
        round: row.ref('excluded.round'),
        text: row.ref('excluded.text'),
      })),
    )
    .execute();
}

/** Keeps when somebody signed in last. @returns whether they are in the index */
async function keepSignIn(database: Database, identity: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('person')
    .set({ signedIn: at })
    .where('identity', '=', identity)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the people whom a round has not seen, a part at a time. */
async function deleteUnseen(database: Database, round: number): Promise<void> {
  let from = -1;
  for (;;) {
    const { to } = await database
      .selectFrom((select) =>
        select
          .selectFrom('person')
          .select('number')
          .where('number', '>', from)
          .orderBy('number')
          .limit(sweptAtOnce)
          .as('part'),
      )
      .select((select) => select.fn.max<number | null>('number').as('to'))
      .executeTakeFirstOrThrow();
    if (to === null) return;
    await database
      .deleteFrom('person')
      .where('number', '>', from)
      .where('number', '<=', to)
      .where('round', '<', round)
      .execute();
    from = to;
  }
}

const beginRound = (database: Database): Promise<unknown> =>
  database
    .updateTable('filling')
    .set((row) => ({ round: row('round', '+', 1), token: '', leaseUntil: 0 }))
    .execute();

/** Takes the filling, if there is something to do and no other replica has it. */
async function takeRound(database: Database, leaseMs: number): Promise<Round | undefined> {
  const now = Date.now();
  const taken = await database
    .updateTable('filling')
    .set((row) => ({
      leaseUntil: now + leaseMs,
      round: sql<number>`case when token is null then round + 1 else round end`,
      token: row.fn.coalesce('token', row.val('')),
    }))
    .where('leaseUntil', '<=', now)
    .where((row) => row.or([row('token', 'is not', null), row('finishedAt', '<=', now - roundMs)]))
    .returning(['round', 'token'])
    .executeTakeFirst();
  return taken && { round: taken.round, token: taken.token ?? '' };
}

/**
 * Says that a page of a round is written. At the end of the list, people whom it has not seen are deleted.
 *
 * @param next the token of the next page; undefined at the end
 * @returns whether this replica still has the round
 */
async function advance(
  database: Database,
  { round, token }: Round,
  next: string | undefined,
  leaseMs: number,
): Promise<boolean> {
  const own = database.updateTable('filling').where('round', '=', round).where('token', '=', token);
  const keep = { leaseUntil: Date.now() + leaseMs };
  const { numUpdatedRows: kept } = await own
    .set(next === undefined ? keep : { ...keep, token: next })
    .executeTakeFirst();
  if (kept === 0n || next !== undefined) return kept > 0n;
  await deleteUnseen(database, round);
  const { numUpdatedRows: ended } = await own
    .set({ token: null, leaseUntil: 0, finishedAt: Date.now() })
    .executeTakeFirst();
  return ended > 0n;
}

/**
 * Creates the index of people. Each call may throw Error: the database does not answer.
 *
 * @param use works with the database once its tables are there
 */
export const createPeople = (
  database: Database,
  use: <Result>(work: () => Promise<Result>) => Promise<Result>,
  lookedThrough = mostLookedThrough,
) => ({
  /** Writes people. Those who are there already keep their numbers. */
  put: (people: readonly NewPerson[]) => use(() => putPeople(database, people)),
  /** Deletes somebody. */
  remove: (identity: string): Promise<unknown> =>
    use(() => database.deleteFrom('person').where('identity', '=', identity).execute()),
  /** Keeps when somebody signed in last, in milliseconds since 1970. @returns whether they are in the index */
  signedIn: (identity: string, at: number) => use(() => keepSignIn(database, identity, at)),
  /** Finds people, a page at a time, in an order that does not change. @param query.after the token of the page before */
  find: (query: PeopleQuery & { after?: string | undefined }) =>
    use(() => findPeople(database, query, lookedThrough)),
  /** Counts the people whom `find` finds: at most `mostCounted`. @returns undefined where too many had to be looked through */
  count: (query: PeopleQuery) => use(() => countPeople(database, query, lookedThrough)),
  /** Takes the filling for a time, unless another replica has it or the last one was over less than a day ago. */
  takeRound: (leaseMs: number) => use(() => takeRound(database, leaseMs)),
  /**
   * Says that a page of a round is written, and keeps the round for a time. At the end, the people whom it has not seen are
   * deleted.
   *
   * @param next the token of the next page; undefined at the end
   * @returns whether this replica still has it
   */
  advance: (round: Round, next: string | undefined, leaseMs: number) =>
    use(() => advance(database, round, next, leaseMs)),
  /** Deletes everybody; the next filling begins anew. */
  clear: () =>
    use(async () => {
      await beginRound(database);
      await deleteUnseen(database, Number.MAX_SAFE_INTEGER);
    }),
  /** Returns how far the filling is. */
  state: (): Promise<FillingState> =>
    use(async () => {
      const { token, finishedAt } = await database
        .selectFrom('filling')
        .select(['token', 'finishedAt'])
        .executeTakeFirstOrThrow();
      return {
        finishedAt,
        isRunning: token !== null,
        people: (await countPeople(database, {}, lookedThrough)) ?? 0,
      };
    }),
  /** Begins a new round. */
  rebuild: (): Promise<unknown> => use(() => beginRound(database)),
});

/** The index of people. */
export type People = ReturnType<typeof createPeople>;
