/**
 * `npm run audit:verify` verifies the log of administrators' acts in the database that DATABASE_URL or DATA_DIRECTORY names: that
 * each was written by a portal with this COOKIE_SECRET, none was changed since, and none is missing but those deleted by age.
 * `npm run audit:verify -- <hash>` also verifies that the act with a hash that was noted is still there; the acts up to it need no
 * signature. Can be run while the portal runs. The image runs it as `audit-verify`.
 */
import { verifyActs, type ActChain } from '../server/store/acts.ts';
import { openDatabase } from '../server/store/openDatabase.ts';
import { readSettings, SettingsError } from '../server/settings/config.ts';

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** Says what is wrong with the chain; undefined for nothing. */
function problemOf({ broken, hash, isUnsigned, isNotedGone }: ActChain, noted = ''): string | undefined {
  if (isNotedGone) return `none with the hash ${noted} is left: it was removed, or deleted by age.`;
  if (broken === 'start')
    return 'the oldest are missing, or COOKIE_SECRET was changed since the last ones were deleted by age.';
  if (broken === 'end') return 'the newest ones are missing.';
  if (isUnsigned)
    return `are as they were written. The act ${broken} after them is not signed with this COOKIE_SECRET: acts were changed, or the secret was.${hash && ` The last hash that it proves is ${hash}.`}`;
  return (
    broken &&
    `are as they were written. The act ${broken} after them was changed, or one before it is missing.`
  );
}

async function run(): Promise<void> {
  const settings = readSettings(process.env, { KRATOS_PUBLIC_URL: 'http://localhost' });
  const [noted] = process.argv.slice(2);
  const missing = [
    ...(settings.DATABASE_URL === undefined && settings.DATA_DIRECTORY === undefined
      ? ['DATABASE_URL: is required, or DATA_DIRECTORY']
      : []),
    ...(process.env.COOKIE_SECRET ? [] : ['COOKIE_SECRET: is required, that of the portal']),
  ];
  if (missing.length > 0) throw new SettingsError(missing);
  const database = openDatabase(settings);
  try {
    const chain = await verifyActs(database, { secret: settings.COOKIE_SECRET, noted });
    const { count, from, to, hash } = chain;
    const whole = count === 0 ? 'No lines' : `${count} lines, from ${timeOf(from)} to ${timeOf(to)}`;
    const problem = problemOf(chain, noted);
    if (problem === undefined) {
      console.log(`${whole}: none was changed or is missing. The newest hash is ${hash || 'not there yet'}.`);
      return;
    }
    console.error(`${whole}: ${problem}`);
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
