/**
 * Measures the gateway's cost: the processor time of a call of the whole portal and of a bare http-proxy-middleware, in turn in
 * one run; small and large answers, few and many connections. BENCH_OTHER names another build's `dist/server/main.mjs` to
 * compare with.
 */
import { compare, processes, startProcesses, usualLoad, type Ratio } from './measure.ts';
import { report } from './report.ts';
import { startPortals, startProgram, stopServers } from './servers.ts';

/** A call's processor time, as a multiple of a bare http-proxy-middleware's. */
const mostTime = 1.3;
const bare = 'http-proxy-middleware';
const connectionCounts = [1, 20, 100];
const { requests } = usualLoad;
const answers = [
  { size: '1 KB', path: '/sessions/whoami', requests },
  { size: '1 MB', path: '/schemas', requests: Math.ceil(requests / 10) },
];

const toBare = (ratio: Ratio): number => ratio('cpu', 'portal', bare);

try {
  const { url: upstream } = await startProgram('upstream', 'upstream');
  const servers = await startProcesses(async () => [
    ...(await startPortals(upstream)),
    await startProgram(bare, 'bareProxy', upstream),
  ]);
  console.log(`\nThe gateway, ${processes} processes of each, ${usualLoad.rounds} rounds, in turn; medians`);
  for (const { size, ...answer } of answers)
    for (const connections of connectionCounts) {
      console.log(`\n${size}, ${connections} connections`);
      const load = { ...usualLoad, ...answer, connections };
      const ratio = await compare(servers, load, (of) => toBare(of) <= mostTime);
      report(`portal ÷ ${bare}, processor time`, toBare(ratio), { most: mostTime });
    }
} finally {
  await stopServers();
}
