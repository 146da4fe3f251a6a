import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  activityGroups,
  isActivityKind,
  type Activity,
  type ActivityAbout,
  type ActivityGroup,
  type ActivityKind,
} from '../../shared/activity.ts';
import type { Recipient } from './recipient.ts';
import type { Database, Tables } from './tables.ts';

/** How many events a page of the history has. */
const pageSize = 50;

/** The longest text that is kept of what a browser or an application says about itself. */
const longest = 300;

/** What happened. */
export interface Happened {
  kind: ActivityKind;
  about?: ActivityAbout;
}

/** What happened to an account just now. */
export interface NewEvent extends Happened {
  /** The id of the identity. */
  identity: string;
  /** Who is told of it by mail; nobody by default. */
  recipient?: Recipient | undefined;
}

/** Records what happened; never rejects. */
export type RecordEvent = (event: NewEvent) => Promise<void>;

/** A row of the table, to write. */
export type EventRow = Tables['event'];

/** An event of any account. */
export interface LoggedEvent extends Activity {
  /** The id of the identity. */
  identity: string;
}

/** Which events of the log are wanted; each is absent where it does not matter. */
export interface LogFilters {
  /** Those of one account, or of any of several, by the ids of their identities. */
  identity?: string | readonly string[] | undefined;
  kinds?: readonly ActivityKind[] | undefined;
  /** From where, in which request, about which application. */
  address?: string | undefined;
  request?: string | undefined;
  client?: string | undefined;
  /** In milliseconds since 1970: from this time on, and before that one. */
  since?: number | undefined;
  until?: number | undefined;
}

/** A page of events, the latest first. */
interface EventPage<Event> {
  events: Event[];
  /** The token of the page that follows, with what happened before; undefined on the last one. */
  next: string | undefined;
  /** Whether it has the latest events: no valid token was given. */
  isFirst: boolean;
}

/** A page of an account's history. */
export type HistoryPage = EventPage<Activity>;

/** A page of the events of all accounts. */
export type LogPage = EventPage<LoggedEvent>;

/** A row as it may stand there: written by another release, perhaps. */
export const storedEvent = z.object({
  id: z.string(),
  kind: z.custom<ActivityKind>(isActivityKind),
  at: z.coerce.number(),
  about: z.string().transform((json): ActivityAbout => {
    const parsed: unknown = JSON.parse(json);
    return z.record(z.string(), z.string()).catch({}).parse(parsed);
  }),
});

const loggedEvent = storedEvent.extend({ identity: z.string() });

/** Where a page begins: after this event. */
const token = z.tuple([z.coerce.number().int(), z.uuid()]);

const tokenOf = ({ at, id }: EventRow): string => Buffer.from(`${at} ${id}`).toString('base64url');

const placeOf = (text: string | undefined) =>
  token.safeParse(
    Buffer.from(text ?? '', 'base64url')
      .toString()
      .split(' '),
  ).data;

const shortened = (about: ActivityAbout): ActivityAbout =>
  Object.fromEntries(
    Object.entries(about).flatMap(([name, value]: [string, string | undefined]) =>
      value === undefined ? [] : [[name, value.slice(0, longest)]],
    ),
  );

/** Returns the row of an event that happens now. */
export function rowOf({ identity, kind, about = {} }: NewEvent): EventRow {
  const kept = shortened(about);
  return {
    id: randomUUID(),
    identity,
    kind,
    at: Date.now(),
    about: JSON.stringify(kept),
    address: kept.from ?? null,
    request: kept.request ?? null,
    client: kept.client ?? null,
  };
}

/** Writes rows; one that is there already stays. @returns the ids of the new ones */
export async function writeEvents(database: Database, rows: EventRow[]): Promise<Set<string>> {
  const written = await database
    .insertInto('event')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return new Set(written.map(({ id }) => id));
}

/** How many old events one statement deletes, so that it ends in time and new ones are written in between. */
const deletedAtOnce = 5000;

