import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';

/** Stops a part that the files of a worker share. */
type End = () => Promise<unknown>;

const ends: End[] = [];

const exitOn = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') =>
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

/** Calls `end` after the run's last file. A worker just exits, which ends its child processes (`endOnExit`). */
export function atEnd(end: End): void {
  if (ends.push(end) > 1) return;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) exitOn(signal);
  // jest ends a worker by making it stop listening, and waits half a second for it to exit
  if (process.send) process.on('removeListener', (event) => event === 'message' && process.exit());
}

let reaper: Writable | undefined;

function startReaper(): Writable {
  const script = path.join(import.meta.dirname, 'reaper.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child.stdin;
}

/** Ends a process together with this one, even if this one is killed. */
export function endWithWorker(pid: number): void {
  reaper ??= startReaper();
  reaper.write(`${pid}\n`);
}

/** Stops everything that was shared, where jest runs the files in its own process. */
export const endAll = (): Promise<unknown> => Promise.all(ends.splice(0).map((end) => end()));
