import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import { createLog } from '../log/logging.ts';
import { SettingsError } from '../settings/config.ts';
import { auditSink } from './auditSink.ts';

let directory: string;
beforeEach(() => {
  directory = newDirectory();
});

type Line = Record<string, unknown>;
const parsed = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** A main log, and its lines. */
function mainLog(level: 'warn' | 'info') {
  let text = '';
  const log = createLog(level, { write: (line) => void (text += line) });
  return { log, lines: () => parsed(text) };
}

test('stdout gets audit lines whatever the level of the log', () => {
  const { log, lines } = mainLog('warn');
  auditSink('stdout', log).info({ audit: 'getIdentity' }, 'admin call');
  log.info('another line');
  expect(lines()).toMatchObject([{ audit: 'getIdentity', msg: 'admin call' }]);
});

test('a file gets the audit lines instead of the main log', () => {
  const { log, lines } = mainLog('warn');
  const file = path.join(directory, 'audit.log');
  auditSink(file, log).info({ audit: 'getIdentity' }, 'admin call');
  expect(parsed(readFileSync(file, 'utf8'))).toMatchObject([
    { audit: 'getIdentity', msg: 'admin call', time: expect.any(String) },
  ]);
  expect(lines()).toEqual([]);
});

test('a file that another program moved away is begun anew, and only its owner may read it', () => {
  const file = path.join(directory, 'audit.log');
  const sink = auditSink(file, mainLog('warn').log);
  sink.info({ audit: 'first' }, 'admin call');
  renameSync(file, `${file}.1`);
  sink.info({ audit: 'second' }, 'admin call');
  expect([`${file}.1`, file].map((one) => parsed(readFileSync(one, 'utf8'))[0]?.audit)).toEqual([
    'first',
    'second',
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that can no longer be written is reported once, and the main log gets the lines, which are counted, until it can', () => {
  const { log, lines } = mainLog('warn');
  const file = path.join(directory, 'audit.log');
  let failures = 0;
  const sink = auditSink(file, log, () => (failures += 1));
  rmSync(directory, { recursive: true });
  for (const audit of ['first', 'second']) sink.info({ audit }, 'admin call');
  expect(lines()).toMatchObject([
    {
      level: 50,
      msg: 'AUDIT_LOG cannot be written: until it can, audit lines go here',
    },
    { audit: 'first' },
    { audit: 'second' },
  ]);
  mkdirSync(directory);
  sink.info({ audit: 'third' }, 'admin call');
  expect(parsed(readFileSync(file, 'utf8'))).toMatchObject([{ audit: 'third' }]);
  expect(lines()).toHaveLength(3);
  expect(failures).toBe(2);
});

test('a file that cannot be opened prevents the start with a clear error', () => {
  const { log } = mainLog('info');
  expect(() => auditSink(path.join(directory, 'none/audit.log'), log)).toThrow(SettingsError);
  expect(() => auditSink(directory, log)).toThrow(/AUDIT_LOG: \S+ cannot be written: EISDIR/);
});
