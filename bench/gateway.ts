/**
 * Measures the gateway's cost: the processor time of a call of the whole portal and of a bare http-proxy-middleware, in turn in
 * one run; small and large answers, few and many connections. BENCH_OTHER names another build's `dist/server/main.mjs` to
 * compare with.
 */
import { startBareProxy, startBuiltPortal, startSizedUpstream } from './benchServers.ts';
import {
  measureTwice,
  namesOf,
  processes,
  startProcesses,
  targetOf,
  usualLoad,
  type Measured,
} from './measure.ts';
import { reportAtMost } from './report.ts';
import { stopServers } from './startServer.ts';

/** A call's processor time, as a multiple of a bare http-proxy-middleware's. */
const mostTime = 1.3;
const connectionCounts = [1, 20, 100];
const sizes = [
  { name: '1 KB', path: '/sessions/whoami', bytes: 1024, requests: usualLoad.requests },
  { name: '1 MB', path: '/schemas', bytes: 1024 * 1024, requests: Math.ceil(usualLoad.requests / 10) },
];

/** The portal's time for each call, as a multiple of what it stands on. */
const toBare = ({ ratio }: Measured): number => ratio('cpu', 'portal', 'http-proxy-middleware');

try {
  const { url } = await startSizedUpstream(
    Object.fromEntries(sizes.map(({ path: call, bytes }) => [call, bytes])),
  );
  const { BENCH_OTHER: other } = process.env;
  const servers = await startProcesses(async () => [
    await startBuiltPortal(url),
    await startBareProxy(url),
    ...(other === undefined ? [] : [await startBuiltPortal(url, { build: other })]),
  ]);
  console.log(`\nThe gateway, ${processes} processes of each, ${usualLoad.rounds} rounds, in turn; medians`);
  for (const { name: size, path: call, requests } of sizes)
    for (const connections of connectionCounts) {
      const targets = servers.map((server) => targetOf(server, call));
      const load = { ...usualLoad, connections, requests };
      const measured = await measureTwice((run) => toBare(run) <= mostTime, targets, load);
      console.log(`\n${size}, ${connections} connections`);
      for (const name of namesOf(servers)) {
        const { rate, cpu } = measured.of(name);
        console.log(`  ${name}: ${rate.toFixed(0)} requests/s, ${cpu.toFixed(0)} µs of processor time each`);
        if (name === 'other build')
          console.log(`  portal ÷ ${name}: ${measured.ratio('cpu', 'portal', name).toFixed(2)}×`);
      }
      reportAtMost('portal ÷ http-proxy-middleware, processor time', toBare(measured), mostTime);
    }
} finally {
  await stopServers();
}
