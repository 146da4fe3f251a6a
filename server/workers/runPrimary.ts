import cluster, { type Worker } from 'node:cluster';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { auditWriter } from '../gateway/auditWriter.ts';
import { auditSink } from '../http/auditSink.ts';
import { exitWith } from '../http/exitWith.ts';
import { listen } from '../http/listen.ts';
import { onStopSignal } from '../http/onStopSignal.ts';
import { timeLimits } from '../http/portalServer.ts';
import type { PrimaryMetrics } from '../metrics/primaryMetrics.ts';
import { checkAtStart } from '../provider/check/checkAtStart.ts';
import type { Settings } from '../settings/config.ts';
import { forwardLines } from './forwardLines.ts';
import type { GatheredMetrics } from './gatherMetrics.ts';
import { serveWorkers } from './serveWorkers.ts';
import { supervise } from './supervise.ts';

/** How long a worker may take beyond its own deadlines before it is killed, in milliseconds. */
const graceMs = 5000;

/** How often each worker is pinged, in milliseconds. */
const pingMs = 10_000;

/** The sum of the workers' metrics, and the server from which it is read. */
interface ServedMetrics extends GatheredMetrics, PrimaryMetrics {
  server: Server;
}

/** Serves the metrics; the code for it is loaded only where they are. */
async function serveMetrics(
  { METRICS_PORT: port, HOST: host }: Settings,
  log: Logger,
  workers: () => Worker[],
): Promise<ServedMetrics | undefined> {
  if (port === undefined) return undefined;
  const [{ createPrimaryMetrics }, { gatherMetrics }, { metricsServer }] = await Promise.all([
    import('../metrics/primaryMetrics.ts'),
    import('./gatherMetrics.ts'),
    import('../metrics/metricsServer.ts'),
  ]);
  const own = createPrimaryMetrics();
  const gathered = gatherMetrics(own.snapshot, workers);
  const server = metricsServer(gathered.read);
  await listen(server, { setting: 'METRICS_PORT', port, host }, exitWith);
  log.info({ address: server.address() }, 'the metrics are served');
  return { ...own, ...gathered, server };
}

/**
 * Keeps WORKERS processes serving the portal until a signal stops them. They share the port, the limits, the count of
 * connections, the audit, the metrics and standard output, all of which this process keeps.
 *
 * @param write writes lines of a worker's log
 * @throws SettingsError when AUDIT_LOG cannot be written
 */
export async function runPrimary(
  settings: Settings,
  log: Logger,
  write: (lines: string) => void,
): Promise<void> {
  const { DRAIN_DELAY_MS: delayMs, DRAIN_TIMEOUT_MS: timeoutMs } = settings;
  const audit = auditWriter(auditSink(settings.AUDIT_LOG, log));
  // see docs/decisions/connections-in-turn.md
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });

  const metrics = await serveMetrics(settings, log, () => workers.listening());
  const service = serveWorkers({ maxPerAddress: settings.CONNECTIONS_PER_ADDRESS, audit, metrics });
  const workers = supervise({
    count: settings.WORKERS,
    // generated if it is not set
    environment: { COOKIE_SECRET: settings.COOKIE_SECRET },
    patienceMs: {
      retire: timeLimits.keepAlive + timeoutMs + graceMs,
      stop: delayMs + timeoutMs + graceMs,
      answer: pingMs,
    },
    log,
    onStart: (worker) => {
      if (worker.process.stdout) forwardLines(worker.process.stdout, write);
      service.start(worker);
    },
    onEnd: service.end,
    onReplace: () => metrics?.countReplaced(),
    onFailure: (sentence) => {
      if (sentence !== undefined) exitWith(sentence);
      process.exit(1);
    },
  });

  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    log.info({ signal }, 'the portal is shutting down');
    await workers.stop();
    metrics?.server.close();
    audit.close();
    log.info('the portal has stopped');
    process.exit(0);
  };
  onStopSignal(
    ['SIGTERM', 'SIGINT'],
    (signal) => void stop(signal),
    (code) => {
      workers.kill();
      process.exit(code);
    },
  );
  process.on('SIGHUP', () => void workers.restart());

  cluster.once('listening', (_worker, { address, port }) => {
    const { WORKERS: count, PORTAL_URL: url } = settings;
    log.info({ url, address: { address, port }, workers: count }, 'the portal is listening');
    if (settings.NODE_ENV !== 'production') return;
    const end = (fault: string): never => {
      workers.kill();
      return exitWith(fault);
    };
    void checkAtStart(settings, { log, end });
  });
  await workers.start();
}
