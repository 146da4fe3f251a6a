/**
 * Writes Kratos' mail templates from the catalogues, with the operator's own brand and texts: it reads BRAND_FILE,
 * TEXTS_DIRECTORY and PRODUCT_NAME like the portal. The only argument is the directory, by default provider/kratos/mails; the
 * image runs it as `mails`.
 */
import path from 'node:path';
import { writeMails } from '../provider/mails/writeMails.ts';
import { givenVariables, SettingsError } from '../server/settings/config.ts';
import { ownMails } from './mails/ownMails.ts';

const directory = process.argv[2] ?? path.join(import.meta.dirname, '../provider/kratos/mails');

try {
  const count = await writeMails(directory, ownMails(givenVariables(process.env)));
  console.log(`wrote ${count} templates to ${directory}`);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
