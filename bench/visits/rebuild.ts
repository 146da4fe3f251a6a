import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openStore } from '../../server/store/store.ts';
import { report } from '../report.ts';
import { addAccounts } from './manyAccounts.ts';
import { runVisitors } from './runVisitors.ts';
import { startVisited, type VisitedStack } from './stack.ts';
import { Tally } from './tally.ts';
import { visits } from './visits.ts';

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

/** The duration of a sign-in while the index is built anew ÷ that at other times. */
const slower = { most: 1.1 };

/** The longest time until a portal looks whether there is something to fill in, in milliseconds. */
const lookMs = 16_000;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** The median duration of a sign-in with a password and its logout, in milliseconds. */
async function signIns(stack: VisitedStack, amount: number, seconds: number): Promise<number> {
  const [visit] = visits(stack.mailbox, stack.application);
  if (!visit) return NaN;
  const tally = new Tally();
  await runVisitors({
    url: stack.url,
    adminUrl: stack.kratos.adminUrl,
    amount,
    visit,
    onStep: tally.add,
    signal: AbortSignal.timeout(seconds * 1000),
  });
  if (tally.failures > 0) console.table(tally.errors);
  return Object.values(tally.steps).reduce((sum, { p50 }) => sum + p50, 0);
}

/**
 * Compares sign-ins while the index of people is built anew with those at other times, in turn. Fails if they are more than a tenth
 * slower.
 *
 * @param amount visitors at once
 */
export async function rebuild(amount: number, seconds: number): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'rebuild-'));
  const stack = await startVisited({ DATA_DIRECTORY: directory });
  const store = await openStore(
    {
      COOKIE_SECRET: 'none',
      HISTORY_DAYS: 400,
      HISTORY_WAIT_MS: 0,
      STORE_FAILURE: 'refuse',
      DATABASE_URL: undefined,
      DATA_DIRECTORY: directory,
    },
    pino({ level: 'warn' }),
  );
  const isFilling = async (): Promise<boolean> => (await store.people.state()).isRunning;
  const ratios: number[] = [];
  try {
    if (!stack.postgres) throw new Error('there is no PostgreSQL for the accounts');
    await addAccounts(stack.postgres, stack.kratos, accounts);
    await store.people.rebuild();
    for (let round = 0; round < rounds; round += 1) {
      while (await isFilling()) await pause(500);
      const usual = await signIns(stack, amount, seconds);
      await store.people.rebuild();
      await pause(lookMs);
      const filling = await signIns(stack, amount, seconds);
      const isWhole = await isFilling();
      console.log(
        `  ${usual} ms; ${filling} ms while the index is built${isWhole ? '' : ' (not to the end)'}`,
      );
      ratios.push(filling / usual);
    }
  } finally {
    await store.close();
    await stack.stop();
    rmSync(directory, { recursive: true });
  }
  report('sign-in while the index is built ÷ at other times', median(ratios), slower);
}
