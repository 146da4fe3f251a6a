/**
 * Loads the portal with all kinds of visits for BENCH_SECONDS, and samples its resident memory, sockets and event loop. Ends
 * with an error if memory or sockets of the last third are more than a tenth above those of the second one, or on an
 * unexpected answer.
 *
 *     BENCH_SECONDS=1800 node scripts/run.mjs bench/soak.ts
 */
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../provider/local/freePort.ts';
import { startRelyingParty } from '../test/support/relyingParty.ts';
import { startOAuth2Stack } from '../test/support/worker/oauth2.ts';
import { reportAtMost } from './report.ts';
import { describeRun, hashes, portalSettings, startDatabase } from './visits/parts.ts';
import { createAccounts, runVisitors } from './visits/runVisitors.ts';
import { Tally } from './visits/tally.ts';
import { residentMegabytes, socketsOf } from './visits/usage.ts';
import { visits } from './visits/visits.ts';

/** The last third's mean ÷ the second one's. */
const growth = 1.1;
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
/** Visitors at once of each kind of visit. */
const amount = Number(process.env.BENCH_VISITORS ?? 2);

const metricsPort = String(await freePort());
const database = await startDatabase();
const stack = await startOAuth2Stack({
  kratos: { LOG_LEVEL: 'error', ...hashes.variables, ...database.variables },
  portal: { ...portalSettings, METRICS_PORT: metricsPort },
});
const application = await startRelyingParty(stack.url, stack.hydraAdminUrl);
const { pid } = stack.portal;

interface Sample {
  'memory, MB': number;
  sockets: number;
  /** Its 99th percentile since the sample before. */
  'event loop, ms': number;
}

async function sample(): Promise<Sample> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lag = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]);
  return {
    'memory, MB': residentMegabytes([pid]),
    sockets: socketsOf(pid),
    'event loop, ms': lag * 1000,
  };
}

async function sampleUntil(signal: AbortSignal): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (!signal.aborted) {
    await pause(1000);
    samples.push(await sample());
  }
  return samples;
}

function meansOf(samples: readonly Sample[]): Sample {
  const mean = (what: keyof Sample): number =>
    Math.round((samples.reduce((sum, one) => sum + one[what], 0) / samples.length) * 10) / 10;
  return {
    'memory, MB': mean('memory, MB'),
    sockets: mean('sockets'),
    'event loop, ms': mean('event loop, ms'),
  };
}

try {
  console.log(`\n${await describeRun(stack.kratos.adminUrl, database)}`);
  console.log(`${amount} visitors at once of each kind, ${seconds} s`);
  const tally = new Tally();
  const signal = AbortSignal.timeout(seconds * 1000);
  const visitors = visits(stack.mailbox, application).map(async (visit) =>
    runVisitors({
      url: stack.url,
      accounts: await createAccounts(stack.kratos.adminUrl, amount),
      visit,
      onStep: tally.add,
      onVisit: () => (tally.visits += 1),
      signal,
    }),
  );
  const [samples] = await Promise.all([sampleUntil(signal), ...visitors]);
  const third = Math.floor(samples.length / 3);
  const [first, second, last] = [0, 1, 2].map((part) => samples.slice(part * third, (part + 1) * third));
  const [middle, end] = [meansOf(second ?? []), meansOf(last ?? [])];
  console.table({ 'first third': meansOf(first ?? []), 'second third': middle, 'last third': end });
  console.log(`  ${tally.visits} visits, ${tally.pages} pages`);
  reportAtMost('unexpected answers', tally.failures, 0);
  reportAtMost('memory, last third ÷ second', end['memory, MB'] / middle['memory, MB'], growth);
  reportAtMost('sockets, last third ÷ second', end.sockets / middle.sockets, growth);
  if (tally.failures > 0) console.table(Object.fromEntries(tally.errors));
} finally {
  await application.stop();
  await stack.stop();
  await database.stop();
}
