import { createServer } from 'node:http';
import path from 'node:path';
import { createApp } from './app.ts';
import { doubts, readSettings, SettingsError, type Settings } from './config.ts';
import { logEarlyRefusals } from './earlyRefusals.ts';
import { loggedAddress } from './loggedAddress.ts';
import { createLog } from './logging.ts';
import { readAssets } from './render/readAssets.ts';

/** How long running requests may take to finish when the process is asked to stop, in milliseconds. */
const drainMs = 25_000;

/** How often connections are ended that have fallen idle meanwhile, in milliseconds. */
const idleCheckMs = 100;

/** Why a port cannot be listened on, in words for whoever starts the portal. */
const listenFailures: Record<string, (settings: Settings) => string> = {
  EADDRINUSE: ({ PORT }) => `Port ${PORT} is taken. Set PORT to a free one, or stop what listens there.`,
  EADDRNOTAVAIL: ({ HOST }) => `HOST is ${HOST}, which is no address of this machine.`,
  EACCES: ({ PORT }) => `Port ${PORT} is not for this user to take. Set PORT to one from 1024 on.`,
};

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const settings = settingsOrExit();
const log = createLog(settings.LOG_LEVEL);
for (const doubt of doubts(process.env)) log.warn(doubt);
const clientDirectory = path.join(import.meta.dirname, '../client');
let draining = false;
const app = createApp({ settings, log, clientDirectory, assets: readAssets(clientDirectory) });
// a missing Host is refused by the app, which logs it
const server = createServer({ requireHostHeader: false }, app.handler);
logEarlyRefusals(server, log, loggedAddress(settings.LOG_CLIENT_ADDRESS));

server.on('error', (error: NodeJS.ErrnoException) => {
  const failure = listenFailures[error.code ?? ''];
  if (!failure) throw error;
  console.error(failure(settings));
  process.exit(1);
});

server.listen(settings.PORT, settings.HOST, () => {
  log.info({ url: settings.PORTAL_URL, port: settings.PORT }, 'the portal is listening');
});

/** Answers what has been asked, takes nothing new, and ends. A load balancer's checks find the port closed from here on. */
function stop(signal: NodeJS.Signals): void {
  if (draining) return;
  draining = true;
  log.info({ signal }, 'the portal is shutting down');
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  server.close(() => {
    clearTimeout(deadline);
    clearInterval(idle);
    app.close();
    log.info('the portal has stopped');
  });
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
