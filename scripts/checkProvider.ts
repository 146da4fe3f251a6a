/**
 * `npm run check:provider` examines the provider that the settings name, and prints a line for each finding. Exits
 * with 1 if one of them lets somebody into another person's account, and with 2 if something could not be checked.
 */
import { randomBytes } from 'node:crypto';
import { checkProvider } from '../server/provider/check/checkProvider.ts';
import { thorough } from '../server/provider/check/thorough.ts';
import { readSettings, SettingsError } from '../server/settings/config.ts';

try {
  const settings = readSettings(process.env);
  console.log(
    `Checking ${settings.KRATOS_PUBLIC_URL}: identities in the domain portal-check.invalid are created and deleted again.\n` +
      'Kratos may try to send up to three mails to that domain; none arrives.',
  );
  // separate identities, whatever a replica checks at the same time
  const secret = randomBytes(32).toString('hex');
  const findings = await checkProvider({ ...settings, COOKIE_SECRET: secret }, thorough);
  for (const { dangerous, text } of findings) console.log(`${dangerous ? 'DANGER' : 'note  '} ${text}`);
  if (findings.length === 0) console.log('Nothing was found.');
  const isDangerous = findings.some(({ dangerous }) => dangerous);
  // notes are about what could not be checked
  if (findings.length > 0) process.exitCode = isDangerous ? 1 : 2;
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
