import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mails } from './mails.ts';
import { mailTemplates } from './mailTemplates.ts';

/**
 * Writes Kratos' mail templates, replacing the content of a directory.
 *
 * @param directory for `courier.template_override_path`
 * @returns how many
 */
export async function writeMails(directory: string, mails: Mails): Promise<number> {
  const templates = mailTemplates(mails);
  await mkdir(directory, { recursive: true });
  // itself stays: it may be a mount
  for (const name of await readdir(directory)) await rm(path.join(directory, name), { recursive: true });
  for (const [name, content] of templates) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return templates.size;
}
