import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { newDirectory } from '../test/support/newDirectory.ts';
import { newestChange } from './freshBuild.ts';

const [longAgo, lately, justNow] = [new Date(1_000_000), new Date(2_000_000), new Date(3_000_000)];
let directory = '';
const at = (name: string, time: Date): void => utimesSync(path.join(directory, name), time, time);

beforeEach(() => {
  directory = newDirectory();
  mkdirSync(path.join(directory, 'server'));
  for (const name of ['server/app.ts', 'server/gone.ts', 'server/app.test.ts'])
    writeFileSync(path.join(directory, name), '');
  at('server/app.ts', longAgo);
  at('server/gone.ts', longAgo);
  at('server/app.test.ts', justNow);
  at('server', longAgo);
});

test('editing a source is a change, editing a test is not', () => {
  expect(newestChange(['server/**'], directory)).toBe(longAgo.getTime());
  at('server/app.ts', lately);
  expect(newestChange(['server/**'], directory)).toBe(lately.getTime());
});

test('removing a source is a change', () => {
  rmSync(path.join(directory, 'server/gone.ts'));
  expect(newestChange(['server/**'], directory)).toBeGreaterThan(justNow.getTime());
});
