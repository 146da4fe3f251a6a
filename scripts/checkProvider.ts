/**
 * `npm run check:provider` examines the provider that the settings name, and prints a line for each finding: what is
 * dangerous, what could not be checked, and what the portal does not know. `--release <checkout or URL>` also compares
 * that release of Kratos with the portal. Exits with 1 if a finding lets somebody into another person's account, otherwise
 * with 2 if something could not be checked, otherwise with 3 if something is new.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { checkProvider } from '../server/provider/check/checkProvider.ts';
import { thorough } from '../server/provider/check/thorough.ts';
import { readSettings, SettingsError } from '../server/settings/config.ts';
import { findNews } from './upgrades/news.ts';
import { releaseOnGitHub } from './upgrades/release.ts';

const { release } = parseArgs({ options: { release: { type: 'string' } } }).values;

try {
  const settings = readSettings(process.env);
  console.log(
    `Checking ${settings.KRATOS_PUBLIC_URL}: identities in the domain portal-check.invalid are created and deleted again.\n` +
      'Kratos may try to send up to four mails to that domain; none arrives.',
  );
  // separate identities, whatever a replica checks at the same time
  const secret = randomBytes(32).toString('hex');
  const { version, uncheckable, news, missing } = await findNews(settings, release);
  if (version !== undefined) console.log(`Kratos ${version} is running.`);
  if (release === undefined)
    console.log(
      `Its operations and messages are not compared: Kratos does not serve their description. This fetches it from GitHub:\n` +
        `  npm run check:provider -- --release ${releaseOnGitHub(version ?? '<version>')}`,
    );
  if (missing.length > 0)
    console.log(
      `The release lacks these operations of the catalogue: ${missing.join(', ')}. Except for those that the portal answers itself, they are 404.`,
    );
  const found = await checkProvider({ ...settings, COOKIE_SECRET: secret }, thorough);
  const findings = [...found, ...uncheckable];
  for (const { dangerous, text } of findings) console.log(`${dangerous ? 'DANGER' : 'note  '} ${text}`);
  for (const text of news) console.log(`new    ${text}`);
  if (findings.length + news.length === 0) console.log('No problems were found.');
  if (news.length > 0) process.exitCode = 3;
  // notes are about what could not be checked
  if (findings.length > 0) process.exitCode = findings.some(({ dangerous }) => dangerous) ? 1 : 2;
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
