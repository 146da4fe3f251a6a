import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { SettingsAndFiles } from './brand/readSettingsAndFiles.ts';
import { logEarlyRefusals } from './http/earlyRefusals.ts';
import { listen } from './http/listen.ts';
import { loggedAddress } from './log/loggedAddress.ts';
import { portalServer } from './http/portalServer.ts';
import { startIdOnly } from './http/requestTrace.ts';
import { readAssets } from './render/assets.ts';
import { exitWith } from './exitWith.ts';

/** How often the provider is asked which flows are turned off, in milliseconds. */
const askForFlowsMs = 600_000;

/** How long running requests may take once the portal accepts no more, in milliseconds. */
const drainMs = 20_000;

/** How long the traces that wait may take to be sent after that, in milliseconds. */
const flushMs = 2000;

/**
 * Creates a portal that answers requests in this process.
 *
 * @throws SettingsError as `createApp` and `openStore` do
 */
export async function createPortal(settings: SettingsAndFiles, log: Logger) {
  // optional parts are loaded only where they are turned on
  const redis =
    settings.REDIS_URL === undefined
      ? undefined
      : (await import('./security/limits/redisStores.ts')).redisStores({
          url: settings.REDIS_URL,
          failure: settings.REDIS_FAILURE,
          log,
        });
  const store =
    settings.DATABASE_URL === undefined && settings.DATA_DIRECTORY === undefined
      ? undefined
      : await (await import('./store/store.ts')).openStore(settings, log);
  const metrics =
    settings.METRICS_PORT === undefined
      ? undefined
      : (await import('./metrics/metrics.ts')).createMetrics(() => portal.load(), store);
  const traces =
    settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : (await import('./traces/traces.ts')).createTraces(
          { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: settings.OTEL_EXPORTER_OTLP_ENDPOINT },
          log,
        );

  const clientDirectory = path.join(import.meta.dirname, '../client');
  let isStopping = false;
  const app = createApp({
    settings,
    log,
    clientDirectory,
    assets: readAssets(clientDirectory),
    makeStore: redis?.makeStore,
    store,
    isStopping: () => isStopping,
    recordRequest: metrics?.record,
    observeCall: metrics?.observeCall,
    auditFailed: metrics?.auditFailed,
    startTrace: traces?.start ?? (metrics && startIdOnly),
  });
  const portal = portalServer(app.handler, {
    maxPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    isProxy: app.isProxy,
    onRefused: () =>
      log.warn('one address has CONNECTIONS_PER_ADDRESS connections; more are refused (is TRUST_PROXY set?)'),
  });
  logEarlyRefusals(portal.server, log, loggedAddress(settings.LOG_CLIENT_ADDRESS));

  return {
    /** Undefined without METRICS_PORT. */
    metrics,
    /** Listens at PORT. Exits with a line for the operator if that is not possible. */
    listen: async (): Promise<AddressInfo | string | null> => {
      await listen(portal.server, { setting: 'PORT', port: settings.PORT, host: settings.HOST }, exitWith);
      if (settings.NODE_ENV === 'production') {
        void app.askForFlows();
        setInterval(() => void app.askForFlows(), askForFlowsMs).unref();
      }
      return portal.server.address();
    },
    /** Stops: running requests may finish, within 20 seconds. */
    stop: async (): Promise<void> => {
      isStopping = true;
      const cut = await portal.stop(settings.DRAIN_DELAY_MS, drainMs);
      app.close();
      await store?.close();
      redis?.close();
      await traces?.close(flushMs);
      if (cut > 0) log.warn({ requests: cut }, 'requests that took too long were cut off');
    },
  };
}
