import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ActivityGroup, ActivityKind, OptionalNotice } from '../../shared/activity.ts';
import { SettingsError, type Settings } from '../settings/config.ts';
import { createActs, type Acts } from './acts.ts';
import {
  cancelDeletion,
  endDeletion,
  overdueDeletions,
  planDeletion,
  takeDeletions,
  type PlannedDeletion,
} from './deletions.ts';
import {
  countEvents,
  deleteEventsBefore,
  forgetAccount,
  readEvents,
  readLimited,
  readLog,
  type HistoryPage,
  type LogFilters,
  type LoggedEvent,
  type LogPage,
  type NewEvent,
  type RecordEvent,
} from './events.ts';
import { migrate } from './migrations.ts';
import {
  deleteMailsBefore,
  keepMail,
  readMails,
  readMuted,
  rowsOf,
  waitingNotices,
  writeMuted,
  writeRows,
  type EventRows,
  type OwnMail,
} from './notices.ts';
import { createOutbox, type SendNotice } from './outbox.ts';
import { openDatabase } from './openDatabase.ts';
import { createPeople, type People } from './people.ts';
import { inTurn } from './turns.ts';
import { writeQueue } from './writeQueue.ts';

/** How long to wait before the database is tried again, in milliseconds. */
const retryMs = 5000;

/** How often what is too old is deleted, in milliseconds: an hour. */
const sweepMs = 3_600_000;

const dayMs = 24 * 3_600_000;

/** How long the portal's own mails are listed, in milliseconds: as long as Kratos' clean-up keeps its own. */
const mailsMs = 30 * dayMs;

/** After which time a deletion that is not done is late, in milliseconds: an hour. */
const overdueMs = 3_600_000;

type StoreSettings = Pick<
  Settings,
  'COOKIE_SECRET' | 'DATABASE_URL' | 'DATA_DIRECTORY' | 'HISTORY_DAYS' | 'HISTORY_WAIT_MS' | 'STORE_FAILURE'
>;

/** The accounts that are to be deleted. */
export interface Deletions {
  plan: (planned: PlannedDeletion) => Promise<unknown>;
  /** Takes those that are due. No other replica gets them until a time, in milliseconds since 1970. */
  take: (until: number) => Promise<PlannedDeletion[]>;
  cancel: (planned: PlannedDeletion) => Promise<unknown>;
  /** Deletes what is kept of an account that is deleted, and tells its owner so. */
  end: (planned: PlannedDeletion) => Promise<unknown>;
}

/** What waits in the database. */
export interface Backlog {
  /** How many mails about events wait to be sent. */
  notices: number;
  /** For how long the oldest of them has waited, in milliseconds. */
  oldestNoticeMs: number;
  /** How many accounts should have been deleted an hour ago. */
  overdueDeletions: number;
}

/** Gets what happens to accounts. */
export type Watcher = (event: Pick<NewEvent, 'identity' | 'kind'>) => void;

/** What the portal keeps. */
export interface Store {
  /**
   * Records what happened to an account. Resolves once it is written, at the latest after HISTORY_WAIT_MS: it is written
   * later, then. Never rejects.
   */
  record: RecordEvent;
  /**
   * Reads a page of an account's history, the latest event first.
   *
   * @param options.after the token of the page before
   * @throws Error if the database does not answer
   */
  history: (
    identity: string,
    options: { group?: ActivityGroup | undefined; after?: string | undefined },
  ) => Promise<HistoryPage>;
  /** Reads about which events somebody wants no mail. @throws Error if the database does not answer */
  muted: (identity: string) => Promise<OptionalNotice[]>;
  /** Keeps about which events somebody wants no mail. @throws Error if the database does not answer */
  mute: (identity: string, kinds: readonly OptionalNotice[]) => Promise<unknown>;
  /** Sends the mails about events from now on. */
  sendNotices: (send: SendNotice) => void;
  /** The portal's own mails. Each call may throw Error: the database does not answer. */
  mails: {
    /** Keeps that a mail with a code was sent, or why not. */
    keep: (mail: Pick<OwnMail, 'identity' | 'address' | 'error'>) => Promise<unknown>;
    /** Reads a page of them, the latest first. @param options.after the token of the page before */
    read: (options: Parameters<typeof readMails>[1]) => ReturnType<typeof readMails>;
  };
  /** The accounts that are to be deleted. Each call may throw Error: the database does not answer. */
  deletions: Deletions;
  /** Counts the events that wait in this process while the database is away, and those that found no place since its start. */
  eventCounts: () => { waiting: number; lost: number };
  /** Counts what waits in the database. @throws Error if it does not answer */
  backlog: () => Promise<Backlog>;
  /**
   * Runs the work of each key one after another, in all replicas. Where the database does not answer, the work runs at once.
   *
   * @returns what the work returns
   */
  inTurn: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** The index of people. */
  people: People;
  /** The log of administrators' acts. */
  acts: Acts;
  /**
   * Reads a page of the events of all accounts, the latest first.
   *
   * @param filters.after the token of the page before
   * @throws Error if the database does not answer
   */
  log: (filters: LogFilters & { after?: string | undefined }) => Promise<LogPage>;
  /** Counts the events since a time, in milliseconds since 1970, by their kind. @throws Error if the database does not answer */
  counts: (since: number) => Promise<Partial<Record<ActivityKind, number>>>;
  /** Lists the accounts that a limit refuses now, each by its latest event. @throws Error if the database does not answer */
  limitedNow: () => Promise<LoggedEvent[]>;
  /** Calls a function from now on with what happens to each account, also that it is gone (`accountDeleted`). */
  watch: (watcher: Watcher) => void;
  /** Deletes what is kept of an account that is deleted. Never rejects: what stays goes with its age. */
  forget: (identity: string) => Promise<void>;
  /** Writes what waits, and closes the database. */
  close: () => Promise<void>;
}

