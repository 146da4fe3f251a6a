import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processStart } from './processStart.ts';

/** Where it is recorded what runs. */
export const recordsDirectory = path.join(import.meta.dirname, '../../.cache/running');

/** How long a process may take to end by itself, in milliseconds, before it is killed. */
export const grace = 10_000;
const pollInterval = 50;

/** A process that no later one is mistaken for. */
export interface RecordedProcess {
  pid: number;
  /** See `processStart`. */
  start: string | undefined;
}

/** What runs for somebody, and how it is ended when nobody else does. */
export interface RunningRecord {
  /** On whose behalf it runs: when that process is gone, it is a leftover. */
  owner: RecordedProcess;
  processes: RecordedProcess[];
  /** A command that removes what is no process of this machine, such as a container. */
  cleanUp?: string[];
}

/** @param pid a process that runs */
export const recorded = (pid: number): RecordedProcess => ({ pid, start: processStart(pid) });

const runs = ({ pid, start }: RecordedProcess): boolean => start !== undefined && processStart(pid) === start;

function signal(one: RecordedProcess, name: NodeJS.Signals): void {
  try {
    if (runs(one)) process.kill(one.pid, name);
  } catch {
    // it has just ended, or is somebody else's
  }
}

/** Sends a signal to processes and waits until they are gone, but no longer than the grace. */
async function end(processes: RecordedProcess[], name: NodeJS.Signals): Promise<void> {
  for (const one of processes) signal(one, name);
  const deadline = performance.now() + grace;
  while (processes.some(runs) && performance.now() < deadline) await pause(pollInterval);
}

/** Writes a record, in one step: a reader never finds half of it. */
export function writeRecord(file: string, record: RunningRecord): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Runs the command that removes what is no process; it may be gone already. */
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
 * Ends what a record lists, and removes the record. A process whose id has gone to another one is left alone.
 *
 * @param file the record; nothing is done when it is not there
 * @returns whether anything was still running
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
 * Ends what earlier processes left running because they were killed.
 *
 * @param directory where the records are
 * @returns how many things still ran
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
