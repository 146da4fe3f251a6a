import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from '@jest/globals';
import { watchTree } from './watchTree.ts';

let top: string;
let stop: () => void;
let changed: (name: string) => void;

const at = (...names: string[]): string => path.join(top, ...names);
const write = (file: string): void => writeFileSync(at(file), String(Math.random()));
const replace = (file: string): void => {
  write('new');
  renameSync(at('new'), at(file));
};

/** Runs an action, and resolves when the expected name is reported as changed. */
const reports = (expected: string, action: () => void): Promise<void> =>
  new Promise((resolve) => {
    changed = (name) => {
      if (name === expected) resolve();
    };
    action();
  });

beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), 'watched-'));
  mkdirSync(at('room'));
  write('room/page.ts');
  stop = watchTree(top, (name) => changed(name));
});
afterEach(() => {
  stop();
  rmSync(top, { recursive: true });
});

test('a file is watched, however often it is replaced or written', async () => {
  await reports('page.ts', () => replace('room/page.ts'));
  await reports('page.ts', () => write('room/page.ts'));
  await reports('page.ts', () => replace('room/page.ts'));
  await reports('page.ts', () => write('room/page.ts'));
});

test('a new directory is watched', async () => {
  await reports('area', () => mkdirSync(at('area')));
  await reports('page.ts', () => write('area/page.ts'));
});
