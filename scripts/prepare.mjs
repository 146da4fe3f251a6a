import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { progress } from '../provider/local/progress.mjs';
import { requireWritable } from './firstChecks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const runtime = 'node_modules/node/bin/node';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Returns the packages of a lock that are not installed in the locked version, without those for other platforms.
 *
 * @param {object} lock package-lock.json
 * @param {object | undefined} installed node_modules/.package-lock.json, which npm writes when an install has
 * finished
 * @param {{ production?: boolean }} [options] whether development packages are left out
 * @returns {string[]} their paths, as in `node_modules/react`
 */
export function missingPackages(lock, installed, { production = false } = {}) {
  return Object.entries(lock.packages)
    .filter(([place, one]) => place !== '' && !one.optional && !one.devOptional && !(production && one.dev))
    .filter(([place, { version }]) => installed?.packages[place]?.version !== version)
    .map(([place]) => place);
}

const fits = (allowed, own) =>
  !allowed || (allowed.some((one) => one === own || one.startsWith('!')) && !allowed.includes(`!${own}`));

/** Counts the packages of a lock that are for this platform. */
function expectedPackages(lock) {
  return Object.values(lock.packages).filter(
    ({ os, cpu, version }) => version && fits(os, process.platform) && fits(cpu, process.arch),
  ).length;
}

function readJson(name) {
  const file = path.join(root, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Runs the npm that runs this script, or else the one on PATH. */
function npm(args) {
  const own = process.env.npm_execpath;
  const [command, first] = own && /\.c?js$/.test(own) ? [process.execPath, [own]] : ['npm', []];
  return spawn(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  });
}

function install(lock) {
  const all = expectedPackages(lock);
  const step = progress('installing the locked dependencies');
  return new Promise((resolve, reject) => {
    const child = npm(['ci', '--include=dev', '--loglevel=http', '--no-progress', '--no-audit', '--no-fund']);
    let stoppedBy;
    const stop = (signal) => {
      stoppedBy = signal;
      // npm handles the other signals only once it has unpacked all packages
      child.kill('SIGKILL');
    };
    for (const signal of signals) process.once(signal, stop);
    const errors = [];
    let fetched = 0;
    child.stderr.setEncoding('utf8').on('data', (text) => {
      fetched += (text.match(/^npm http (?:cache|fetch GET 200) \S+\.tgz/gm) ?? []).length;
      errors.push(...text.split('\n').filter((line) => line.startsWith('npm error')));
      step.update(fetched > 0 ? `${Math.min(fetched, all)} of about ${all} packages` : 'asking the registry');
    });
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (stoppedBy) {
        step.done('stopped');
        process.exit(128 + constants.signals[stoppedBy]);
      }
      step.done(code === 0 ? 'done' : 'failed');
      if (code === 0) resolve();
      else reject(new Error(`npm ci failed:\n${errors.slice(0, 20).join('\n')}`));
    });
  });
}

/** @returns {boolean} whether locked dependencies are missing or have another version */
export function installIsNeeded() {
  const production = process.env.NODE_ENV === 'production';
  const installed = readJson('node_modules/.package-lock.json');
  return missingPackages(readJson('package-lock.json'), installed, { production }).length > 0;
}

/**
 * Installs the locked dependencies when they are missing or differ from the lock. A signal ends the install and this
 * process at once; the next start installs again.
 *
 * @throws Error with npm's own message when that fails, or in one line when the folder cannot be written
 */
export async function prepare() {
  if (!installIsNeeded()) return;
  requireWritable(root);
  await install(readJson('package-lock.json'));
}

/**
 * Returns the Node to run everything on: the one pinned by the lock, or else this one if it is new enough.
 *
 * @throws Error when there is neither
 */
export function pinnedNode() {
  const pinned = path.join(root, runtime);
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Error(
    `Node ${process.versions.node} is too old and ${runtime} is missing: run npm ci, or install Node 24`,
  );
}
