import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  SqliteDialect,
  type Dialect,
  type SqliteDatabase,
} from 'kysely';
import pg from 'pg';
import type { Settings } from '../settings/config.ts';
import type { Tables, Database } from './tables.ts';

/** How long a statement waits for a connection, and for its answer, in milliseconds. */
const connectMs = 2000;
const statementMs = 5000;

/** How long SQLite waits for another program that writes to the file, in milliseconds: the whole process waits with it. */
const lockMs = 200;

/** Connections of one replica: events are written one batch after the other, and pages read little. */
const connections = 1;

/** PostgreSQL's 64-bit numbers as numbers, not as texts: all that are kept are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as () => unknown),
};

const postgres = (url: string): Dialect => {
  const pool = new pg.Pool({
    types,
    connectionString: url,
    application_name: 'portal',
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
  });
  // a connection that breaks would end the process: the statement says so, or the next one opens another
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
};

/** Opens a file that only the portal's own user may read, as Kysely expects a database of SQLite. */
function openFile(directory: string): SqliteDatabase {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'portal.sqlite');
  const database = new DatabaseSync(file, { timeout: lockMs });
  chmodSync(file, 0o600);
  // readers do not wait for writers; a power cut may cost the last events, and never the file
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as string[])),
        run: (parameters) => statement.run(...(parameters as string[])),
        iterate: (parameters) => statement.iterate(...(parameters as string[])),
      };
    },
  };
}

const sqlite = (directory: string): Dialect =>
  // within a promise, so that a file that cannot be opened rejects it
  new SqliteDialect({ database: () => Promise.resolve(directory).then(openFile) });

/**
 * Opens the portal's own database, at the first statement: PostgreSQL at DATABASE_URL, else a file of SQLite in
 * DATA_DIRECTORY.
 *
 * @throws Error where the settings name neither
 */
export function openDatabase({
  DATABASE_URL: url,
  DATA_DIRECTORY: directory,
}: Pick<Settings, 'DATABASE_URL' | 'DATA_DIRECTORY'>): Database {
  if (url !== undefined) return new Kysely<Tables>({ dialect: postgres(url) });
  if (directory !== undefined) return new Kysely<Tables>({ dialect: sqlite(directory) });
  throw new Error('no database is set');
}

/** Whether a database is PostgreSQL's; otherwise it is SQLite's. */
export const isPostgres = (database: Kysely<never> | Database): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;