/** Why a database does not answer: not the whole error, which may quote a statement's values. */
const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  // PostgreSQL's messages quote values in its classes 22 and 23 alone; those of Node's codes say no more than the code
  const isQuoting = /^(?:22|23)/.test(code ?? '');
  const says = /^[0-9A-Z]{5}$/.test(code ?? '') && !isQuoting ? [code, message] : [code ?? message];
  return says.join(' ').slice(0, 200);
};

/**
 * Opens the store, and brings its tables up to date. While the database cannot be opened, the portal serves without history,
 * and what happens meanwhile waits, up to a bound.
 *
 * @throws SettingsError if the database cannot be opened and STORE_FAILURE is `refuse`
 */
export async function openStore(settings: StoreSettings, log: Logger): Promise<Store> {
  const database = openDatabase(settings);
  let isReady = false;
  const ready = async (): Promise<void> => {
    if (isReady) return;
    await migrate(database, (line) => log.warn(line));
    isReady = true;
  };
  const use = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      await ready();
      return await work();
    } catch (error) {
      // a backup that has been restored may have other tables
      isReady = false;
      throw error;
    }
  };
  const acts = createActs(database, use, settings.COOKIE_SECRET);
  const sweep = (): void => {
    const time = Date.now() - settings.HISTORY_DAYS * dayMs;
    const swept = [
      use(() => deleteEventsBefore(database, time)),
      use(() => deleteMailsBefore(database, Math.max(time, Date.now() - mailsMs))),
      acts.deleteBefore(time),
    ];
    void Promise.all(swept).catch((error: unknown) =>
      log.warn({ reason: reasonOf(error) }, 'old events and acts were not deleted'),
    );
  };
  try {
    await ready();
    sweep();
  } catch (error) {
    const reason = reasonOf(error);
    const setting = settings.DATABASE_URL === undefined ? 'DATA_DIRECTORY' : 'DATABASE_URL';
    if (settings.STORE_FAILURE === 'refuse')
      throw new SettingsError([`${setting}: the database cannot be opened (${reason})`]);
    log.error({ reason }, `${setting}: the portal serves without history until its database can be opened`);
  }
  const sweeping = setInterval(sweep, sweepMs).unref();

  const queue = writeQueue({
    write: (rows: EventRows[]) =>
      use(async () => {
        await writeRows(database, rows);
        if (rows.some(({ notices }) => notices.length > 0)) outbox?.look();
      }),
    retryMs,
    onFailure: (error) => log.error({ reason: reasonOf(error) }, 'events cannot be written, and wait'),
    onRecovery: (lost) =>
      log[lost > 0 ? 'error' : 'info']({ lost }, 'events are written again; those that did not fit are lost'),
  });
  let outbox: ReturnType<typeof createOutbox> | undefined;
  let watcher: Watcher | undefined;
  return {
    record: async (event) => {
      watcher?.(event);
      await Promise.race([
        queue.add(rowsOf(event)),
        pause(settings.HISTORY_WAIT_MS, undefined, { ref: false }),
      ]);
    },
    history: async (identity, options) => {
      try {
        return await use(() => readEvents(database, identity, options));
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'the history cannot be read');
        throw error;
      }
    },
    muted: (identity) => use(() => readMuted(database, identity)),
    mute: (identity, kinds) => use(() => writeMuted(database, identity, kinds)),
    sendNotices: (send) => {
      outbox = createOutbox({ database, use, send, log });
    },
    mails: {
      keep: (mail) => use(() => keepMail(database, mail)),
      read: (options) => use(() => readMails(database, options)),
    },
    deletions: {
      plan: (planned) => use(() => planDeletion(database, planned)),
      take: (until) => use(() => takeDeletions(database, until)),
      cancel: (planned) => use(() => cancelDeletion(database, planned)),
      end: (planned) =>
        use(async () => {
          await endDeletion(database, planned);
          watcher?.({ identity: planned.identity, kind: 'accountDeleted' });
          outbox?.look();
        }),
    },
    eventCounts: queue.counts,
    backlog: () =>
      use(async () => {
        const [overdue, { count, oldest }] = await Promise.all([
          overdueDeletions(database, Date.now() - overdueMs),
          waitingNotices(database),
        ]);
        return { notices: count, oldestNoticeMs: Date.now() - oldest, overdueDeletions: overdue };
      }),
    inTurn: (key, work) => inTurn(database, key, work),
    people: createPeople(database, use),
    acts: {
      ...acts,
      record: async (act) => {
        try {
          return await acts.record(act);
        } catch (error) {
          log.error({ reason: reasonOf(error) }, 'an act of an administrator cannot be kept');
          throw error;
        }
      },
    },
    log: (filters) => use(() => readLog(database, filters)),
    counts: (since) => use(() => countEvents(database, since)),
    limitedNow: () => use(() => readLimited(database)),
    watch: (given) => {
      watcher = given;
    },
    forget: async (identity) => {
      watcher?.({ identity, kind: 'accountDeleted' });
      try {
        await use(() => forgetAccount(database, identity));
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'the history of a deleted account was not deleted');
      }
    },
    close: async () => {
      clearInterval(sweeping);
      await outbox?.close();
      const lost = await queue.close();
      if (lost > 0) log.error({ lost }, 'events that could not be written are lost');
      await database.destroy();
    },
  };
}
