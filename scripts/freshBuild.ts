import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireWritable } from './firstChecks.mjs';

const root = path.join(import.meta.dirname, '..');
const stamp = path.join(root, 'dist/.built');
const sources = [
  '{server,client,shared,locales}/**',
  'scripts/{build,licences,mails,trustMark,auditVerify}.ts',
  'scripts/{bundle,mails,trust}/**',
  'provider/{mails,passwords}/**',
  'package-lock.json',
];

/**
 * Returns the time of the newest change of files and folders, in milliseconds since 1970; a folder's mtime reveals
 * removed files.
 *
 * @param patterns globs @param directory the directory that they are relative to
 */
export function newestChange(patterns: string[], directory: string): number {
  const times = globSync(patterns, { cwd: directory })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => statSync(path.join(directory, file)).mtimeMs);
  return Math.max(0, ...times);
}

/**
 * Bundles the portal into dist/, unless it is newer than every source. `npm run build` also prints what the pages weigh.
 *
 * @throws Error when that fails
 */
export function freshBuild(): void {
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= newestChange(sources, root)) return;
  requireWritable(root);
  console.error('bundling the portal …');
  const started = new Date();
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the portal could not be bundled');
  writeFileSync(stamp, '');
  utimesSync(stamp, started, started);
}
