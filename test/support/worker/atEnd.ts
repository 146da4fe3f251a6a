import { constants } from 'node:os';
import process from 'node:process';

/** Ends something that the files of a worker share. */
type End = () => Promise<unknown>;

const ends: End[] = [];

const exitOn = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') =>
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

/** Has something ended after the run's last file. What runs as a process also ends when this process exits. */
export function atEnd(end: End): void {
  if (ends.push(end) > 1) return;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) exitOn(signal);
  // a worker that is to end stops listening to jest, which waits half a second for it
  if (process.send) process.on('removeListener', (event) => event === 'message' && process.exit());
}

/** Ends all that was shared, where jest runs the files in its own process. */
export const endAll = (): Promise<unknown> => Promise.all(ends.splice(0).map((end) => end()));
