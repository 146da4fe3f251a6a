import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { deleteAccount } from './events.ts';
import type { Recipient } from './recipient.ts';
import type { Database } from './tables.ts';

/** An account that is to be deleted. */
export interface PlannedDeletion extends Required<Pick<Recipient, 'addresses'>> {
  identity: string;
  /** When it is to be deleted, in milliseconds since 1970. */
  due: number;
  /** A language's name; empty if it was not known. */
  locale: string;
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
  { identity, due, addresses, locale }: PlannedDeletion,
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
  const rows = await database
    .selectFrom('deletion')
    .selectAll()
    .where('next', '<=', Date.now())
    .limit(20)
    .execute();
  const taken: PlannedDeletion[] = [];
  for (const row of rows) {
    const { numUpdatedRows } = await database
      .updateTable('deletion')
      .set({ next: until })
      .where('identity', '=', row.identity)
      .where('next', '=', row.next)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) taken.push(planned.parse(row));
  }
  return taken;
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
    const { identity, addresses, locale } = planned;
    await deleteAccount(transaction, identity);
    await cancelDeletion(transaction, planned);
    const now = Date.now();
    const event = randomUUID();
    const notices = addresses.map((address) => ({
      ...{ event, address, identity, locale },
      ...{ kind: 'accountDeleted', at: now, about: '{}', due: now },
    }));
    if (notices.length > 0) await transaction.insertInto('notice').values(notices).execute();
  });

/** Counts the deletions that were due before a time, in milliseconds since 1970. */
export async function overdueDeletions(database: Database, time: number): Promise<number> {
  const row = await database
    .selectFrom('deletion')
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where('due', '<', time)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
