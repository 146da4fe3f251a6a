import { createHash, createHmac, hkdfSync, randomInt } from 'node:crypto';
import * as z from 'zod';
import { parseExactly } from '../../shared/exactJson.ts';
import { textIn } from '../../shared/fields.ts';
import { isPostgres } from './openDatabase.ts';
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
  outcome: 'begun' | 'made' | 'failed' | `failed: ${string}` | `refused: ${string}`;
  /** The id of the line that said that it begins; that line is then left out of lists. */
  begun?: string | undefined;
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
  id?: string | undefined;
  /** Those of one, or of any of several. */
  actor?: string | readonly string[] | undefined;
  target?: string | readonly string[] | undefined;
  operation?: string | undefined;
  /** Without what follows a colon. */
  outcome?: string | undefined;
  /** From where, in which request, about which thing of its target. */
  address?: string | undefined;
  request?: string | undefined;
  item?: string | undefined;
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
  /**
   * The id of the first act that was changed, or that follows one which is missing; `end` if the newest is; `start` if nothing
   * proves that the oldest were deleted by age.
   */
  broken?: string;
  /** Whether that act is one of the chain, and just not signed with the secret. */
  isUnsigned?: true;
  /** Whether the noted hash is no longer in the chain. */
  isNotedGone?: true;
}

type ActRow = Tables['act'];

/** What of an act's `about` lists are filtered by. */
const filterColumns = ['address', 'request', 'item'] as const;
type FilterColumn = (typeof filterColumns)[number];

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

const filteredBy = (about: Record<string, unknown> = {}): Pick<ActRow, FilterColumn> => ({
  address: textIn(about.address) ?? null,
  request: textIn(about.request) ?? null,
  item: textIn(about.item) ?? null,
});

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
  begun,
  about,
}: Omit<ActRow, 'hash' | 'signature' | FilterColumn>) =>
  createHash('sha256')
    .update(previous + JSON.stringify([number, id, at, actor, operation, target, outcome, begun, about]))
    .digest('hex');

const isWhole = (row: ActRow): boolean => hashOf(row) === row.hash;

/** Signs what only the portal may say of the chain: HMAC-SHA256 (RFC 2104) under a key of its own (HKDF, RFC 5869). */
type Sign = (text: string) => string;

const signer = (secret: string): Sign => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'acts of administrators', 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex');
};

/** The statement that the acts up to one were deleted by age. */
const prunedText = (number: number, hash: string): string => `pruned ${number} ${hash}`;

const parsedAbout = z
  .string()
  .transform((json): unknown => parseExactly(json))
  .pipe(z.record(z.string(), z.unknown()))
  .catch({});

const actOf = ({ id, at, actor, operation, target, outcome, about, hash }: ActRow): Act => ({
  id,
  at,
  actor,
  operation,
  target,
  outcome,
  about: parsedAbout.parse(about),
  hash,
});

/** Locks the newest act's place: in SQLite the whole database. */
const lockHead = (transaction: Database) =>
  transaction
    .updateTable('act_head')
    .set((row) => ({ number: row.ref('number') }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Appends an act to the chain. Replicas wait for each other. */
const recordAct = (
  database: Database,
  { actor, operation, target = '', outcome, begun = '', about }: NewAct,
  sign: Sign,
) =>
  database.transaction().execute(async (transaction) => {
    const head = await lockHead(transaction);
    const row = {
      number: head.number + 1,
      id: newId(),
      at: Date.now(),
      actor: kept(actor),
      operation: kept(operation),
      target: kept(target),
      outcome: kept(outcome),
      begun,
      about: aboutOf(about),
      previous: head.hash,
    };
    const hash = hashOf(row);
    await transaction
      .insertInto('act')
      .values({ ...row, ...filteredBy(about), hash, signature: sign(hash) })
      .execute();
    await transaction.updateTable('act_head').set({ number: row.number, hash }).execute();
    return { id: row.id };
  });

async function readActs(
  database: Database,
  {
    id,
    actor,
    target,
    operation,
    outcome,
    since,
    until,
    after,
    ...filters
  }: ActFilters & { after?: string | undefined },
): Promise<ActPage> {
  const place = numberIn(after);
  let query = database.selectFrom('act').selectAll();
  if (id !== undefined) query = query.where('id', '=', id);
  else
    query = query.where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('act as end')
            .select('end.id')
            .where('end.begun', '!=', '')
            .whereRef('end.begun', '=', 'act.id'),
        ),
      ),
    );
  if (actor !== undefined) query = query.where('actor', 'in', [actor].flat());
  if (target !== undefined) query = query.where('target', 'in', [target].flat());
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (outcome !== undefined)
    query = query.where((row) =>
      row.or([row('outcome', '=', outcome), row('outcome', 'like', `${outcome}: %`)]),
    );
  for (const column of filterColumns)
    if (filters[column] !== undefined) query = query.where(column, '=', filters[column]);
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

/** Returns the newest line's hash, and how many lines are kept. */
async function newestAct(database: Database): Promise<{ hash: string; count: number }> {
  const { hash, number, pruned } = await database
    .selectFrom('act_head')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { hash, count: number - pruned };
}

