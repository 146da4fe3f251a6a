import type { Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { readSum, sumSnapshots, totalsIn, type Snapshot } from '../metrics/sumSnapshots.ts';
import type { Exposition } from '../metrics/exposition.ts';
import type { ToWorker } from './messages.ts';

/** How long a worker may take to answer before its earlier values count again, in milliseconds. */
const answerMs = 2000;

/** Adds up the metrics of all workers, including those that have exited. */
export interface GatheredMetrics extends Exposition {
  /** Keeps the values that a worker has sent. */
  keep: (worker: Worker, snapshot: Snapshot) => void;
  /** Keeps the last totals of a worker that has exited, so that no counter ever falls. */
  end: (worker: Worker) => void;
}

/**
 * Creates the sum.
 *
 * @param own returns the values of this process
 * @param workers returns the workers to ask
 */
export function gatherMetrics(own: () => Promise<Snapshot>, workers: () => Worker[]): GatheredMetrics {
  const latest = new Map<Worker, Snapshot>();
  const waiting = new Map<Worker, Set<() => void>>();
  /** The totals of workers that have exited. */
  let ended: Promise<Snapshot> = Promise.resolve([]);

  const answered = (worker: Worker): void => {
    for (const resolve of waiting.get(worker) ?? []) resolve();
    waiting.delete(worker);
  };
  const ask = (worker: Worker): Promise<unknown> => {
    const answer = new Promise<void>((resolve) => {
      waiting.set(worker, (waiting.get(worker) ?? new Set()).add(resolve));
    });
    worker.send({ type: 'askMetrics' } satisfies ToWorker);
    return Promise.race([answer, pause(answerMs, undefined, { ref: false })]);
  };

  return {
    keep: (worker, snapshot) => {
      latest.set(worker, snapshot);
      answered(worker);
    },
    end: (worker) => {
      const last = latest.get(worker);
      latest.delete(worker);
      answered(worker);
      if (last) ended = ended.then(async (totals) => totalsIn(await sumSnapshots([totals, last])));
    },
    read: async (accept) => {
      const [primary] = await Promise.all([
        own(),
        ...workers()
          .filter((worker) => worker.isConnected())
          .map(ask),
      ]);
      // read at the same moment, so that each worker is in exactly one of the two
      const [running, totals] = [[...latest.values()], ended];
      return readSum([primary, ...running, await totals], accept);
    },
  };
}
