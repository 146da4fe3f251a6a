/**
 * Runs one command for the process at the other end of its standard input, and ends it when that pipe closes: even
 * when that process is killed, alone or with its group. Runs in its own session, out of reach of terminal signals.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { grace, recorded, runCleanUp, writeRecord, type RecordedProcess } from './leftovers.ts';

/** A watchdog's only argument, as JSON. */
export interface WatchdogTask {
  command: [string, ...string[]];
  /** The file that records the running processes. */
  record: string;
  owner: RecordedProcess;
  /** See `RunningRecord`. */
  cleanUp?: string[];
}

const { command, record, owner, cleanUp } = JSON.parse(process.argv[2] ?? '') as WatchdogTask;
const [program, ...args] = command;
const self = recorded(process.pid);
writeRecord(record, { owner, processes: [self], cleanUp });
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
if (child.pid) writeRecord(record, { owner, processes: [self, recorded(child.pid)], cleanUp });

function finish(code: number): void {
  runCleanUp(cleanUp);
  rmSync(record, { force: true });
  process.exit(code);
}

let ending = false;
function end(): void {
  if (ending) return;
  ending = true;
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), grace);
}

child.once('error', ({ message }) => {
  console.error(message);
  finish(127);
});
child.once('exit', (code, signal) => finish(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
process.stdin.on('error', end).on('close', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
