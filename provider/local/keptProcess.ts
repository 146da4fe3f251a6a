import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { WatchdogTask } from './watchdog.ts';
import { endRecorded, recorded, recordsDirectory } from './leftovers.ts';

const watchdog = path.join(import.meta.dirname, 'watchdog.ts');

/** As `stdio` of `child_process.spawn`; a number is a file descriptor. */
type Output = 'inherit' | 'pipe' | 'ignore' | number;

/** The environment and output of a process, and the command that cleans up after it. */
export interface KeptOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Its standard output and error. */
  output: [Output, Output];
  /** A command that removes what the process leaves behind when it is killed, such as a container. */
  cleanUp?: string[];
}

const running = new Set<KeptProcess>();

/** A process that is stopped when this one exits. */
export interface KeptProcess {
  /** Its output if it is piped; null otherwise. */
  stdout: Readable | null;
  stderr: Readable | null;
  /** Its exit code, as a shell reports it: 128 plus the signal's number, or 127 for a missing program. */
  exited: Promise<number>;
  hasExited(): boolean;
  /** Resolves when it exits on its own, with the reason, as in `SIGKILL` or `exit code 1`. */
  died: Promise<string>;
  /** Stops it; kills it after ten seconds. Resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts a process that ends when this one does, even when this one is killed. */
export function startKept(command: [string, ...string[]], options: KeptOptions): KeptProcess {
  const record = path.join(recordsDirectory, `${randomUUID()}.json`);
  const task: WatchdogTask = { command, record, owner: recorded(process.pid), cleanUp: options.cleanUp };
  const child = spawn(process.execPath, [watchdog, JSON.stringify(task)], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['pipe', ...options.output],
    detached: true,
  });
  // a watchdog that has exited needs no signal
  child.stdin?.on('error', () => undefined);
  let hasExited = false;
  let isEnding = false;
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      // a watchdog that was killed has left its record and the running process
      endRecorded(record).then(() => {
        hasExited = true;
        running.delete(kept);
        resolve(code ?? 128 + constants.signals.SIGKILL);
      }, reject);
    });
  });
  const died = new Promise<string>((resolve) => {
    exited.then(
      (code) => {
        if (!isEnding) resolve(describeExit(code));
      },
      (cause: unknown) => resolve(String(cause)),
    );
  });
  const kept: KeptProcess = {
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    hasExited: () => hasExited,
    died,
    async end() {
      isEnding = true;
      child.stdin?.end();
      await exited;
    },
  };
  running.add(kept);
  return kept;
}

/**
 * Runs a command and waits for its exit.
 *
 * @param options where it runs; `onLine` gets each line that it writes to its error stream
 * @returns its exit code and its standard output
 */
export async function outputOf(
  command: [string, ...string[]],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onLine: (line: string) => void },
): Promise<{ code: number; output: string }> {
  const { onLine, ...where } = options;
  const kept = startKept(command, { ...where, output: ['pipe', 'pipe'] });
  const [code, output] = await Promise.all([
    kept.exited,
    kept.stdout ? text(kept.stdout) : '',
    kept.stderr ? eachLine(kept.stderr, onLine) : undefined,
  ]);
  return { code, output };
}

/** Calls back with each line of a stream; resolves when it has ended. */
export async function eachLine(stream: Readable, onLine: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream })) onLine(line);
}

/** Stops every process started here that is still running, the last one first. */
export async function endAllKept(): Promise<void> {
  for (const one of [...running].reverse()) await one.end();
}

/** Describes how a process ended. @param code its exit code, as a shell gives it */
export function describeExit(code: number): string {
  const [signal] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [];
  return signal ?? `exit code ${code}`;
}
