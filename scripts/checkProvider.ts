/**
 * `npm run check:provider` examines the provider that the settings name, and prints a line for each finding: what is
 * dangerous, and what could not be checked. Exits with 1 if a finding lets somebody into another person's account, otherwise
 * with 2 if something could not be checked.
 */
import { randomBytes } from 'node:crypto';
import { checkProvider } from '../server/upstreams/check/checkProvider.ts';
import { thorough } from '../server/upstreams/check/thorough.ts';
import { readSettings, SettingsError } from '../server/settings/config.ts';

try {
  const settings = readSettings(process.env);
  console.log(
    `Checking ${settings.KRATOS_PUBLIC_URL}: identities in the domain portal-check.invalid are created and deleted again.\n` +
      'Kratos may try to send up to four mails to that domain; none arrives.',
  );
  // separate identities, whatever a replica checks at the same time
  const secret = randomBytes(32).toString('hex');
  const findings = await checkProvider({ ...settings, COOKIE_SECRET: secret }, thorough);
  for (const { dangerous, text } of findings) console.log(`${dangerous ? 'DANGER' : 'note  '} ${text}`);
  if (findings.length === 0) console.log('No problems were found.');
  // notes are about what could not be checked
  else process.exitCode = findings.some(({ dangerous }) => dangerous) ? 1 : 2;
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
