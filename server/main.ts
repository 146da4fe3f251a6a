import { constants } from 'node:os';
import path from 'node:path';
import { createApp } from './app.ts';
import { adminWarnings } from './settings/adminWarnings.ts';
import { readSettings, SettingsError, settingWarnings, type Settings } from './settings/config.ts';
import { logEarlyRefusals } from './http/earlyRefusals.ts';
import { portalServer } from './http/portalServer.ts';
import { warnOfProvider } from './provider/check/checkProvider.ts';
import { loggedAddress } from './http/loggedAddress.ts';
import { createLog } from './http/logging.ts';
import { readAssets } from './render/assets.ts';

/** Ctrl-C arrives twice, from the terminal and from npm: within this time, in milliseconds, it counts once. */
const echoMs = 1000;

/** How often the provider is asked which flows are turned off, in milliseconds. */
const askForFlowsMs = 600_000;

/** Explains to the operator why the portal cannot listen on its port. */
const listenFailures: Record<string, (settings: Settings) => string> = {
  EADDRINUSE: ({ PORT }) =>
    `Port ${PORT} is taken. Set PORT to a free one, or stop the program that uses it.`,
  EADDRNOTAVAIL: ({ HOST }) => `HOST is ${HOST}, which is not an address of this machine.`,
  EACCES: ({ PORT }) =>
    `Port ${PORT} requires privileges that this user lacks. Set PORT to one from 1024 on.`,
};

/** Creates something from the settings; exits with a line for each invalid one. */
function orExit<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const settings = orExit(() => readSettings(process.env));
const log = createLog(settings.LOG_LEVEL);
for (const warning of [...settingWarnings(process.env), ...adminWarnings(settings)]) log.warn(warning);

const clientDirectory = path.join(import.meta.dirname, '../client');
let stoppingSince: number | undefined;
const app = orExit(() =>
  createApp({
    settings,
    log,
    clientDirectory,
    assets: readAssets(clientDirectory),
    isStopping: () => stoppingSince !== undefined,
  }),
);
const trusted = app.handler.get('trust proxy fn') as (address: string, hop: number) => boolean;
const { server, stop } = portalServer(app.handler, {
  maxPerAddress: settings.CONNECTIONS_PER_ADDRESS,
  isProxy: (address) => trusted(address, 0),
  onRefused: () =>
    log.warn('one address has CONNECTIONS_PER_ADDRESS connections; more are refused (is TRUST_PROXY set?)'),
});
logEarlyRefusals(server, log, loggedAddress(settings.LOG_CLIENT_ADDRESS));

server.on('error', (error: NodeJS.ErrnoException) => {
  const failure = listenFailures[error.code ?? ''];
  if (!failure) throw error;
  console.error(failure(settings));
  process.exit(1);
});

server.listen(settings.PORT, settings.HOST, () => {
  log.info({ url: settings.PORTAL_URL, address: server.address() }, 'the portal is listening');
  if (settings.NODE_ENV !== 'production') return;
  void warnOfProvider(settings, log);
  void app.askForFlows();
  setInterval(() => void app.askForFlows(), askForFlowsMs).unref();
});

/** Stops gracefully; a second signal exits at once. */
async function onSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  const now = performance.now();
  if (stoppingSince !== undefined) {
    if (now - stoppingSince > echoMs) process.exit(128 + constants.signals[signal]);
    return;
  }
  stoppingSince = now;
  log.info({ signal }, 'the portal is shutting down');
  const cut = await stop(settings.DRAIN_DELAY_MS, settings.DRAIN_TIMEOUT_MS);
  app.close();
  if (cut > 0) log.warn({ requests: cut }, 'requests that took too long were cut off');
  log.info('the portal has stopped');
  // pending calls to a provider that never answers would keep the process alive
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => void onSignal(signal));
