import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { isPostgres } from './openDatabase.ts';
import type { Database } from './tables.ts';

/** Makes PostgreSQL's index of the texts of people, unless the portal's user may not create the extension. */
const indexText = sql`do $$ begin
  create extension if not exists pg_trgm;
  create index person_by_text on person using gin (text gin_trgm_ops);
exception when others then null;
end $$`;

/** SQLite's index of the texts of people, which follows the table. */
const textIndex = [
  `create virtual table person_text using fts5(
    text, content = 'person', content_rowid = 'number', tokenize = 'trigram case_sensitive 1')`,
  `create trigger person_text_add after insert on person begin
    insert into person_text (rowid, text) values (new.number, new.text); end`,
  `create trigger person_text_remove after delete on person begin
    insert into person_text (person_text, rowid, text) values ('delete', old.number, old.text); end`,
  `create trigger person_text_change after update on person when old.text <> new.text begin
    insert into person_text (person_text, rowid, text) values ('delete', old.number, old.text);
    insert into person_text (rowid, text) values (new.number, new.text); end`,
];

/**
 * The changes of the tables, by names whose order is theirs. One that has been released is never changed.
 *
 * @param warn called with a line for the operator
 */
const migrations = (warn: (line: string) => void): Record<string, Migration> => ({
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
  '2026-11-29-acts': {
    up: async (database: Kysely<never>) => {
      await database.schema
        .createTable('act')
        .addColumn('number', 'bigint', (column) => column.primaryKey())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('target', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('begun', 'text', (column) => column.notNull())
        .addColumn('about', 'text', (column) => column.notNull())
        .addColumn('previous', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('signature', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('act_by_begun')
        .on('act')
        .column('begun')
        .where(sql.ref('begun'), '!=', sql.lit(''))
        .execute();
      for (const column of ['actor', 'target', 'operation'])
        await database.schema.createIndex(`act_by_${column}`).on('act').columns([column, 'number']).execute();
      await database.schema.createIndex('act_by_time').on('act').column('at').execute();
      await database.schema
        .createTable('act_head')
        .addColumn('number', 'bigint', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('pruned', 'bigint', (column) => column.notNull())
        .addColumn('prunedHash', 'text', (column) => column.notNull())
        .addColumn('prunedSignature', 'text', (column) => column.notNull())
        .execute();
      await sql`insert into act_head values (0, '', 0, '', '')`.execute(database);
      // the log of all accounts, by kind too
      await database.schema.createIndex('event_by_time').on('event').columns(['at', 'id', 'kind']).execute();
      await database.schema.dropIndex('event_by_age').execute();
    },
  },
  '2026-11-29-people': {
    up: async (database: Kysely<never>) => {
      await database.schema
        .createTable('person')
        .addColumn('number', isPostgres(database) ? 'bigserial' : 'integer', (column) => column.primaryKey())
        .addColumn('identity', 'text', (column) => column.notNull().unique())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('schema', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('methods', 'text', (column) => column.notNull())
        .addColumn('proved', 'integer', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .addColumn('signedIn', 'bigint')
        .addColumn('round', 'bigint', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createTable('filling')
        .addColumn('round', 'bigint', (column) => column.notNull())
        .addColumn('token', 'text')
        .addColumn('leaseUntil', 'bigint', (column) => column.notNull())
        .addColumn('finishedAt', 'bigint')
        .execute();
      await sql`insert into filling values (1, '', 0, null)`.execute(database);
      if (!isPostgres(database)) {
        for (const statement of textIndex) await sql.raw(statement).execute(database);
        return;
      }
      await indexText.execute(database);
      const { rows } = await sql<{
        made: unknown;
      }>`select to_regclass('person_by_text') as made`.execute(database);
      if (rows[0]?.made === null)
        warn('people are searched without an index: the portal may not create the extension pg_trgm');
    },
  },
  '2026-11-30-mails': {
    up: async (database: Kysely<never>) => {
      await database.schema.alterTable('notice').addColumn('ended', 'bigint').execute();
      await database.schema
        .alterTable('notice')
        .addColumn('error', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await database.schema.createIndex('notice_by_time').on('notice').column('at').execute();
      await database.schema
        .createIndex('notice_of_address')
        .on('notice')
        .columns(['address', 'at'])
        .execute();
    },
  },
  '2026-12-01-filters': {
    up: async (database: Kysely<never>) => {
      const filters = [
        { table: 'event', columns: ['address', 'request', 'client'], order: ['at', 'id'] },
        { table: 'act', columns: ['address', 'request', 'item'], order: ['number'] },
      ];
      for (const { table, columns, order } of filters)
        for (const column of columns) {
          await database.schema.alterTable(table).addColumn(column, 'text').execute();
          await database.schema
            .createIndex(`${table}_by_${column}`)
            .on(table)
            .columns([column, ...order])
            .where(sql.ref(column), 'is not', null)
            .execute();
        }
    },
  },
  '2026-12-01-turns': {
    up: (database: Kysely<never>) =>
      database.schema
        .createTable('turn')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute(),
  },
});

/**
 * Brings the tables up to date. Replicas that start at once wait for each other.
 *
 * @param warn called with a line for the operator
 * @throws Error if the database does not answer, or is not the portal's
 */
export async function migrate(database: Database, warn: (line: string) => void): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations(warn)) },
    migrationTableName: 'portal_migration',
    migrationLockTableName: 'portal_migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error as Error;
}
