/**
 * Runs whole visits against a real Kratos: sign-in with a password and with a mailed code, refresh, and consent, each by
 * BENCH_VISITORS visitors at once for BENCH_SECONDS. Ends with an error on any unexpected answer. `--faults` makes parts of the
 * stack fail meanwhile, `--soak` looks for leaks, `--index` builds the index of people anew.
 *
 *     BENCH_SECONDS=1800 BENCH_ACCOUNTS=1000000 node scripts/run.mjs bench/load.ts
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { residentBytesOf } from '../test/support/residentBytesOf.ts';
import { cpuTime } from './cpuTime.ts';
import { sufferFaults } from './visits/faults.ts';
import { addAccounts } from './visits/manyAccounts.ts';
import { runVisitors } from './visits/runVisitors.ts';
import { rebuild } from './visits/rebuild.ts';
import { soak } from './visits/soak.ts';
import { pidsOf, startVisited, type VisitedStack } from './visits/stack.ts';
import { Tally } from './visits/tally.ts';
import { visits, type Visit } from './visits/visits.ts';

/** The time before each measurement, in seconds. */
const warmUp = 5;
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The processor time of each program so far, in milliseconds. */
const timesNow = ({ portal }: VisitedStack): Record<string, number> => {
  const programs = { portal: [portal.pid], Kratos: pidsOf('kratos'), PostgreSQL: pidsOf('postgres') };
  const sum = (pids: number[]): number => pids.reduce((total, pid) => total + cpuTime(pid) / 1000, 0);
  return Object.fromEntries(Object.entries(programs).map(([name, pids]) => [name, sum(pids)]));
};

async function measure(stack: VisitedStack, visit: Visit, amount: number, seconds: number): Promise<void> {
  const tally = new Tally();
  const visiting = runVisitors({
    url: stack.url,
    adminUrl: stack.kratos.adminUrl,
    amount,
    visit,
    onStep: tally.add,
    onVisit: () => (tally.visits += 1),
    signal: AbortSignal.timeout((warmUp + seconds) * 1000),
  });
  await Promise.race([visiting, pause(warmUp * 1000)]);
  tally.reset();
  const [began, before] = [performance.now(), timesNow(stack)];
  await visiting;
  const elapsed = (performance.now() - began) / 1000;
  const times = Object.entries(timesNow(stack)).map(([name, time]): [string, number] => [
    `${name}, ms`,
    rounded((time - (before[name] ?? 0)) / tally.visits),
  ]);
  console.table({
    [visit.name]: {
      'visits/s': rounded(tally.visits / elapsed),
      visits: tally.visits,
      errors: tally.failures,
      ...Object.fromEntries(times),
    },
  });
  console.table(tally.steps);
  if (tally.failures === 0) return;
  console.table(tally.errors);
  process.exitCode = 1;
}

async function measureAll(amount: number, seconds: number): Promise<void> {
  const stack = await startVisited({});
  const accounts = Number(process.env.BENCH_ACCOUNTS ?? 0);
  try {
    if (accounts > 0 && stack.postgres) await addAccounts(stack.postgres, stack.kratos, accounts);
    console.log(
      `${amount} visitors at once for ${seconds} s; load average before: ${loadavg()[0]?.toFixed(1)}\n` +
        'Processor time is per visit; steps are in milliseconds',
    );
    for (const visit of visits(stack.mailbox, stack.application))
      await measure(stack, visit, amount, seconds);
    const megabytes = [stack.portal.pid, ...pidsOf('kratos')].map((pid) =>
      Math.round(residentBytesOf(pid) / 1e6),
    );
    console.log(`Resident memory at the end, of the portal and of Kratos, in MB: ${megabytes.join(', ')}`);
  } finally {
    await stack.stop();
  }
}

const flag = { type: 'boolean' } as const;
const options = { faults: flag, soak: flag, index: flag };
const { faults, soak: soaks, index } = parseArgs({ options }).values;
const [run, amount, seconds] = faults
  ? ([sufferFaults, 6, 5] as const)
  : soaks
    ? ([soak, 2, 60] as const)
    : index
      ? ([rebuild, 2, 30] as const)
      : ([measureAll, 8, 30] as const);
await run(Number(process.env.BENCH_VISITORS ?? amount), Number(process.env.BENCH_SECONDS ?? seconds));