/** Deletes what happened before a time, in milliseconds since 1970. Any replica may do it at any time. */
export async function deleteEventsBefore(database: Database, time: number): Promise<void> {
  const oldest = database
    .selectFrom('event')
    .select('id')
    .where('at', '<', time)
    .orderBy('at')
    .limit(deletedAtOnce);
  let deleted: bigint;
  do {
    const { numDeletedRows } = await database
      .deleteFrom('event')
      .where('id', 'in', oldest)
      .executeTakeFirstOrThrow();
    deleted = numDeletedRows;
  } while (deleted > 0n);
}

/** Deletes the history and choices of an account, the mails that wait, and its place in the index of people. */
export async function forgetAccount(database: Database, identity: string): Promise<void> {
  for (const table of ['event', 'notice', 'preference', 'person'] as const)
    await database.deleteFrom(table).where('identity', '=', identity).execute();
}

/** Reads a page of the log. @throws Error if the database does not answer */
export async function readLog(
  database: Database,
  { identity, kinds: wanted, since, until, after, ...filters }: LogFilters & { after?: string | undefined },
): Promise<LogPage> {
  const place = placeOf(after);
  let query = database.selectFrom('event').selectAll();
  if (identity !== undefined) query = query.where('identity', 'in', [identity].flat());
  // one more, because PostgreSQL takes no empty list
  if (wanted) query = query.where('kind', 'in', ['', ...wanted]);
  for (const column of ['address', 'request', 'client'] as const)
    if (filters[column] !== undefined) query = query.where(column, '=', filters[column]);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (place) {
    const [at, id] = place;
    query = query
      // again, for an index
      .where('at', '<=', at)
      .where((row) => row.or([row('at', '<', at), row('id', '<', id)]));
  }
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const events = rows.slice(0, pageSize).flatMap((row) => loggedEvent.safeParse(row).data ?? []);
  // also of a kind that only another release knows
  const last = rows[pageSize - 1];
  return {
    events,
    next: rows.length > pageSize && last ? tokenOf(last) : undefined,
    isFirst: place === undefined,
  };
}

/** Reads a page of an account's history. @throws Error if the database does not answer */
export async function readEvents(
  database: Database,
  identity: string,
  { group, after }: { group?: ActivityGroup | undefined; after?: string | undefined },
): Promise<HistoryPage> {
  const page = await readLog(database, { identity, kinds: group && activityGroups[group], after });
  return { ...page, events: page.events.map(({ identity: _identity, ...event }) => event) };
}

/** Counts the events since a time, in milliseconds since 1970, by their kind. */
export async function countEvents(
  database: Database,
  since: number,
): Promise<Partial<Record<ActivityKind, number>>> {
  const rows = await database
    .selectFrom('event')
    .select(['kind', (select) => select.fn.countAll<number>().as('count')])
    .where('at', '>=', since)
    .groupBy('kind')
    .execute();
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** For how long a limit refuses at most, in milliseconds: a day. */
const longestLimitMs = 24 * 3_600_000;

/** How many events about limits are read at most. */
const mostLimited = 1000;

/** Lists the accounts that a limit refuses, each by its latest event; not those whose limits were lifted. */
export async function readLimited(database: Database): Promise<LoggedEvent[]> {
  const now = Date.now();
  const rows = await database
    .selectFrom('event')
    .selectAll()
    .where('at', '>', now - longestLimitMs)
    .where('kind', 'in', ['limited', 'limitsLifted'])
    .orderBy('at', 'desc')
    .limit(mostLimited)
    .execute();
  const latest = new Map<string, LoggedEvent>();
  for (const event of rows.flatMap((row) => loggedEvent.safeParse(row).data ?? []))
    if (!latest.has(event.identity)) latest.set(event.identity, event);
  return [...latest.values()].filter(
    ({ kind, about }) => kind === 'limited' && Date.parse(about.until ?? '') > now,
  );
}
