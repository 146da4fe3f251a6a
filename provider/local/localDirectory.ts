import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code when another process holds a lock. */
const busy = 5;

/** The file of a server's database. @param directory the server's directory @param server as in `kratos` */
export const databaseFile = (directory: string, server: string): string =>
  path.join(directory, `${server}.sqlite`);

/** Runs an action; an error names the file or directory that cannot be used. @throws Error in one line */
function using<Result>(what: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${what} cannot be used: ${reason}`, { cause });
  }
}

/**
 * Locks a file for this process. The system releases the lock when the process ends, even when it is killed.
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
 * Creates the directory of a local provider, readable by its owner only, and locks it until this process ends.
 *
 * @param directory where accounts, secrets and logs are kept
 * @param user the name under which this process is reported to the next one that wants the directory
 * @throws Error in one line when another process holds it, or when it cannot be used
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
  throw new Error(`npm start is already running in this folder${holder}: use that one, or stop it first`);
}

/**
 * Checks that Kratos can read and write its database; Kratos itself would retry for minutes.
 *
 * @param directory where it is, if it already exists; no Kratos may be running there
 * @throws Error in one line
 */
export function checkDatabase(directory: string): void {
  const file = databaseFile(directory, 'kratos');
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
