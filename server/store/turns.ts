import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './tables.ts';

/** For how long one piece of work has its turn at most, in milliseconds: a replica that was killed holds nobody up. */
const leaseMs = 30_000;

/** How often another one asks whether it is its turn, in milliseconds. */
const askMs = 25;

/** Takes the turn of a key. @returns false while another one has it */
async function take(database: Database, key: string, holder: string): Promise<boolean> {
  const now = Date.now();
  const turn = { holder, until: now + leaseMs };
  const taken = await database
    .insertInto('turn')
    .values({ key, ...turn })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(turn).where('turn.until', '<', now))
    .returning('key')
    .execute();
  return taken.length > 0;
}

/**
 * Runs the work of each key one after another, in all replicas that share the database. Where it does not answer, the work runs
 * at once.
 *
 * @returns what the work returns
 */
export async function inTurn<Result>(
  database: Database,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = randomUUID();
  while (!(await take(database, key, holder).catch(() => true))) await pause(askMs);
  try {
    return await work();
  } finally {
    const held = database.deleteFrom('turn').where('key', '=', key).where('holder', '=', holder);
    await held.execute().catch(() => undefined);
  }
}
