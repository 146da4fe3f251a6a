/**
 * Runs the tests: `npm test`, or `npm test -- <files and options of jest>`. Prepares only what the chosen tests
 * need: nothing for unit tests, the bundled portal for integration tests, Chromium as well for e2e, and a Kratos or a Hydra
 * for those of both that start one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testedBinary } from '../provider/local/findProgram.ts';
import { chromiumOrInstall } from '../test/support/chromium.ts';
import { hydraWithKeys } from '../test/support/hydraWithKeys.ts';
import { migratedDatabase } from '../test/support/migratedDatabase.ts';
import { freshBuild } from './freshBuild.ts';
import { needServer } from './importedFiles.ts';

const root = path.join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const jest = (more: string[], stdio: 'inherit' | ['ignore', 'pipe', 'inherit']) =>
  // With room for what a test file allocates, less is copied from one collection of garbage to the next.
  spawnSync(
    process.execPath,
    ['--max-semi-space-size=64', path.join(root, 'node_modules/jest/bin/jest.js'), ...more],
    {
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
    },
  );

const chosen = jest([...args, '--listTests'], ['ignore', 'pipe', 'inherit']);
// one a line, or, with --json, in an array
const files = (chosen.stdout.match(/[^"\n[\],]+\.test\.tsx?/g) ?? []).map((file) =>
  path.relative(root, file),
);
const inFolder = (folder: string): string[] =>
  files.filter((file) => file.startsWith(path.join('test', folder, path.sep)));

const directory = mkdtempSync(path.join(tmpdir(), 'test-'));
process.env.TEST_DIRECTORY = directory;

try {
  if (chosen.status !== 0) throw new Error('jest cannot tell which tests to run');
  const [integration, e2e] = [inFolder('integration'), inFolder('e2e')];
  if (integration.length + e2e.length > 0) freshBuild();
  if (needServer('hydra', [...integration, ...e2e])) {
    await testedBinary('hydra');
    process.env.HYDRA_WITH_KEYS = await hydraWithKeys(directory);
  }
  if (needServer('kratos', [...integration, ...e2e])) {
    await testedBinary('kratos');
    process.env.MIGRATED_DATABASE = await migratedDatabase(directory);
  }
  if (e2e.length > 0) process.env.CHROMIUM_PATH = chromiumOrInstall();
  process.exitCode = jest(args, 'inherit').status ?? 1;
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
