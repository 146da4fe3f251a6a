/**
 * `npm run audit:verify` verifies the log of administrators' acts in the database that DATABASE_URL or DATA_DIRECTORY names: that
 * none was changed, and none is missing after the first that is left. Can be run while the portal runs. The image runs it as
 * `audit-verify`.
 */
import { verifyActs } from '../server/store/acts.ts';
import { openDatabase } from '../server/store/openDatabase.ts';
import { readSettings, SettingsError } from '../server/settings/config.ts';

const timeOf = (ms: number): string => new Date(ms).toISOString();

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.DATABASE_URL === undefined && settings.DATA_DIRECTORY === undefined)
    throw new SettingsError(['DATABASE_URL: is required, or DATA_DIRECTORY']);
  const database = openDatabase(settings);
  try {
    const { count, from, to, hash, broken } = await verifyActs(database);
    const whole = count === 0 ? 'No acts' : `${count} acts, from ${timeOf(from)} to ${timeOf(to)}`;
    if (broken === undefined) {
      console.log(`${whole}: none was changed or is missing. The newest hash is ${hash || 'not there yet'}.`);
      return;
    }
    console.error(
      broken === 'end'
        ? `${whole}: the newest ones are missing.`
        : `${whole}, are as they were written. The act ${broken} after them was changed, or one before it is missing.`,
    );
  } finally {
    await database.destroy();
  }
  process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  console.error(
    error instanceof SettingsError
      ? error.message
      : `The database cannot be read: ${(error as Error).message}`,
  );
  process.exitCode = 1;
}
