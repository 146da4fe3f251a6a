/**
 * Runs a script of this repository: installs missing dependencies, then uses the Node that the lock pins. `node
 * scripts/run.mjs scripts/start.ts` works with any Node from 20 on, on a fresh clone.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { npmWatch } from './callers.mjs';
import { firstChecks } from './firstChecks.mjs';
import { installIsNeeded, pinnedNode, prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const npmCheckInterval = 500;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

async function run() {
  const npmRuns = npmWatch();
  const [script = ''] = process.argv.slice(2);
  if (/^scripts\/(start|dev)\.ts$/.test(script) && installIsNeeded()) await firstChecks(process.env);
  await prepare();
  const node = pinnedNode();
  const tools = [path.dirname(node), path.join(root, 'node_modules/.bin')];
  const child = spawn(node, process.argv.slice(2), {
    cwd: root,
    // the IPC channel's disconnect tells the script that this process has ended
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // compiling modules is most of a script's start; Node then does it once for each version of a file
      NODE_COMPILE_CACHE: path.join(root, '.cache/compiled'),
      ...process.env,
      PATH: [...tools, process.env.PATH].join(path.delimiter),
    },
  });
  setInterval(() => {
    if (!npmRuns()) child.kill('SIGTERM');
  }, npmCheckInterval).unref();
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

run().catch((cause) => {
  console.error(cause.message);
  process.exitCode = 1;
});
