import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

const made: string[] = [];

afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** Creates an empty directory, which is removed after the tests of the file. */
export function newDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'test-'));
  made.push(directory);
  return directory;
}
