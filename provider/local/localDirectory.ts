import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code when another process holds a lock. */
const busy = 5;

/** The file of Kratos' database. @param directory where it keeps its files */
export const databaseFile = (directory: string): string => path.join(directory, 'kratos.sqlite');

/** Does something, and names what cannot be used when that fails. @throws Error in one line */
function using<Result>(what: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${what} cannot be used: ${reason}`, { cause });
  }
}

/**
 * Locks a file for this process alone. The system lifts the lock when the process ends, even when it is killed.
 *
 * @returns false when another process holds it
 */
function lock(file: string): boolean {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode === busy) return false;
    throw cause;
  }
  process.once('exit', () => database.close());
  return true;
}

/**
 * Makes the directory of a local provider: readable by its owner only, and for this process alone until it ends.
 *
 * @param directory where accounts, secrets and logs are kept
 * @param user what the next process that wants it is told of this one
 * @throws Error in one line when another process has it, or when it cannot be used
 */
export function claimDirectory(directory: string, user: string): void {
  const note = path.join(directory, 'in-use-by.txt');
  const claimed = using(directory, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
    if (!lock(path.join(directory, 'lock.sqlite'))) return false;
    writeFileSync(note, user);
    return true;
  });
  if (claimed) return;
  const holder = existsSync(note) ? ` (${readFileSync(note, 'utf8')})` : '';
  throw new Error(`npm start already runs in this folder${holder}: use that one, or stop it first`);
}

/**
 * Checks that Kratos can read and write its database; Kratos itself would try for minutes.
 *
 * @param directory where it is, if it was made already; no Kratos runs there
 * @throws Error in one line
 */
export function checkDatabase(directory: string): void {
  const file = databaseFile(directory);
  if (!existsSync(file)) return;
  using(file, () => {
    const database = new DatabaseSync(file);
    try {
      database.exec('BEGIN IMMEDIATE; ROLLBACK');
    } finally {
      database.close();
    }
  });
}
