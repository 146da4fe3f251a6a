/**
 * Runs a script of this repository: installs what is missing, then goes on with the Node that the lock pins.
 * `node scripts/run.mjs scripts/start.ts` works with any Node from 20 on, on a fresh clone.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pinnedNode, prepare } from './prepare.mjs';

const root = path.join(import.meta.dirname, '..');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

async function run() {
  await prepare();
  const node = pinnedNode();
  const tools = [path.dirname(node), path.join(root, 'node_modules/.bin')];
  const child = spawn(node, process.argv.slice(2), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: [...tools, process.env.PATH].join(path.delimiter) },
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

run().catch((cause) => {
  console.error(cause.message);
  process.exitCode = 1;
});
