import { Counter } from 'prom-client';
import type { ServerLoad } from '../http/portalServer.ts';
import type { Subscriber } from '../http/requestRecord.ts';
import { aborted, statusClass, type ObserveCall } from '../http/upstreamCall.ts';
import { flowKinds } from '../../shared/page.ts';
import { durationHistogram } from './durationHistogram.ts';
import { createExposition, type Exposition } from './exposition.ts';
import { methodLabel, routeLabel } from './labels.ts';
import { processMetrics } from './processMetrics.ts';
import { refusalKind } from './refusalKind.ts';
import { seriesByLabels } from './seriesByLabels.ts';

/** The metrics of a running portal. */
export interface Metrics extends Exposition {
  /** Counts a request when it is over. */
  record: Subscriber;
  /** Counts a call to the provider. */
  observeCall: ObserveCall;
}

/**
 * Creates the metrics. Their labels have few values, all of them from the portal's own tables: never a path, an id or
 * anything else that a client or the provider has sent.
 *
 * @param load returns what the portal's HTTP server is doing
 */
export function createMetrics(load: () => ServerLoad): Metrics {
  const exposition = createExposition();
  const { registers } = exposition;
  const requestLabels = ['route', 'method', 'status'];
  const requests = seriesByLabels(requestLabels, () => ({ count: 0 }));
  new Counter({
    name: 'portal_http_requests_total',
    help: 'Requests that are over, by operation or route, method and class of the status.',
    labelNames: requestLabels,
    registers,
    collect() {
      this.reset();
      for (const { labels, series } of requests.all()) this.inc(labels, series.count);
    },
  });
  const observeRequest = durationHistogram(registers[0], {
    name: 'portal_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['route', 'method'],
  });
  const observeUpstream = durationHistogram(registers[0], {
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
  // a rate needs a value from before the first event
  for (const counter of Object.values(flowSteps)) for (const flow of flowKinds) counter.inc({ flow }, 0);
  processMetrics(registers, load);

  return {
    ...exposition,
    record: (request) => {
      const { status, ms, flowStep, problem, exemplar } = request;
      const route = routeLabel(request);
      const method = methodLabel(request.method);
      requests.find([route, method, status === undefined ? aborted : statusClass(status)]).count += 1;
      observeRequest([route, method], ms, exemplar);
      if (flowStep) flowSteps[flowStep.step].inc({ flow: flowStep.flow });
      const kind = refusalKind(request);
      if (kind && problem) refusals.inc({ kind, reason: problem.id });
    },
    observeCall: ({ upstream, outcome, ms, exemplar }) => {
      observeUpstream([upstream, outcome], ms, exemplar);
    },
  };
}
