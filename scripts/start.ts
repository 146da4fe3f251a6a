/**
 * Serves the portal: in front of the provider that KRATOS_PUBLIC_URL or ORY_SDK_URL names, or else of a local one that
 * is started beside it, with a mailbox and people to sign in as. Ctrl-C ends all of it.
 */
import path from 'node:path';
import { startLocally } from '../provider/local/startLocally.ts';
import { portIsFree } from '../provider/local/freePort.ts';
import { setting } from '../provider/local/setting.ts';
import { freshBuild } from './freshBuild.ts';

const root = path.join(import.meta.dirname, '..');
const server = path.join(root, 'dist/server/main.mjs');
const port = Number(setting('PORT') ?? 3000);

try {
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new Error(
      `PORT is ${setting('PORT') ?? ''}, but must be a whole number from 0 (any free port) to 65535`,
    );
  freshBuild();
  if (port !== 0 && !(await portIsFree(port)))
    throw new Error(`Port ${port} is taken. Stop what listens there, or choose another: PORT=3001 npm start`);
  if (setting('KRATOS_PUBLIC_URL') ?? setting('ORY_SDK_URL')) await import(server);
  else await startLocally({ server, port, directory: path.join(root, '.cache/local') });
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
