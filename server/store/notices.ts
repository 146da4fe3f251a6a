import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { optionalNotices, type Activity, type OptionalNotice } from '../../shared/activity.ts';
import { rowOf, storedEvent, writeEvents, type EventRow, type NewEvent } from './events.ts';
import type { Recipient } from './recipient.ts';
import type { Database, Tables } from './tables.ts';

/** A mail about an event that waits to be sent. */
export interface WaitingNotice extends Activity {
  identity: string;
  address: string;
  /** A language's name; empty if it was not known. */
  locale: string;
}

type NoticeRow = Tables['notice'];

/** The rows of an event, and of the mails about it. */
export interface EventRows {
  event: EventRow;
  notices: NoticeRow[];
}

/** Of how many events one replica takes the notices at once. */
const batchSize = 20;

/** How many mails a page has. */
const mailsOnPage = 25;

/** After which mail a page begins. */
const mailToken = z.tuple([z.coerce.number().int(), z.string(), z.string()]);

const waitingNotice = storedEvent.omit({ id: true }).extend({
  event: z.string(),
  address: z.string(),
  identity: z.string(),
  locale: z.string(),
  due: z.coerce.number(),
});

const noticeRows = (
  { id, identity, kind, at, about }: EventRow,
  { addresses, locale }: Recipient,
): NoticeRow[] =>
  [...new Set(addresses)].map((address) => ({
    event: id,
    address,
    identity,
    kind,
    at,
    about,
    locale: locale ?? '',
    due: at,
    ended: null,
    error: '',
  }));

/** Returns the rows of an event that happens now. */
export function rowsOf({ recipient, ...happened }: NewEvent): EventRows {
  const event = rowOf(happened);
  return { event, notices: recipient ? noticeRows(event, recipient) : [] };
}

/** Returns the mails about an event that their reader wants now: whoever turns them off does not turn off those about before. */
async function wantedNotices(
  database: Database,
  { event: { identity, kind }, notices }: EventRows,
): Promise<NoticeRow[]> {
  const optional = optionalNotices.find((one) => one === kind);
  if (optional === undefined || notices.length === 0) return notices;
  return (await readMuted(database, identity)).includes(optional) ? [] : notices;
}

/** Writes events, and the mails about those that are new. */
export const writeRows = (database: Database, rows: readonly EventRows[]): Promise<unknown> =>
  database.transaction().execute(async (transaction) => {
    const events = rows.map(({ event }) => event);
    const written = await writeEvents(transaction, events);
    const notices: NoticeRow[] = [];
    for (const row of rows)
      if (written.has(row.event.id)) notices.push(...(await wantedNotices(transaction, row)));
    if (notices.length > 0) await transaction.insertInto('notice').values(notices).execute();
  });

const isRow = (notice: Pick<WaitingNotice, 'id' | 'address'>) => ({
  event: notice.id,
  address: notice.address,
});

/**
 * Takes notices that are due. No other replica gets them until a time; then they are due again.
 *
 * @param until in milliseconds since 1970
 */
export async function takeNotices(database: Database, until: number): Promise<WaitingNotice[]> {
  const now = Date.now();
  const taken = await database
    .updateTable('notice')
    .set({ due: until })
    // again for each row: another replica may have taken it since they were chosen
    .where('due', '<=', now)
    .where('event', 'in', (select) =>
      select.selectFrom('notice').select('event').where('due', '<=', now).orderBy('due').limit(batchSize),
    )
    .returningAll()
    .execute();
  // one of a kind that only another release knows is that one's
  const notices = taken.flatMap((row) => waitingNotice.safeParse(row).data ?? []);
  return notices.map((notice) => ({ ...notice, id: notice.event })).toSorted((a, b) => a.at - b.at);
}

/** Deletes a notice that is not to be sent. */
export const deleteNotice = (database: Database, notice: WaitingNotice): Promise<unknown> =>
  database
    .deleteFrom('notice')
    .where((row) => row.and(isRow(notice)))
    .execute();

/** What a notice is kept as that has ended: nothing takes it any more. */
const endedNow = () => ({ ended: Date.now(), due: Number.MAX_SAFE_INTEGER });

/** The last mail to somebody who is gone: nothing is kept of them. */
const farewell = 'accountDeleted';

/** Keeps that a notice was sent; nothing of an account that is gone. */
export const endNotice = (database: Database, notice: WaitingNotice): Promise<unknown> =>
  notice.kind === farewell
    ? deleteNotice(database, notice)
    : database
        .updateTable('notice')
        .set({ ...endedNow(), error: '' })
        .where((row) => row.and(isRow(notice)))
        .execute();

/** Puts a notice off. @param due in milliseconds since 1970 @param error why it could not be sent */
export const putOffNotice = (
  database: Database,
  notice: WaitingNotice,
  due: number,
  error: string,
): Promise<unknown> =>
  database
    .updateTable('notice')
    .set({ due, error })
    .where((row) => row.and(isRow(notice)))
    .execute();

/** Gives up the notices of events before a time, in milliseconds since 1970, that were not sent. @returns how many */
export async function giveUpNotices(database: Database, time: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('notice')
    .set({ ...endedNow(), error: sql<string>`case when error = '' then 'unknown' else error end` })
    .where('ended', 'is', null)
    .where('at', '<', time)
    .executeTakeFirst();
  await database.deleteFrom('notice').where('ended', 'is not', null).where('kind', '=', farewell).execute();
  return Number(numUpdatedRows);
}

