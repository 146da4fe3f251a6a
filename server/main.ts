import { constants } from 'node:os';
import path from 'node:path';
import { createApp } from './app.ts';
import { adminWarnings } from './settings/adminWarnings.ts';
import { readSettings, SettingsError, settingWarnings } from './settings/config.ts';
import { logEarlyRefusals } from './http/earlyRefusals.ts';
import { listen } from './http/listen.ts';
import { portalServer } from './http/portalServer.ts';
import { startIdOnly } from './http/requestTrace.ts';
import { warnOfProvider } from './provider/check/checkProvider.ts';
import { loggedAddress } from './http/loggedAddress.ts';
import { createLog } from './http/logging.ts';
import { metricsServer } from './metrics/metricsServer.ts';
import { readAssets } from './render/assets.ts';

/** Ctrl-C arrives twice, from the terminal and from npm: within this time, in milliseconds, it counts once. */
const echoMs = 1000;

/** How often the provider is asked which flows are turned off, in milliseconds. */
const askForFlowsMs = 600_000;

/** How long the traces may take to be sent when the requests have used up the time to stop, in milliseconds. */
const leastFlushMs = 1000;

/** Prints why the portal cannot start. */
function exitWith(line: string): never {
  console.error(line);
  process.exit(1);
}

/** Creates something from the settings; exits with a line for each invalid one. */
function orExit<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    exitWith(error.message);
  }
}

const settings = orExit(() => readSettings(process.env));
const log = createLog(settings.LOG_LEVEL);
for (const warning of [...settingWarnings(process.env), ...adminWarnings(settings)]) log.warn(warning);

// what few installations need is loaded only where it is turned on
const redis =
  settings.REDIS_URL === undefined
    ? undefined
    : (await import('./security/limits/redisStores.ts')).redisStores({
        url: settings.REDIS_URL,
        failure: settings.REDIS_FAILURE,
        log,
      });
const { HOST: host, METRICS_PORT: metricsPort } = settings;
const metrics =
  metricsPort === undefined
    ? undefined
    : (await import('./metrics/metrics.ts')).createMetrics(() => portal.load());
const traces =
  settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : (await import('./traces/traces.ts')).createTraces(
        { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: settings.OTEL_EXPORTER_OTLP_ENDPOINT },
        log,
      );
const needsIds = metrics !== undefined || settings.TRUST_TRACEPARENT === 'on';

const clientDirectory = path.join(import.meta.dirname, '../client');
let stoppingSince: number | undefined;
const app = orExit(() =>
  createApp({
    settings,
    log,
    clientDirectory,
    assets: readAssets(clientDirectory),
    ...(redis && { limitStores: redis }),
    isStopping: () => stoppingSince !== undefined,
    recordRequest: metrics?.record,
    observeCall: metrics?.observeCall,
    startTrace: traces?.start ?? (needsIds ? startIdOnly : undefined),
  }),
);
const portal = portalServer(app.handler, {
  maxPerAddress: settings.CONNECTIONS_PER_ADDRESS,
  isProxy: app.isProxy,
  onRefused: () =>
    log.warn('one address has CONNECTIONS_PER_ADDRESS connections; more are refused (is TRUST_PROXY set?)'),
});
logEarlyRefusals(portal.server, log, loggedAddress(settings.LOG_CLIENT_ADDRESS));

const scraped = metrics && metricsServer(metrics.read);

/** Stops gracefully; a second signal exits at once. */
async function onSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  const now = performance.now();
  if (stoppingSince !== undefined) {
    if (now - stoppingSince > echoMs) process.exit(128 + constants.signals[signal]);
    return;
  }
  stoppingSince = now;
  log.info({ signal }, 'the portal is shutting down');
  const cut = await portal.stop(settings.DRAIN_DELAY_MS, settings.DRAIN_TIMEOUT_MS);
  scraped?.close();
  app.close();
  redis?.close();
  const left = settings.DRAIN_DELAY_MS + settings.DRAIN_TIMEOUT_MS - (performance.now() - now);
  await traces?.close(Math.max(left, leastFlushMs));
  if (cut > 0) log.warn({ requests: cut }, 'requests that took too long were cut off');
  log.info('the portal has stopped');
  // pending calls to a provider that never answers would keep the process alive
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => void onSignal(signal));

if (scraped && metricsPort !== undefined) {
  await listen(scraped, { setting: 'METRICS_PORT', port: metricsPort, host }, exitWith);
  log.info({ address: scraped.address() }, 'the metrics are served');
}
await listen(portal.server, { setting: 'PORT', port: settings.PORT, host }, exitWith);
log.info({ url: settings.PORTAL_URL, address: portal.server.address() }, 'the portal is listening');
if (settings.NODE_ENV === 'production') {
  void warnOfProvider(settings, log);
  void app.askForFlows();
  setInterval(() => void app.askForFlows(), askForFlowsMs).unref();
}
