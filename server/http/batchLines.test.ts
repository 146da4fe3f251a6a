import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { batchLines } from './batchLines.ts';
import { createLog } from './logging.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A log whose lines about requests may wait, and the messages of each write. */
function batchedLog() {
  const writes: string[][] = [];
  const write = (text: string): void => {
    const lines = text.trimEnd().split('\n');
    writes.push(lines.map((line) => (JSON.parse(line) as { msg: string }).msg));
  };
  const { destination, writeAll } = batchLines(write, (fields) => 'bytes' in fields);
  return { log: createLog('info', destination), writes, writeAll };
}

test('lines are written together, a tenth of a second after the first', () => {
  const { log, writes } = batchedLog();
  log.info({ bytes: 1 }, 'one');
  jest.advanceTimersByTime(60);
  log.info({ bytes: 2 }, 'two');
  expect(writes).toEqual([]);
  jest.advanceTimersByTime(40);
  expect(writes).toEqual([['one', 'two']]);
  log.info({ bytes: 3 }, 'three');
  jest.advanceTimersByTime(100);
  expect(writes).toEqual([['one', 'two'], ['three']]);
});

test('many lines are written without waiting', () => {
  const { log, writes } = batchedLog();
  for (let count = 0; count < 200; count += 1) log.info({ bytes: 1, path: 'x'.repeat(100) }, 'one');
  expect(writes.flat().length).toBeGreaterThan(150);
  expect(writes.length).toBeLessThan(10);
});

test.each([
  ['a warning', 'warn', { bytes: 1 }],
  ['an error', 'error', { bytes: 1, err: new Error('down') }],
  ['a line of the audit', 'info', { audit: 'getIdentity' }],
  ['a line without fields', 'info', undefined],
] as const)('%s is written at once, behind the lines before it', (_what, level, fields) => {
  const { log, writes } = batchedLog();
  log.info({ bytes: 1 }, 'before');
  log.child({})[level](fields, 'now');
  expect(writes).toEqual([['before', 'now']]);
  jest.advanceTimersByTime(1000);
  expect(writes).toHaveLength(1);
});

test('waiting lines are written on request, and only once', () => {
  const { log, writes, writeAll } = batchedLog();
  log.info({ bytes: 1 }, 'last');
  writeAll();
  writeAll();
  expect(writes).toEqual([['last']]);
});
