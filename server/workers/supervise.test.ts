import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { supervise, type Workers } from './supervise.ts';

const exec = path.join(import.meta.dirname, '../../test/support/obedientWorker.mjs');

let logged: unknown[][];
let started: Worker[];
let workers: Workers;
/** Whether a worker listens as soon as it is started. */
let isPrompt: boolean;

const listen = (worker: Worker | undefined) => worker?.send({ type: 'listen' });

beforeEach(() => {
  logged = [];
  started = [];
  isPrompt = false;
  cluster.setupPrimary({ exec, execArgv: [] });
  workers = supervise({
    count: 2,
    environment: {},
    patienceMs: { retire: 60_000, stop: 60_000, answer: 500 },
    log: {
      info: () => undefined,
      error: (...line: unknown[]) => void logged.push(line),
    },
    onStart: (worker) => {
      started.push(worker);
      if (isPrompt) listen(worker);
    },
    onEnd: () => undefined,
    onReplace: () => undefined,
    onFailure: () => undefined,
  });
});

afterEach(() => workers.stop());

const bothListen = async (): Promise<void> => {
  while (workers.listening().length < 2) await once(cluster, 'listening');
};

test('a worker that hangs is killed and replaced, and the other keeps serving', async () => {
  isPrompt = true;
  await workers.start();
  await bothListen();
  const [hung, other] = started;
  hung?.process.kill('SIGSTOP');
  await once(cluster, 'exit');
  await bothListen();
  expect(workers.listening()).toEqual([other, started[2]]);
  expect(logged.map(([, message]) => message)).toEqual([
    'killing a worker that does not answer',
    'a worker has exited',
  ]);
});

test('a restart during the start replaces a worker once it listens, and leaves none out', async () => {
  const start = workers.start();
  const restart = workers.restart();
  expect(started).toHaveLength(1);
  isPrompt = true;
  listen(started[0]);
  await Promise.all([start, restart]);
  await bothListen();
  expect(started).toHaveLength(3);
  expect(workers.listening()).not.toContain(started[0]);
});

test('a stop during a restart is not reported as a failure of the new worker, and no restart begins after it', async () => {
  isPrompt = true;
  await workers.start();
  isPrompt = false;
  const restart = workers.restart();
  const count = started.length;
  await Promise.all([workers.stop(), restart]);
  await workers.restart();
  expect(logged).toEqual([]);
  expect(started).toHaveLength(count);
});
