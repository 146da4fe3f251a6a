/**
 * Runs the tests: `npm test`, or `npm test -- <files and options of jest>`. Prepares only what the chosen tests
 * need: nothing for unit tests, the bundled portal and a Kratos for integration tests, Chromium as well for e2e.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kratosBinary } from '../provider/local/kratosProgram.ts';
import { chromiumOrInstall } from '../test/support/chromium.ts';
import { migratedDatabase } from '../test/support/migratedDatabase.ts';
import { freshBuild } from './freshBuild.ts';

const root = path.join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const jest = (more: string[], stdio: 'inherit' | ['ignore', 'pipe', 'inherit']) =>
  spawnSync(process.execPath, [path.join(root, 'node_modules/jest/bin/jest.js'), ...more], {
    cwd: root,
    stdio,
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_OPTIONS: [
        process.env.NODE_OPTIONS,
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
      ]
        .filter(Boolean)
        .join(' '),
    },
  });

const chosen = jest([...args, '--listTests'], ['ignore', 'pipe', 'inherit']);
const has = (folder: string): boolean =>
  chosen.stdout.includes(`${path.sep}test${path.sep}${folder}${path.sep}`);

const directory = mkdtempSync(path.join(tmpdir(), 'test-'));

try {
  if (chosen.status !== 0) throw new Error('jest cannot tell which tests to run');
  if (has('integration') || has('e2e')) {
    freshBuild();
    if (!(await kratosBinary()))
      throw new Error('Kratos is missing: install Go and a C compiler, or put kratos on PATH');
    process.env.MIGRATED_DATABASE = await migratedDatabase(directory);
  }
  if (has('e2e')) process.env.CHROMIUM_PATH = chromiumOrInstall();
  process.exitCode = jest(args, 'inherit').status ?? 1;
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
