import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../provider/local/localDirectory.ts';
import { startKratos } from '../../provider/local/startKratos.ts';

/**
 * Has Kratos create an empty database. Each stack of a run starts with a copy of it instead of migrating its own.
 *
 * @param directory an empty directory to create it in
 * @returns the database's file
 * @throws Error in one line when Kratos does not start
 */
export async function migratedDatabase(directory: string): Promise<string> {
  const kratos = await startKratos({
    directory,
    portalUrl: 'http://localhost:1',
    smtpUrl: 'smtp://127.0.0.1:1',
  });
  await kratos.stop();
  const copy = path.join(directory, 'migrated.sqlite');
  const database = new DatabaseSync(databaseFile(directory, 'kratos'));
  // unlike a copy of the file, includes what is still in the journal
  database.prepare('VACUUM INTO ?').run(copy);
  database.close();
  return copy;
}
