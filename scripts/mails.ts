/**
 * Writes Kratos' mail templates from the catalogues, into provider/kratos/mails, with the operator's own brand and
 * texts: it reads BRAND_FILE, TEXTS_DIRECTORY and PRODUCT_NAME like the portal.
 */
import path from 'node:path';
import { setting } from '../provider/local/setting.ts';
import { writeMails } from '../provider/mails/writeMails.ts';
import { SettingsError } from '../server/settings/config.ts';
import { ownMails } from './mails/ownMails.ts';

try {
  const mails = ownMails({
    BRAND_FILE: setting('BRAND_FILE'),
    TEXTS_DIRECTORY: setting('TEXTS_DIRECTORY'),
    PRODUCT_NAME: setting('PRODUCT_NAME'),
  });
  const count = await writeMails(path.join(import.meta.dirname, '../provider/kratos/mails'), mails);
  console.log(`wrote ${count} templates to provider/kratos/mails`);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
