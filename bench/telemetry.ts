/**
 * Measures what metrics and traces cost: the processor time of a sign-in page and of a gateway call, the start and the idle
 * memory of a portal with and of one without them, in turn in one run.
 */
import { freePort } from '../provider/local/freePort.ts';
import { residentBytesOf } from '../test/support/residentBytesOf.ts';
import {
  pageHeaders,
  signInPage,
  startBuiltPortal,
  startFlowUpstream,
  startSizedUpstream,
} from './benchServers.ts';
import { measureTwice, namesOf, processes, startProcesses, targetOf, usualLoad as load } from './measure.ts';
import { reportAtMost } from './report.ts';
import { stopServers, type Server } from './startServer.ts';

/** A page's or call's processor time with metrics, as a multiple of that without; traces have no goal. */
const goal = 1.1;

const requests = [
  { name: 'a sign-in page', path: signInPage, headers: pageHeaders },
  { name: 'a gateway call', path: '/sessions/whoami', headers: { accept: 'application/json' } },
];

try {
  const { url: upstream } = await startFlowUpstream();
  const collector = await startSizedUpstream({ '/v1/traces': 2 });
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const settings = async (): Promise<Record<string, Record<string, string>>> => ({
    without: {},
    metrics: { METRICS_PORT: String(await freePort()) },
    traces: tracing,
    'traces of 1 %': {
      ...tracing,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    },
  });
  console.log('\nStart-up time, and resident memory after it');
  const servers = await startProcesses(async () => {
    const started: Server[] = [];
    for (const [name, environment] of Object.entries(await settings())) {
      const began = performance.now();
      const server = await startBuiltPortal(upstream, { name, environment });
      const ms = performance.now() - began;
      console.log(
        `  ${name}: ${ms.toFixed(0)} ms, ${(residentBytesOf(server.pid) / 1_000_000).toFixed(0)} MB`,
      );
      started.push(server);
    }
    return started;
  });
  const names = namesOf(servers);
  console.log(
    `\nMetrics and traces, ${processes} processes of each, ${load.rounds} rounds of ${load.requests}, in turn; medians`,
  );
  for (const { name, path, headers } of requests) {
    const measured = await measureTwice(
      ({ ratio }) => ratio('cpu', 'metrics', 'without') <= goal,
      servers.map((server) => targetOf(server, path, headers)),
      load,
    );
    console.log(`\n${name}`);
    for (const server of names)
      console.log(`  ${server}: ${measured.of(server).cpu.toFixed(0)} µs of processor time`);
    reportAtMost('metrics ÷ without', measured.ratio('cpu', 'metrics', 'without'), goal);
    for (const traced of ['traces', 'traces of 1 %'])
      console.log(`  ${traced} ÷ without: ${measured.ratio('cpu', traced, 'without').toFixed(2)}`);
  }
} finally {
  await stopServers();
}
