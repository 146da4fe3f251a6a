import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import { endLeftovers, recorded, writeRecord, type RecordedProcess } from './leftovers.ts';

let directory: string;
let running: ChildProcess;
let pid: number;
beforeEach(async () => {
  directory = newDirectory();
  running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(running, 'spawn');
  pid = running.pid ?? 0;
});
afterEach(() => void running.kill('SIGKILL'));

/** An earlier process that had the same pid. */
const predecessor = (one: number): RecordedProcess => ({ pid: one, start: 'long ago' });
const record = (owner: RecordedProcess, process: RecordedProcess, cleanUp?: string[]): string => {
  const file = path.join(directory, 'one.json');
  writeRecord(file, { owner, processes: [process], cleanUp });
  return file;
};

test('a process whose owner still runs is left alone', async () => {
  const file = record(recorded(process.pid), recorded(pid));
  expect(await endLeftovers(directory)).toBe(0);
  expect(recorded(pid).start).toBeDefined();
  expect(existsSync(file)).toBe(true);
});

test('a process that has reused a recorded pid is left alone', async () => {
  const file = record(predecessor(process.pid), predecessor(pid));
  expect(await endLeftovers(directory)).toBe(0);
  expect(recorded(pid).start).toBeDefined();
  expect(existsSync(file)).toBe(false);
});
