import { readSettingsAndFiles } from './brand/readSettingsAndFiles.ts';
import { createPortal } from './createPortal.ts';
import { exitWith } from './exitWith.ts';
import { listen } from './http/listen.ts';
import { createLog, standardOutput } from './log/logging.ts';
import { onStopSignal } from './onStopSignal.ts';
import { metricsServer } from './metrics/metricsServer.ts';
import { checkAtStart } from './upstreams/check/checkAtStart.ts';
import { startWarnings } from './settings/startWarnings.ts';
import { SettingsError, settingWarnings } from './settings/config.ts';
import { version } from './http/version.ts';

/** Serves the portal until a signal stops it. @throws SettingsError */
async function run(): Promise<void> {
  const settings = readSettingsAndFiles(process.env);
  const log = createLog(settings.LOG_LEVEL, standardOutput());
  for (const warning of [...settingWarnings(process.env), ...startWarnings(settings)]) log.warn(warning);
  const portal = await createPortal(settings, log);
  const scraped = portal.metrics && metricsServer(portal.metrics.read);
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    log.info({ signal }, 'the portal is shutting down');
    await portal.stop();
    scraped?.close();
    log.info('the portal has stopped');
    // pending calls to a provider that never answers would keep the process alive
    process.exit(0);
  };
  onStopSignal((signal) => void stop(signal));
  if (scraped && settings.METRICS_PORT !== undefined) {
    const place = { setting: 'METRICS_PORT', port: settings.METRICS_PORT, host: settings.HOST };
    await listen(scraped, place, exitWith);
    log.info({ address: scraped.address() }, 'the metrics are served');
  }
  const address = await portal.listen();
  log.info({ version, url: settings.PORTAL_URL, address }, 'the portal is listening');
  if (settings.NODE_ENV === 'production') void checkAtStart(settings, { log, end: exitWith });
}

try {
  await run();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  exitWith(error.message, error.faults);
}
