import { createHash, randomInt } from 'node:crypto';
import * as z from 'zod';
import { numberIn } from './people.ts';
import type { Database, Tables } from './tables.ts';

/** What an administrator does, or is not let do. */
export interface NewAct {
  /** The id of an identity or of an OAuth2 client, or `unknown`. */
  actor: string;
  /** An act of the console, or the gateway's operation. */
  operation: string;
  /** The id of what it is done to; empty for none. */
  target?: string | undefined;
  outcome: 'made' | 'failed' | `refused: ${string}`;
  /** Why, what it changed, from where: never a secret's value. */
  about?: Record<string, unknown> | undefined;
}

/** An act as it is kept. */
export interface Act {
  /** A short text that people can read out. */
  id: string;
  /** When, in milliseconds since 1970. */
  at: number;
  actor: string;
  operation: string;
  target: string;
  outcome: string;
  about: Record<string, unknown>;
  hash: string;
}

/** Which acts are wanted; each is absent where it does not matter. */
export interface ActFilters {
  actor?: string | undefined;
  target?: string | undefined;
  operation?: string | undefined;
  /** In milliseconds since 1970: from this time on, and before that one. */
  since?: number | undefined;
  until?: number | undefined;
}

/** A page of acts, the latest first. */
export interface ActPage {
  acts: Act[];
  /** The token of the page that follows, with earlier acts; undefined on the last one. */
  next: string | undefined;
  /** Whether it has the latest acts: no valid token was given. */
  isFirst: boolean;
}

/** What the chain of acts proves. */
export interface ActChain {
  /** How many acts are kept, from when to when, in milliseconds since 1970; 0 for none. */
  count: number;
  from: number;
  to: number;
  /** The hash of the newest one; empty if there was none yet. */
  hash: string;
  /** The id of the first act that was changed, or that follows one which is missing; `end` if the newest is. */
  broken?: string;
}

type ActRow = Tables['act'];

/** How many acts a page has, one statement reads to verify the chain, and one deletes. */
const pageSize = 50;
const readAtOnce = 1000;
const deletedAtOnce = 5000;

/** The longest text of an act, and the longest value of what is kept about it, in characters. */
const longest = { text: 200, value: 2000 };

/** Crockford's alphabet, which has no letters that look like others, and how many of them an id has. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const idLength = 10;

const newId = (): string =>
  Array.from({ length: idLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A text that every database keeps as it is. */
const kept = (text: string): string => text.slice(0, longest.text).replaceAll('\0', '').toWellFormed();

const boundedValue = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length <= longest.value ? value : text.slice(0, longest.value);
};

const aboutOf = (about: Record<string, unknown> = {}): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(about).map(([name, value]) => [name, boundedValue(value)])),
  );

/** Returns the hash of an act: over that of the act before, and all of its fields in their order. */
const hashOf = ({
  previous,
  number,
  id,
  at,
  actor,
  operation,
  target,
  outcome,
  about,
}: Omit<ActRow, 'hash'>) =>
  createHash('sha256')
    .update(previous + JSON.stringify([number, id, at, actor, operation, target, outcome, about]))
    .digest('hex');

const parsedAbout = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(z.record(z.string(), z.unknown()))
  .catch({});

const actOf = ({ number: _number, previous: _previous, about, at, ...act }: ActRow): Act => ({
  ...act,
  at,
  about: parsedAbout.parse(about),
});

