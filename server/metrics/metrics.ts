import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  type Registry,
} from 'prom-client';
import type { ServerLoad } from '../http/portalServer.ts';
import type { Backlog, Store } from '../store/store.ts';
import type { RequestRecord } from '../http/requestRecord.ts';
import { aborted, type ObserveCall, statusClass } from '../upstreams/upstreamCall.ts';
import { flowKinds } from '../../shared/page.ts';
import { createExposition } from './exposition.ts';
import { refusalKind, refusalLabels } from './refusalKind.ts';
import { version } from '../http/version.ts';
import { isKnownMethod } from '../http/requestHead.ts';

/** The label of everything without one of its own. */
const other = 'other';

/** Returns the label of a request's method: anybody can send other methods than the known ones. */
const methodLabel = (method: string): string => (isKnownMethod(method) ? method : other);

/** Returns the label of a route: the operation, or the path as it is declared, never the requested one. */
function routeLabel({ route, path }: Pick<RequestRecord, 'route' | 'path'>): string {
  if (route !== undefined) return route;
  return path.startsWith('/assets/') ? '/assets' : other;
}

/**
 * Adds the metrics of the process: prom-client's own (processor time, memory, garbage collection, event loop, file
 * descriptors), and what the portal's HTTP server is doing.
 */
function processMetrics(registers: [Registry<OpenMetricsContentType>], load: () => ServerLoad): void {
  const [register] = registers;
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'portal_open_connections',
    help: 'Open connections of browsers and proxies.',
    registers,
    collect() {
      this.set(load().connections);
    },
  });
  new Gauge({
    name: 'portal_running_requests',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(load().requests);
    },
  });
}

/** What the metrics read of the store. */
type Kept = Pick<Store, 'eventCounts' | 'backlog'>;

const nothingKept: Kept = {
  eventCounts: () => ({ waiting: 0, lost: 0 }),
  backlog: () => Promise.resolve({ notices: 0, oldestNoticeMs: 0, overdueDeletions: 0 }),
};

/** Adds what waits in the store and what is lost of it. */
function storeMetrics(registers: [Registry<OpenMetricsContentType>], { eventCounts, backlog }: Kept): void {
  let reading: Promise<Backlog> | undefined;
  /** Reads the backlog once for all metrics of a scrape. */
  const readBacklog = (): Promise<Backlog> =>
    (reading ??= backlog().finally(() => {
      reading = undefined;
    }));
  const ofBacklog = (name: string, help: string, value: (read: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // without the database the last value stays
        await readBacklog().then(
          (read) => this.set(value(read)),
          () => undefined,
        );
      },
    });
  new Gauge({
    name: 'portal_events_waiting',
    help: 'Events of the history that wait in this replica while its database is away.',
    registers,
    collect() {
      this.set(eventCounts().waiting);
    },
  });
  new Counter({
    name: 'portal_events_lost_total',
    help: 'Events of the history that found no place while its database was away.',
    registers,
    collect() {
      this.reset();
      this.inc(eventCounts().lost);
    },
  });
  ofBacklog('portal_notices_waiting', 'Mails about events that wait to be sent.', ({ notices }) => notices);
  ofBacklog(
    'portal_notices_oldest_seconds',
    'For how long the oldest of these mails has waited.',
    ({ oldestNoticeMs }) => oldestNoticeMs / 1000,
  );
  ofBacklog(
    'portal_overdue_deletions',
    'Accounts whose owners have deleted them, and that are not gone an hour after their time.',
    ({ overdueDeletions }) => overdueDeletions,
  );
}

/** The histograms of durations, in seconds. */
const durations = {
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  enableExemplars: true,
};

/** Names a trace that shows where the time of a bucket's durations went (OpenMetrics, "Exemplars"). */
const exemplarLabels = (traceId: string | undefined) =>
  traceId === undefined ? {} : { exemplarLabels: { trace_id: traceId } };

/**
 * Creates the metrics. Their labels have few values, all of them from the portal's own tables: never a path, an id or
 * anything else that a client or the provider has sent.
 *
 * @param load returns what the portal's HTTP server is doing
 * @param kept what is read of the store, if there is one
 */
export function createMetrics(load: () => ServerLoad, kept: Kept = nothingKept) {
  const exposition = createExposition();
  const { registers } = exposition;
  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Requests that are over, by operation or route, method and class of the status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestDurations = new Histogram<string>({
    ...durations,
    registers,
    name: 'portal_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['route', 'method'],
  });
  const callDurations = new Histogram<string>({
    ...durations,
    registers,
    name: 'portal_upstream_call_duration_seconds',
    help: 'Calls to the provider, by server and outcome: the class of the status, or why there was none.',
    labelNames: ['upstream', 'outcome'],
  });
  const refusals = new Counter({
    name: 'portal_refusals_total',
    help: 'Requests that the portal refused by a limit or for lack of rights.',
    labelNames: ['kind', 'reason'],
    registers,
  });
  const flowSteps = {
    begun: new Counter({
      name: 'portal_flows_begun_total',
      help: 'Flows that were begun.',
      labelNames: ['flow'],
      registers,
    }),
    finished: new Counter({
      name: 'portal_flows_finished_total',
      help: 'Flows that succeeded.',
      labelNames: ['flow'],
      registers,
    }),
  };
  const auditFailures = new Counter({
    name: 'portal_audit_failures_total',
    help: 'Audit lines that could not be written where AUDIT_LOG says.',
    registers,
  });
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; the label is the version that runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  // a rate needs a value from before the first event
  for (const counter of Object.values(flowSteps)) for (const flow of flowKinds) counter.inc({ flow }, 0);
  for (const labels of refusalLabels) refusals.inc(labels, 0);
  processMetrics(registers, load);
  storeMetrics(registers, kept);

  return {
    ...exposition,
    /** Counts a request when it is over. */
    record: (request: RequestRecord): void => {
      const { status, ms, flowStep, problem, exemplar } = request;
      const route = routeLabel(request);
      const method = methodLabel(request.method);
      requests.inc({ route, method, status: status === undefined ? aborted : statusClass(status) });
      requestDurations.observe({ labels: { route, method }, value: ms / 1000, ...exemplarLabels(exemplar) });
      if (flowStep) flowSteps[flowStep.step].inc({ flow: flowStep.flow });
      const kind = refusalKind(request);
      if (kind && problem) refusals.inc({ kind, reason: problem.id });
    },
    /** Counts an audit line that could not be written where AUDIT_LOG says. */
    auditFailed: (): void => auditFailures.inc(),
    /** Counts a call to the provider. */
    observeCall: (({ upstream, outcome, ms, exemplar }) => {
      callDurations.observe({ labels: { upstream, outcome }, value: ms / 1000, ...exemplarLabels(exemplar) });
    }) satisfies ObserveCall,
  };
}

/** The metrics of a running portal. */
export type Metrics = ReturnType<typeof createMetrics>;
