import type { Logger } from 'pino';
import {
  countBefore,
  deleteNotice,
  endNotice,
  giveUpNotices,
  putOffNotice,
  takeNotices,
  wasSignedInBefore,
  type WaitingNotice,
} from './notices.ts';
import type { Database } from './tables.ts';

/** How often a replica looks for notices that are due: those of others, and those that could not be sent. */
const lookMs = 15_000;

/** For how long a replica has a notice to itself: longer than a mail server is waited for. */
const leaseMs = 120_000;

/** For how long a notice is tried. */
const tryMs = 24 * 3_600_000;

/** After which time one that could not be sent is tried again: as old as it is, within these bounds. */
const [shortestPauseMs, longestPauseMs] = [lookMs, 30 * 60_000];

/** About how many events of one kind an account gets mails in an hour: nobody is to bury one mail under many others. */
const mostAnHour = 10;

/** After how many sign-ins in an hour none is told any more: their own count, too, of which they are not told. */
const mostSignInsAnHour = 50;

const hourMs = 3_600_000;

/** The longest answer of a mail server that is kept, in characters. */
const longestError = 300;

/** Returns why a mail could not be sent: what the mail server has answered, or what kept it from being reached. */
export function mailError(error: unknown): string {
  const { response, message } = error as { response?: string; message?: string };
  return (response ?? message ?? 'unknown').slice(0, longestError);
}

/** Sends a mail about an event. @returns false if none are sent @throws Error if the mail server does not take it */
export type SendNotice = (notice: WaitingNotice) => Promise<unknown>;

/**
 * Sends the notices that wait in the database, each by one replica, for a day. One that is sent when the process is killed
 * before that is kept is sent again, with the same Message-ID.
 */
export function createOutbox({
  database,
  use,
  send,
  log,
}: {
  database: Database;
  /** Works with the database once its tables are there. */
  use: (work: () => Promise<void>) => Promise<void>;
  send: SendNotice;
  log: Logger;
}) {
  let running: Promise<void> | undefined;
  let isClosed = false;
  let again = false;

  const isWanted = async (notice: WaitingNotice): Promise<boolean> => {
    const { kind, identity, at } = notice;
    const most = kind === 'signedIn' ? mostSignInsAnHour : mostAnHour;
    // each change of an address has another reader, or another address to put back
    if (kind !== 'addressChanged' && (await countBefore(database, notice, hourMs)) >= most) return false;
    // the first browser of all is nobody else's
    return kind !== 'signedIn' || (await wasSignedInBefore(database, identity, at));
  };
  const deliver = async (notice: WaitingNotice): Promise<void> => {
    let isSent: boolean;
    try {
      isSent = (await isWanted(notice)) && (await send(notice)) !== false;
    } catch (error) {
      const age = Date.now() - notice.at;
      const pause = Math.min(Math.max(age, shortestPauseMs), longestPauseMs);
      log.warn(
        { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' },
        'a notice could not be sent, and waits',
      );
      await putOffNotice(database, notice, Date.now() + pause, mailError(error));
      return;
    }
    await (isSent ? endNotice : deleteNotice)(database, notice);
  };
  const run = async (): Promise<void> => {
    const lost = await giveUpNotices(database, Date.now() - tryMs);
    if (lost > 0) log.error({ lost }, 'notices could not be sent for a day, and are given up');
    while (!isClosed) {
      const taken = await takeNotices(database, Date.now() + leaseMs);
      if (taken.length === 0) break;
      for (const notice of taken) await deliver(notice);
    }
  };
  const look = (): void => {
    if (isClosed) return;
    again = running !== undefined;
    running ??= use(run)
      // without the database they wait; the store says so
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (again) look();
      });
  };
  const looking = setInterval(look, lookMs).unref();
  look();
  return {
    /** Looks for notices that are due. */
    look,
    /** Ends; a mail that is being sent is finished. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearInterval(looking);
      await running;
    },
  };
}