/** Appends an act to the chain. Replicas wait for each other. */
const recordAct = (database: Database, { actor, operation, target = '', outcome, about }: NewAct) =>
  database.transaction().execute(async (transaction) => {
    // a change first: it locks the head, in SQLite the whole database
    const head = await transaction
      .updateTable('act_head')
      .set((row) => ({ number: row('number', '+', 1) }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const row = {
      number: head.number,
      id: newId(),
      at: Date.now(),
      actor: kept(actor),
      operation: kept(operation),
      target: kept(target),
      outcome: kept(outcome),
      about: aboutOf(about),
      previous: head.hash,
    };
    const hash = hashOf(row);
    await transaction
      .insertInto('act')
      .values({ ...row, hash })
      .execute();
    await transaction.updateTable('act_head').set({ hash }).execute();
    return { id: row.id };
  });

async function readActs(
  database: Database,
  { actor, target, operation, since, until, after }: ActFilters & { after?: string | undefined },
): Promise<ActPage> {
  const place = numberIn(after);
  let query = database.selectFrom('act').selectAll();
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (target !== undefined) query = query.where('target', '=', target);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (place !== undefined) query = query.where('number', '<', place);
  const rows = await query
    .orderBy('number', 'desc')
    .limit(pageSize + 1)
    .execute();
  const last = rows[pageSize - 1];
  return {
    acts: rows.slice(0, pageSize).map(actOf),
    next: rows.length > pageSize && last ? String(last.number) : undefined,
    isFirst: place === undefined,
  };
}

/** Returns the newest act's hash, and how many acts are kept. */
async function newestAct(database: Database): Promise<{ hash: string; count: number }> {
  const { hash } = await database.selectFrom('act_head').select('hash').executeTakeFirstOrThrow();
  const { count } = await database
    .selectFrom('act')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { hash, count: count };
}

/** Verifies the chain, from the first act that is left to the newest one. */
export async function verifyActs(database: Database): Promise<ActChain> {
  const head = await database.selectFrom('act_head').selectAll().executeTakeFirstOrThrow();
  const newest = head.number;
  const chain: ActChain = { count: 0, from: 0, to: 0, hash: '' };
  let number: number | undefined;
  for (;;) {
    const rows = await database
      .selectFrom('act')
      .selectAll()
      .where('number', '>', number ?? 0)
      .where('number', '<=', newest)
      .orderBy('number')
      .limit(readAtOnce)
      .execute();
    for (const row of rows) {
      const isNext = number === undefined || (row.number === number + 1 && row.previous === chain.hash);
      if (!isNext || hashOf(row) !== row.hash) return { ...chain, broken: row.id };
      number = row.number;
      if (chain.count === 0) chain.from = row.at;
      chain.count += 1;
      chain.to = row.at;
      chain.hash = row.hash;
    }
    if (rows.length < readAtOnce) break;
  }
  if (number !== undefined && chain.hash !== head.hash) return { ...chain, broken: 'end' };
  return { ...chain, hash: head.hash };
}

/** Deletes the acts before a time, in milliseconds since 1970, the oldest first: what is left stays a chain. */
export async function deleteActsBefore(database: Database, time: number): Promise<void> {
  const first = await database
    .selectFrom('act')
    .select('number')
    .where('at', '>=', time)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  const oldest = database
    .selectFrom('act')
    .select('number')
    .where('number', '<', first?.number ?? Number.MAX_SAFE_INTEGER)
    .where('at', '<', time)
    .orderBy('number')
    .limit(deletedAtOnce);
  let deleted: bigint;
  do {
    const { numDeletedRows } = await database
      .deleteFrom('act')
      .where('number', 'in', oldest)
      .executeTakeFirstOrThrow();
    deleted = numDeletedRows;
  } while (deleted > 0n);
}

/**
 * Creates the log of administrators' acts.
 *
 * @param use works with the database once its tables are there
 */
export const createActs = (
  database: Database,
  use: <Result>(work: () => Promise<Result>) => Promise<Result>,
) => ({
  /** Keeps an act. @returns its id @throws Error if the database does not answer */
  record: (act: NewAct): Promise<{ id: string }> => use(() => recordAct(database, act)),
  /** Reads a page of acts, the latest first. @throws Error if the database does not answer */
  read: (filters: ActFilters & { after?: string | undefined }) => use(() => readActs(database, filters)),
  /** Returns the newest act's hash, and how many acts are kept. @throws Error if the database does not answer */
  newest: () => use(() => newestAct(database)),
});

/** The log of administrators' acts. */
export type Acts = ReturnType<typeof createActs>;
