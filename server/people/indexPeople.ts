import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ActivityKind } from '../../shared/activity.ts';
import type { Store } from '../store/store.ts';
import type { Identities } from '../upstreams/identities.ts';
import { personOf } from './personOf.ts';

/** How often a replica looks whether there is something to fill in, in milliseconds. */
const lookMs = 15_000;

/** For how long a replica has the filling to itself, besides its pauses: longer than Kratos is waited for. */
const leaseMs = 2 * 60_000;

/** How many times as long as a page took, with its writing, nothing is read: people come first. */
const pauses = 9;

/** How long an account that changes is waited for, in milliseconds: most changes are several events. */
const settleMs = 1000;

/** How many accounts wait at most to be read again; others are read with the next round. */
const mostWaiting = 1000;

/** Events that change nothing of an account, and that strangers can cause in any number. */
const idle = new Set<ActivityKind>(['signInFailed', 'limited', 'codeMailed']);

interface IndexOptions {
  identities: Pick<Identities, 'list' | 'find'>;
  store: Pick<Store, 'people' | 'watch'>;
  log: Logger;
}

/** The index of people, which follows what happens to accounts. */
export interface PeopleIndex {
  /** Reads an identity again, a second later. What cannot be read is read with the next round. */
  refresh: (identity: string) => void;
  /** Stops reading; a filling goes on where another replica, or the next start, takes it. */
  stop: () => void;
}

/**
 * Fills the index of people from Kratos' list, once a day and slowly, each time by one replica; and reads each account again to
 * which something happens, except for a sign-in, which changes its time alone, and what strangers try.
 */
export function indexPeople({ identities, store: { people, watch }, log }: IndexOptions): PeopleIndex {
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopped = (): boolean => signal.aborted;
  let isFilling = false;
  let isFailing = false;

  const fill = async (): Promise<void> => {
    let round = await people.takeRound(leaseMs);
    while (round && !isStopped()) {
      const began = performance.now();
      const page = await identities.list(round.token || undefined);
      if (!page) {
        await people.rebuild();
        round = await people.takeRound(leaseMs);
        continue;
      }
      await people.put(page.accounts.map(personOf));
      const pauseMs = Math.round(pauses * (performance.now() - began));
      const goesOn = await people.advance(round, page.next, leaseMs + pauseMs);
      isFailing = false;
      round = goesOn && page.next !== undefined ? { ...round, token: page.next } : undefined;
      await pause(pauseMs, undefined, { ref: false, signal });
    }
  };
  const look = (): void => {
    if (isFilling) return;
    isFilling = true;
    void fill()
      .catch((err: unknown) => {
        if (!isFailing && !isStopped())
          log.warn({ err }, 'the index of people is not filled, and goes on later');
        isFailing = true;
      })
      .finally(() => {
        isFilling = false;
      });
  };

  const waiting = new Set<string>();
  let settling: NodeJS.Timeout | undefined;
  const read = async (): Promise<void> => {
    for (const identity of [...waiting]) {
      if (isStopped()) return;
      // before it is asked for: what happens from now on is another change
      waiting.delete(identity);
      try {
        const account = await identities.find(identity);
        await (account ? people.put([personOf(account)]) : people.remove(identity));
      } catch (err) {
        log.debug({ err }, 'an account in the index of people is read with the next round');
      }
    }
  };
  const settle = (): void => {
    settling ??= setTimeout(() => {
      void read().finally(() => {
        settling = undefined;
        if (waiting.size > 0 && !isStopped()) settle();
      });
    }, settleMs).unref();
  };
  const refresh = (identity: string): void => {
    if (isStopped() || (waiting.size >= mostWaiting && !waiting.has(identity))) return;
    waiting.add(identity);
    settle();
  };
  watch(({ identity, kind }) => {
    if (idle.has(kind)) return;
    if (kind !== 'signedIn') {
      refresh(identity);
      return;
    }
    people.signedIn(identity, Date.now()).then(
      (isKnown) => {
        if (!isKnown) refresh(identity);
      },
      () => undefined,
    );
  });

  const looking = setInterval(look, lookMs).unref();
  look();
  return {
    refresh,
    stop: () => {
      stopping.abort();
      clearInterval(looking);
      clearTimeout(settling);
    },
  };
}
