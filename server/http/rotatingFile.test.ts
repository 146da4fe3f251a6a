import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rotatingFile } from './rotatingFile.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'rotating-'));
  file = path.join(directory, 'audit.log');
});
afterEach(() => rmSync(directory, { recursive: true }));

const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(path.join(directory, name), 'utf8')]),
  );

test('a full file is rotated, and the oldest one deleted', () => {
  const append = rotatingFile(file, { maxBytes: 8, keep: 2 });
  for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six\n']) append(line);
  expect(contents()).toEqual({ 'audit.log': 'six\n', 'audit.log.1': 'five\n', 'audit.log.2': 'four\n' });
});

test('a file from an earlier start is continued, and only its owner can read it', () => {
  rotatingFile(file, { maxBytes: 100, keep: 2 })('one\n');
  rotatingFile(file, { maxBytes: 100, keep: 2 })('two\n');
  expect(contents()).toEqual({ 'audit.log': 'one\ntwo\n' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a line longer than a whole file is written nevertheless', () => {
  const append = rotatingFile(file, { maxBytes: 4, keep: 1 });
  append('a long line\n');
  append('b\n');
  expect(contents()).toEqual({ 'audit.log': 'b\n', 'audit.log.1': 'a long line\n' });
});

test('a file that another program has moved away is created again', () => {
  const append = rotatingFile(file, { maxBytes: 100, keep: 2 });
  append('one\n');
  renameSync(file, path.join(directory, 'moved'));
  append('two\n');
  expect(contents()).toEqual({ 'audit.log': 'two\n', moved: 'one\n' });
});

test('a file in a folder that does not exist is refused', () => {
  expect(() => rotatingFile(path.join(directory, 'none', 'a'), { maxBytes: 8, keep: 2 })).toThrow('ENOENT');
});
