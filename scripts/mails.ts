/**
 * Writes Kratos' mail templates from the catalogues, into provider/kratos/mails. PRODUCT_NAME is the name in them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setting } from '../provider/local/setting.ts';
import { defaultBrand } from '../provider/mails/mailBrand.ts';
import { mailTemplates } from '../provider/mails/mailTemplates.ts';

const directory = path.join(import.meta.dirname, '../provider/kratos/mails');
const templates = mailTemplates({
  ...defaultBrand,
  product: setting('PRODUCT_NAME') ?? defaultBrand.product,
});

await rm(directory, { recursive: true, force: true });
for (const [name, content] of templates) {
  const file = path.join(directory, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
console.log(`wrote ${templates.size} templates to provider/kratos/mails`);