/**
 * Verifies the chain, from the first act that is left to the newest one.
 *
 * @param options.secret COOKIE_SECRET
 * @param options.noted a hash that was the newest one once: the acts up to it are proved by it, whoever has signed them
 */
export const verifyActs = (
  database: Database,
  { secret, noted }: { secret: string; noted?: string | undefined },
): Promise<ActChain> => {
  const transaction = database.transaction();
  // what is deleted by age meanwhile is still there
  return (isPostgres(database) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
    (snapshot) => verifySnapshot(snapshot, signer(secret), noted),
  );
};

async function verifySnapshot(database: Database, sign: Sign, noted: string | undefined): Promise<ActChain> {
  const head = await database.selectFrom('act_head').selectAll().executeTakeFirstOrThrow();
  const chain: ActChain = { count: 0, from: 0, to: 0, hash: head.prunedHash };
  let number = head.pruned;
  if (number > 0 && sign(prunedText(number, chain.hash)) !== head.prunedSignature)
    return { ...chain, broken: 'start' };
  let isNotedGone = noted !== undefined && noted !== chain.hash;
  let unsigned: ActChain | undefined;
  for (;;) {
    const rows = await database
      .selectFrom('act')
      .selectAll()
      .where('number', '>', chain.count === 0 ? 0 : number)
      .orderBy('number')
      .limit(readAtOnce)
      .execute();
    for (const row of rows) {
      if (row.number !== number + 1 || row.previous !== chain.hash || !isWhole(row))
        return { ...chain, broken: row.id };
      if (row.signature !== sign(row.hash)) unsigned ??= { ...chain, broken: row.id, isUnsigned: true };
      number = row.number;
      if (chain.count === 0) chain.from = row.at;
      chain.count += 1;
      chain.to = row.at;
      chain.hash = row.hash;
      if (row.hash === noted) [unsigned, isNotedGone] = [undefined, false];
    }
    if (rows.length < readAtOnce) break;
  }
  if (number !== head.number || chain.hash !== head.hash) return { ...chain, broken: 'end' };
  if (isNotedGone) return { ...chain, isNotedGone };
  return unsigned ?? chain;
}

/**
 * Deletes some acts before a time, the oldest first, and says up to which and its hash: so what is left is still a chain, from
 * whose start nothing else can be missing.
 *
 * @returns how many
 */
async function pruneSome(database: Database, time: number, sign: Sign): Promise<bigint> {
  const old = database.selectFrom('act').select('number').where('at', '<', time).limit(1);
  // most often there is nothing to lock the chain for
  if (!(await old.executeTakeFirst())) return 0n;
  return database.transaction().execute(async (transaction): Promise<bigint> => {
    const head = await lockHead(transaction);
    const select = transaction.selectFrom('act').selectAll().orderBy('number').limit(1);
    const oldest = await select.executeTakeFirst();
    if (!oldest || oldest.at >= time) return 0n;
    const kept = await select.where('at', '>=', time).executeTakeFirst();
    const number = Math.min((kept?.number ?? head.number + 1) - 1, oldest.number + deletedAtOnce - 1);
    const last = await select.where('number', '=', number).executeTakeFirst();
    const next = await select.where('number', '=', number + 1).executeTakeFirst();
    // a line whose time was changed does not take younger ones along unseen
    const isNext = next ? isWhole(next) && next.previous === last?.hash : last?.signature === sign(head.hash);
    if (last && isWhole(last) && isNext) {
      const [pruned, prunedHash] = [last.number, last.hash];
      const prunedSignature = sign(prunedText(pruned, prunedHash));
      await transaction.updateTable('act_head').set({ pruned, prunedHash, prunedSignature }).execute();
    }
    const deleted = await transaction
      .deleteFrom('act')
      .where('number', '<=', number)
      .executeTakeFirstOrThrow();
    return deleted.numDeletedRows;
  });
}

/**
 * Creates the log of administrators' acts.
 *
 * @param use works with the database once its tables are there
 * @param secret COOKIE_SECRET, with a key of which each act is signed
 */
export const createActs = (
  database: Database,
  use: <Result>(work: () => Promise<Result>) => Promise<Result>,
  secret: string,
  sign = signer(secret),
) => ({
  /** Keeps an act. @returns its id @throws Error if the database does not answer */
  record: (act: NewAct): Promise<{ id: string }> => use(() => recordAct(database, act, sign)),
  /** Reads a page of acts, the latest first. @throws Error if the database does not answer */
  read: (filters: ActFilters & { after?: string | undefined }) => use(() => readActs(database, filters)),
  /** Returns the newest line's hash, and how many lines are kept. @throws Error if the database does not answer */
  newest: () => use(() => newestAct(database)),
  /** Deletes the acts before a time, in milliseconds since 1970. @throws Error if the database does not answer */
  deleteBefore: (time: number) =>
    use(async () => {
      while ((await pruneSome(database, time, sign)) > 0n);
    }),
});

/** The log of administrators' acts. */
export type Acts = ReturnType<typeof createActs>;
