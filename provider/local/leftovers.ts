import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processStart } from './processStart.ts';

/** Holds the records of running processes. */
export const recordsDirectory = path.join(import.meta.dirname, '../../.cache/running');

/** How long a process may take to exit after SIGTERM before it is killed, in milliseconds. */
export const grace = 10_000;
const pollInterval = 50;

/** A process, identified by pid and start time, so that it is not confused with a later one that has the same pid. */
export interface RecordedProcess {
  pid: number;
  /** See `processStart`. */
  start: string | undefined;
}

/** Processes that run on behalf of an owner, and how to clean up after them. */
export interface RunningRecord {
  /** The owner: once it is gone, the processes are leftovers. */
  owner: RecordedProcess;
  processes: RecordedProcess[];
  /** A command that removes something other than a local process, such as a container. */
  cleanUp?: string[];
}

/** @param pid a running process */
export const recorded = (pid: number): RecordedProcess => ({ pid, start: processStart(pid) });

const runs = ({ pid, start }: RecordedProcess): boolean => start !== undefined && processStart(pid) === start;

function signal(one: RecordedProcess, name: NodeJS.Signals): void {
  try {
    if (runs(one)) process.kill(one.pid, name);
  } catch {
    // it has just ended, or belongs to another user
  }
}

/** Sends a signal to processes and waits until they are gone, at most for the grace period. */
async function end(processes: RecordedProcess[], name: NodeJS.Signals): Promise<void> {
  for (const one of processes) signal(one, name);
  const deadline = performance.now() + grace;
  while (processes.some(runs) && performance.now() < deadline) await pause(pollInterval);
}

/** Writes a record atomically: a reader never finds half of it. */
export function writeRecord(file: string, record: RunningRecord): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Runs the clean-up command; its target may already be gone. */
export function runCleanUp([command, ...args]: string[] = []): void {
  if (command) spawnSync(command, args, { stdio: 'ignore' });
}

function readRecord(file: string): RunningRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunningRecord;
  } catch {
    return undefined;
  }
}

/**
 * Stops the processes of a record, and removes the record. A process that has reused a pid is left alone.
 *
 * @param file the record; it may be missing
 * @returns whether any of them was still running
 */
export async function endRecorded(file: string): Promise<boolean> {
  const record = readRecord(file);
  const alive = record?.processes.filter(runs) ?? [];
  await end(alive, 'SIGTERM');
  await end(alive, 'SIGKILL');
  if (record) runCleanUp(record.cleanUp);
  rmSync(file, { force: true });
  return alive.length > 0;
}

/**
 * Stops processes whose owners were killed before they could stop them.
 *
 * @returns how many records had processes that were still running
 */
export async function endLeftovers(directory = recordsDirectory): Promise<number> {
  if (!existsSync(directory)) return 0;
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(directory, name));
  const left = files.filter((file) => {
    const record = readRecord(file);
    return !record || !runs(record.owner);
  });
  return (await Promise.all(left.map(endRecorded))).filter(Boolean).length;
}