/** Deletes the mails before a time, in milliseconds since 1970, that have ended. */
export const deleteMailsBefore = (database: Database, time: number): Promise<unknown> =>
  database.deleteFrom('notice').where('at', '<', time).where('ended', 'is not', null).execute();

/** A mail of the portal's own, as it is kept. */
export interface OwnMail {
  id: string;
  at: number;
  /** The kind of the event that it is about, or `recoveryCode`. */
  kind: string;
  identity: string;
  address: string;
  status: 'queued' | 'sent' | 'abandoned';
  /** Why it is not sent; empty for no reason. */
  error: string;
}

/** Keeps a mail with a code that was sent at once, or could not be. */
export const keepMail = (
  database: Database,
  mail: Pick<OwnMail, 'identity' | 'address' | 'error'>,
): Promise<unknown> =>
  database
    .insertInto('notice')
    .values({
      ...mail,
      event: randomUUID(),
      kind: 'recoveryCode',
      at: Date.now(),
      about: '{}',
      locale: '',
      ...endedNow(),
    })
    .execute();

function statusOf(ended: number | null, error: string): OwnMail['status'] {
  if (ended === null) return 'queued';
  return error === '' ? 'sent' : 'abandoned';
}

/** Reads a page of the portal's own mails, the latest first. @param options.after the token of the page before */
export async function readMails(
  database: Database,
  options: {
    status?: OwnMail['status'] | undefined;
    addresses?: readonly string[] | undefined;
    after?: string | undefined;
  },
): Promise<{ mails: OwnMail[]; next: string | undefined }> {
  const { status, addresses, after } = options;
  let query = database.selectFrom('notice').selectAll();
  if (status === 'queued') query = query.where('ended', 'is', null);
  else if (status !== undefined)
    query = query.where('ended', 'is not', null).where('error', status === 'sent' ? '=' : '!=', '');
  if (addresses) query = query.where('address', 'in', ['', ...addresses]);
  const place = mailToken.safeParse(after?.split(' ')).data;
  if (place) {
    const [at, event, address] = place;
    query = query
      // again, for an index
      .where('at', '<=', at)
      .where((row) =>
        row.or([
          row('at', '<', at),
          row.and([row('at', '=', at), row('event', '<', event)]),
          row.and([row('at', '=', at), row('event', '=', event), row('address', '<', address)]),
        ]),
      );
  }
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('event', 'desc')
    .orderBy('address', 'desc')
    .limit(mailsOnPage + 1)
    .execute();
  const last = rows[mailsOnPage - 1];
  return {
    mails: rows.slice(0, mailsOnPage).map(({ event, at, kind, identity, address, ended, error }) => ({
      id: event,
      at,
      kind,
      identity,
      address,
      status: statusOf(ended, error),
      error,
    })),
    next: rows.length > mailsOnPage && last ? `${last.at} ${last.event} ${last.address}` : undefined,
  };
}

/** Counts the notices that wait. @returns also when the oldest event among them happened, in milliseconds since 1970 */
export async function waitingNotices(database: Database): Promise<{ count: number; oldest: number }> {
  const row = await database
    .selectFrom('notice')
    .where('ended', 'is', null)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('at').as('oldest')])
    .executeTakeFirst();
  return { count: row?.count ?? 0, oldest: row?.oldest ?? Date.now() };
}

/** Whether an account was signed in to before an event. */
export async function wasSignedInBefore(database: Database, identity: string, at: number): Promise<boolean> {
  const row = await database
    .selectFrom('event')
    .select('id')
    .where('identity', '=', identity)
    .where('at', '<', at)
    .where('kind', '=', 'signedIn')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the events of an event's kind, of the same account, in some time before it, in milliseconds. */
export async function countBefore(
  database: Database,
  { identity, kind, at }: Pick<WaitingNotice, 'identity' | 'kind' | 'at'>,
  ms: number,
): Promise<number> {
  const row = await database
    .selectFrom('event')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('identity', '=', identity)
    .where('kind', '=', kind)
    .where('at', '<', at)
    .where('at', '>=', at - ms)
    .executeTakeFirst();
  return row?.count ?? 0;
}

const mutedKinds = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(z.array(z.string()));

/** Returns about which kinds of events somebody wants no mail. */
export async function readMuted(database: Database, identity: string): Promise<OptionalNotice[]> {
  const row = await database
    .selectFrom('preference')
    .select('muted')
    .where('identity', '=', identity)
    .executeTakeFirst();
  const muted = mutedKinds.safeParse(row?.muted).data ?? [];
  return optionalNotices.filter((kind) => muted.includes(kind));
}

/** Keeps about which kinds of events somebody wants no mail. */
export const writeMuted = (
  database: Database,
  identity: string,
  kinds: readonly OptionalNotice[],
): Promise<unknown> => {
  const muted = JSON.stringify(kinds);
  return database
    .insertInto('preference')
    .values({ identity, muted })
    .onConflict((conflict) => conflict.column('identity').doUpdateSet({ muted }))
    .execute();
};
