import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens the sandbox's database and creates its tables: `records` for documents of Hydra's API, `artifacts` for what
 * oidc-provider stores.
 *
 * @param directory created when missing
 */
export function openDatabase(directory: string): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path.join(directory, 'oauth2.sqlite'));
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS records (
      position INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, id TEXT, body TEXT, UNIQUE (kind, id)
    );
    CREATE TABLE IF NOT EXISTS artifacts (
      model TEXT, id TEXT, body TEXT, expires_at INTEGER,
      grant_id TEXT, uid TEXT, user_code TEXT, client_id TEXT, account_id TEXT, PRIMARY KEY (model, id)
    );
    CREATE INDEX IF NOT EXISTS artifacts_of_a_grant ON artifacts (grant_id);
  `);
  return database;
}
