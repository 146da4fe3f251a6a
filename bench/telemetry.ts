/**
 * Measures what metrics cost: the processor time of a sign-in page and of a gateway call, of a portal with and of one
 * without them, in turn in one run.
 */
import { freePort } from '../provider/local/freePort.ts';
import { pageHeaders, signInPage, startBuiltPortal, startFlowUpstream } from './benchServers.ts';
import { measureTwice, targetOf } from './measure.ts';
import { reportAtMost } from './report.ts';
import { stopServers } from './startServer.ts';

/** A page's or call's processor time, as a multiple of that without metrics. */
const goal = 1.03;
const load = {
  connections: 20,
  requests: Number(process.env.BENCH_REQUESTS ?? 3000),
  rounds: Number(process.env.BENCH_ROUNDS ?? 9),
};

const requests = [
  { name: 'a sign-in page', path: signInPage, headers: pageHeaders },
  { name: 'a gateway call', path: '/sessions/whoami', headers: { accept: 'application/json' } },
];

try {
  const { url: upstream } = await startFlowUpstream();
  const metricsPort = String(await freePort());
  const servers = [
    { ...(await startBuiltPortal(upstream)), name: 'without' },
    {
      ...(await startBuiltPortal(upstream, { environment: { METRICS_PORT: metricsPort } })),
      name: 'metrics',
    },
  ];
  console.log(`\nMetrics, ${load.rounds} rounds of ${load.requests}, in turn; medians`);
  for (const { name, path, headers } of requests) {
    const measured = await measureTwice(
      ({ ratio }) => ratio('cpu', 'metrics', 'without') <= goal,
      servers.map((server) => targetOf(server, path, headers)),
      load,
    );
    console.log(`\n${name}`);
    for (const server of servers)
      console.log(`  ${server.name}: ${measured.of(server.name).cpu.toFixed(0)} µs of processor time`);
    reportAtMost('metrics ÷ without', measured.ratio('cpu', 'metrics', 'without'), goal);
  }
} finally {
  await stopServers();
}
