import * as z from 'zod';
import { forgetAccount } from './events.ts';
import { rowsOf } from './notices.ts';
import type { Recipient } from './recipient.ts';
import type { Database } from './tables.ts';

/** An account that is to be deleted. */
export interface PlannedDeletion extends Recipient {
  identity: string;
  /** When it is to be deleted, in milliseconds since 1970. */
  due: number;
}

const planned = z.object({
  identity: z.string(),
  due: z.coerce.number(),
  addresses: z
    .string()
    .transform((json): unknown => JSON.parse(json))
    .pipe(z.array(z.string())),
  locale: z.string(),
});

/** Plans a deletion, in place of an earlier plan. */
export async function planDeletion(
  database: Database,
  { identity, due, addresses, locale = '' }: PlannedDeletion,
): Promise<void> {
  const plan = { due, next: due, addresses: JSON.stringify(addresses), locale };
  await database
    .insertInto('deletion')
    .values({ identity, ...plan })
    .onConflict((conflict) => conflict.column('identity').doUpdateSet(plan))
    .execute();
}

/** Takes deletions that are due. No other replica gets them until a time. @param until in milliseconds since 1970 */
export async function takeDeletions(database: Database, until: number): Promise<PlannedDeletion[]> {
  const now = Date.now();
  const taken = await database
    .updateTable('deletion')
    .set({ next: until })
    // again for each row: another replica may have taken it since they were chosen
    .where('next', '<=', now)
    .where('identity', 'in', (select) =>
      select.selectFrom('deletion').select('identity').where('next', '<=', now).limit(20),
    )
    .returningAll()
    .execute();
  return taken.map((row) => planned.parse(row));
}

/** Gives up a plan; one that has taken its place stays. */
export const cancelDeletion = (
  database: Database,
  { identity, due }: Pick<PlannedDeletion, 'identity' | 'due'>,
): Promise<unknown> =>
  database.deleteFrom('deletion').where('identity', '=', identity).where('due', '=', due).execute();

/** Deletes what is kept of an account that is deleted, and tells its owner so. */
export const endDeletion = (database: Database, planned: PlannedDeletion): Promise<unknown> =>
  database.transaction().execute(async (transaction) => {
    const { identity } = planned;
    await forgetAccount(transaction, identity);
    await cancelDeletion(transaction, planned);
    const { notices } = rowsOf({ identity, kind: 'accountDeleted', recipient: planned });
    if (notices.length > 0) await transaction.insertInto('notice').values(notices).execute();
  });

/** Counts the deletions that were due before a time, in milliseconds since 1970. */
export async function overdueDeletions(database: Database, time: number): Promise<number> {
  const row = await database
    .selectFrom('deletion')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('due', '<', time)
    .executeTakeFirst();
  return row?.count ?? 0;
}
