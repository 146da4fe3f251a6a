import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ToPrimary, ToWorker } from './messages.ts';

/** A worker that exits sooner than this after its start, in milliseconds, is replaced after a pause. */
const earlyExitMs = 10_000;
/** The first of these pauses, in milliseconds, which double up to the longest. */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** The number of unanswered pings in a row after which a worker is killed. */
const maxUnanswered = 3;

/** How many workers there are, and how long they may take to stop. */
export interface SuperviseOptions {
  count: number;
  /** Variables that they get in addition to this process' own. */
  environment: NodeJS.ProcessEnv;
  /** How long a worker may take to retire, to stop, or to answer a ping before the next one, in milliseconds. */
  patienceMs: { retire: number; stop: number; answer: number };
  log: Pick<Logger, 'info' | 'error'>;
  /** Called with each worker when it is started. */
  onStart: (worker: Worker) => void;
  /** Called when a worker has exited, and its output has been read. */
  onEnd: (worker: Worker) => void;
  /** Called before a worker that exited unexpectedly is replaced. */
  onReplace: () => void;
  /** Called if a worker exits before it listens while no other listens; with a sentence if a signal ended it. */
  onFailure: (sentence: string | undefined) => void;
}

/** Workers that listen on one port. */
export interface Workers {
  /** Returns those that listen. */
  listening: () => Worker[];
  /** Starts all of them; resolves when the first one listens. */
  start: () => Promise<void>;
  /** Replaces each, one after the other: the new one listens before the old one stops. */
  restart: () => Promise<void>;
  /** Stops all of them; resolves when they have exited. */
  stop: () => Promise<void>;
  /** Kills all of them. */
  kill: () => void;
}

interface WorkerState {
  startedAt: number;
  listens: boolean;
  /** Resolves to true once it listens, or to false once it has exited. */
  started: Promise<boolean>;
  /** Whether it was asked to stop. */
  leaves: boolean;
  /** How many pings in a row it has not answered. */
  unanswered: number;
}

/** Keeps a number of workers running, which listen on one port. */
export function supervise({
  count,
  environment,
  patienceMs,
  log,
  onStart,
  onEnd,
  onReplace,
  onFailure,
}: SuperviseOptions): Workers {
  const running = new Map<Worker, WorkerState>();
  /** Those that are still to be replaced by a restart. */
  const outdated = new Set<Worker>();
  let isRestarting = false;
  let isStopping = false;
  /** How many workers in a row have exited soon after their start. */
  let earlyExits = 0;

  const listening = (): Worker[] => [...running.keys()].filter((worker) => running.get(worker)?.listens);

  /** Starts a worker; resolves with whether it listens. */
  const startOne = (): Promise<boolean> => {
    const worker = cluster.fork(environment);
    const { pid } = worker.process;
    const { promise: started, resolve } = Promise.withResolvers<boolean>();
    const startedAt = performance.now();
    const state: WorkerState = { startedAt, listens: false, started, leaves: false, unanswered: 0 };
    running.set(worker, state);
    // a message did not reach a worker that was exiting
    worker.on('error', () => undefined);
    worker.on('message', ({ type }: ToPrimary) => {
      if (type === 'pong') state.unanswered = 0;
    });
    onStart(worker);
    worker.once('listening', () => {
      state.listens = true;
      log.info({ worker: pid }, 'a worker is listening');
      resolve(true);
    });
    worker.process.once('close', (exitCode: number | null, signal: NodeJS.Signals | null) => {
      running.delete(worker);
      onEnd(worker);
      resolve(false);
      if (isStopping || state.leaves) return;
      earlyExits = performance.now() - state.startedAt < earlyExitMs ? earlyExits + 1 : 0;
      // a worker that exits has said why
      if (!state.listens && listening().length === 0)
        onFailure(signal ? `The portal cannot start: its process was ended by ${signal}.` : undefined);
      log.error({ worker: pid, exitCode, signal }, 'a worker has exited');
      if (!state.listens) return;
      onReplace();
      void fillPlace();
    });
    return started;
  };

  /** Starts workers until one listens, with pauses if earlier ones exited soon. */
  const fillPlace = async (): Promise<void> => {
    do {
      const ms = Math.min(longestPauseMs, firstPauseMs * 2 ** (earlyExits - 1));
      if (earlyExits > 0) await pause(ms);
    } while (!isStopping && !(await startOne()));
  };

  /**
   * Pings each worker, and kills those that hang: Node would give one no more connections, and never replace it.
   * Pings are counted, not time: after a pause of the whole machine all workers get one to answer.
   */
  const pingAll = (): void => {
    for (const [worker, state] of running) {
      if (!state.listens) continue;
      if (state.unanswered >= maxUnanswered) {
        log.error({ worker: worker.process.pid }, 'killing a worker that does not answer');
        worker.process.kill('SIGKILL');
      }
      state.unanswered += 1;
      worker.send({ type: 'ping' } satisfies ToWorker);
    }
  };
  let pinging: NodeJS.Timeout | undefined;

  /** Waits until a worker has exited; kills it if that takes too long. */
  const waitForExit = async (worker: Worker, withinMs: number): Promise<void> => {
    const killer = setTimeout(() => {
      log.error({ worker: worker.process.pid }, 'killing a worker that does not exit');
      worker.process.kill('SIGKILL');
    }, withinMs);
    // not events.once, which rejects if a message does not arrive
    await new Promise((resolve) => worker.process.once('close', resolve));
    clearTimeout(killer);
  };

  /** Replaces a worker. Returns whether the new one listens. */
  const replace = async (old: Worker, state: WorkerState): Promise<boolean> => {
    // if it exits on its own now, its replacement is already starting
    state.leaves = true;
    if (await startOne()) {
      if (!running.has(old)) return true;
      const left = waitForExit(old, patienceMs.retire);
      old.send({ type: 'retire' } satisfies ToWorker);
      await left;
      return true;
    }
    state.leaves = false;
    if (isStopping) return false;
    log.error('a new worker did not start: the remaining workers are not replaced');
    if (!running.has(old)) void fillPlace();
    return false;
  };

  /** Replaces all outdated workers. Returns whether each new one listens. */
  const replaceOutdated = async (): Promise<boolean> => {
    for (const worker of outdated) {
      outdated.delete(worker);
      const state = running.get(worker);
      // one that exits before it listens is replaced anyway
      const listens = await state?.started;
      if (isStopping) return false;
      if (!state || !listens || !running.has(worker) || (await replace(worker, state))) continue;
      outdated.clear();
      return false;
    }
    return true;
  };

  return {
    listening,

    start: async () => {
      pinging = setInterval(pingAll, patienceMs.answer);
      // one first, so that a fault of the settings is reported once
      if (!(await startOne())) return;
      for (let more = 1; more < count; more += 1) void fillPlace();
    },

    restart: async () => {
      for (const worker of running.keys()) outdated.add(worker);
      if (isRestarting || isStopping) return;
      isRestarting = true;
      log.info('the workers are being replaced');
      if (await replaceOutdated()) log.info('the workers have been replaced');
      isRestarting = false;
    },

    stop: async () => {
      isStopping = true;
      clearInterval(pinging);
      await Promise.all(
        [...running.keys()].map((worker) => {
          const left = waitForExit(worker, patienceMs.stop);
          worker.process.kill('SIGTERM');
          return left;
        }),
      );
    },

    kill: () => {
      for (const worker of running.keys()) worker.process.kill('SIGKILL');
    },
  };
}
