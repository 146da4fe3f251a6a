/**
 * `npm run trust:mark` marks the accounts from before the portal decided who may be signed in: those that have
 * credentials and an address, none of which anybody has proved. Their credentials count once a mailed code has confirmed
 * them. Needs KRATOS_ADMIN_URL. Can be repeated, also while the portal runs. `--dry-run` only counts. The image runs it
 * as `trust-mark`.
 */
import { parseArgs } from 'node:util';
import { createIdentities } from '../server/upstreams/identities.ts';
import { createTransport } from '../server/upstreams/transport.ts';
import { PortalError } from '../server/http/PortalError.ts';
import { readSettings, SettingsError } from '../server/settings/config.ts';
import { markAccounts } from './trust/markAccounts.ts';

const { 'dry-run': isDryRun } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
}).values;

/** @throws SettingsError, PortalError */
async function run(): Promise<void> {
  const { KRATOS_ADMIN_URL: url, ORY_ADMIN_API_TOKEN: token } = readSettings(process.env);
  if (url === undefined) throw new SettingsError(['KRATOS_ADMIN_URL: is required']);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = createTransport({ url, timeoutMs: 0, headers });
  try {
    const { checked, found, marked } = await markAccounts(transport, createIdentities(transport), isDryRun);
    console.log(
      `Of ${checked} accounts, ${found} had credentials, and an address that nobody has proved. ${marked} of them ${marked === 1 ? 'was' : 'were'} marked.`,
    );
  } finally {
    transport.close();
  }
}

try {
  await run();
} catch (error) {
  if (error instanceof SettingsError) console.error(error.message);
  else if (error instanceof PortalError)
    console.error(
      `Kratos' admin API failed (${error.id}). Run the command again: it goes on where it ended.`,
    );
  else throw error;
  process.exitCode = 1;
}
