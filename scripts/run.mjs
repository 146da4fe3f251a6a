/**
 * Runs a script of this repository: installs what is missing, then goes on with the Node that the lock pins.
 * `node scripts/run.mjs scripts/start.ts` works with any Node from 20 on, on a fresh clone.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { pinnedNode, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const shellCheckInterval = 500;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** npm runs us in a shell, which a signal to npm ends without a word to us: what we run must end then, too. */
function endWithShell(child) {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) child.kill('SIGTERM');
  }, shellCheckInterval).unref();
}

async function run() {
  await prepare();
  const node = pinnedNode();
  const tools = [path.dirname(node), path.join(root, 'node_modules/.bin')];
  const child = spawn(node, process.argv.slice(2), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: [...tools, process.env.PATH].join(path.delimiter) },
  });
  if (process.env.npm_lifecycle_event) endWithShell(child);
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

run().catch((cause) => {
  console.error(cause.message);
  process.exitCode = 1;
});
