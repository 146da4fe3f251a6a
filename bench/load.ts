/**
 * Measures whole visits against a real Kratos: sign-in with a password and with a mailed code, refresh, and consent, each by
 * BENCH_VISITORS visitors at once for BENCH_SECONDS. Ends with an error on any unexpected answer.
 *
 *     BENCH_SECONDS=1800 BENCH_HASHES=production node scripts/run.mjs bench/load.ts
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startOAuth2Stack } from '../test/support/worker/oauth2.ts';
import { startRelyingParty } from '../test/support/relyingParty.ts';
import { describeRun, hashes, portalSettings, startDatabase } from './visits/parts.ts';
import { createAccounts, runVisitors } from './visits/runVisitors.ts';
import { Tally } from './visits/tally.ts';
import { pidsOf, processorTime, residentMegabytes } from './visits/usage.ts';
import { visits, type Visit } from './visits/visits.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 30);
const amount = Number(process.env.BENCH_VISITORS ?? 8);
/** The time before each measurement, in seconds. */
const warmUp = 5;
const rounded = (value: number): number => Math.round(value * 10) / 10;

const database = await startDatabase();
const stack = await startOAuth2Stack({
  kratos: { LOG_LEVEL: 'error', ...hashes.variables, ...database.variables },
  portal: portalSettings,
});
const application = await startRelyingParty(stack.url, stack.hydraAdminUrl);
const accounts = await createAccounts(stack.kratos.adminUrl, amount);

const programs = {
  portal: () => [stack.portal.pid],
  Kratos: () => pidsOf('kratos'),
  PostgreSQL: () => pidsOf('postgres'),
};
/** The processor time of each program so far, in milliseconds. */
const timesNow = (): [string, number][] =>
  Object.entries(programs).map(([name, pids]) => [name, processorTime(pids()) * 1000]);

async function measure(visit: Visit): Promise<void> {
  const tally = new Tally();
  let began = 0;
  let before: Record<string, number> = {};
  await Promise.all([
    runVisitors({
      url: stack.url,
      accounts,
      visit,
      onStep: tally.add,
      onVisit: () => (tally.visits += 1),
      signal: AbortSignal.timeout((warmUp + seconds) * 1000),
    }),
    pause(warmUp * 1000).then(() => {
      tally.reset();
      [began, before] = [performance.now(), Object.fromEntries(timesNow())];
    }),
  ]);
  const elapsed = (performance.now() - began) / 1000;
  const times = timesNow().map(([name, time]) => [
    `${name}, ms`,
    rounded((time - (before[name] ?? 0)) / tally.visits),
  ]);
  console.log(`\n${elapsed.toFixed(0)} s`);
  console.table({
    [visit.name]: {
      'visits/s': rounded(tally.visits / elapsed),
      'pages/s': rounded(tally.pages / elapsed),
      visits: tally.visits,
      errors: tally.failures,
      ...(Object.fromEntries(times) as Record<string, number>),
    },
  });
  console.table(tally.steps);
  if (tally.failures === 0) return;
  console.table(Object.fromEntries(tally.errors));
  process.exitCode = 1;
}

try {
  console.log(`\n${await describeRun(stack.kratos.adminUrl, database)}`);
  console.log(
    `${amount} visitors at once; other work before the run: load average ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log('Processor time is per visit; steps are in milliseconds');
  for (const visit of visits(stack.mailbox, application)) await measure(visit);
  console.log('\nResident memory at the end, in MB');
  console.table({
    portal: residentMegabytes(programs.portal()),
    Kratos: residentMegabytes(programs.Kratos()),
  });
} finally {
  await application.stop();
  await stack.stop();
  await database.stop();
}
