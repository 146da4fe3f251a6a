import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './tables.ts';

/** The changes of the tables, by names whose order is theirs. One that has been released is never changed. */
const migrations: Record<string, Migration> = {
  '2026-11-27-events': {
    up: async (database: Kysely<never>) => {
      await database.schema
        .createTable('event')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('identity', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('about', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('event_of_identity')
        .on('event')
        .columns(['identity', 'at', 'id'])
        .execute();
      await database.schema.createIndex('event_by_age').on('event').column('at').execute();
    },
  },
  '2026-11-28-notices': {
    up: async (database: Kysely<never>) => {
      await database.schema
        .createTable('notice')
        .addColumn('event', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('identity', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('about', 'text', (column) => column.notNull())
        .addColumn('locale', 'text', (column) => column.notNull())
        .addColumn('due', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('notice_key', ['event', 'address'])
        .execute();
      await database.schema.createIndex('notice_by_due').on('notice').column('due').execute();
      await database.schema.createIndex('notice_of_identity').on('notice').column('identity').execute();
      await database.schema
        .createTable('preference')
        .addColumn('identity', 'text', (column) => column.primaryKey())
        .addColumn('muted', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '2026-11-28-deletions': {
    up: async (database: Kysely<never>) => {
      await database.schema
        .createTable('deletion')
        .addColumn('identity', 'text', (column) => column.primaryKey())
        .addColumn('due', 'bigint', (column) => column.notNull())
        .addColumn('next', 'bigint', (column) => column.notNull())
        .addColumn('addresses', 'text', (column) => column.notNull())
        .addColumn('locale', 'text', (column) => column.notNull())
        .execute();
    },
  },
};

/**
 * Brings the tables up to date. Replicas that start at once wait for each other.
 *
 * @throws Error if the database does not answer, or is not the portal's
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'portal_migration',
    migrationLockTableName: 'portal_migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error as Error;
}
