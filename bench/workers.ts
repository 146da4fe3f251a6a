/**
 * Measures what one, two and four workers give: sign-in pages per second and the processor time of each, without and with
 * rate limits, whose counts several workers ask for. The load takes its processor time from the same machine, so on few
 * processors compare the times.
 */
import { pageHeaders, signInPage, startBuiltPortal, startFlowUpstream } from './benchServers.ts';
import { measure, targetOf } from './measure.ts';
import { stopServers, type Server } from './startServer.ts';

const load = {
  connections: 20,
  requests: Number(process.env.BENCH_REQUESTS ?? 2000),
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
};
const limited = { RATE_LIMIT: 'on', RATE_LIMIT_READS_PER_MINUTE: '1000000' };
const others = process.env.BENCH_OTHER;

try {
  const { url: upstream } = await startFlowUpstream();
  const start = (name: string, environment: Record<string, string>, build?: string) =>
    startBuiltPortal(upstream, { name, environment, ...(build !== undefined && { build }) });
  const servers: Server[] = [];
  for (const [title, environment] of [
    ['', {}],
    [', with limits', limited],
  ] as const)
    for (const workers of [1, 2, 4])
      servers.push(
        await start(`${workers} ${workers === 1 ? 'process' : 'workers'}${title}`, {
          ...environment,
          WORKERS: String(workers),
        }),
      );
  if (others !== undefined) servers.push(await start('2 workers, other build', { WORKERS: '2' }, others));
  console.log(`\nA sign-in page, ${load.rounds} rounds of ${load.requests}, in turn; medians\n`);
  const targets = servers.map((server) => targetOf(server, signInPage, pageHeaders));
  const measured = await measure(targets, load);
  for (const { name } of servers) {
    const { rate, cpu } = measured.of(name);
    console.log(`  ${name}: ${cpu.toFixed(0)} µs of processor time, ${rate.toFixed(0)} pages/s`);
  }
} finally {
  await stopServers();
}
