import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SettingsError } from '../settings/config.ts';

/** Patterns that recognise the content of each kind of file, one character per byte. */
const content: Record<string, RegExp> = {
  '.svg': /<svg[\s>]/i,
  '.png': /^\x89PNG\r\n/,
  '.webp': /^RIFF.{4}WEBP/s,
  '.ico': /^\p{Cc}{4}/u,
  '.woff2': /^wOF2/,
};

/**
 * Reads a file named by a brand. Everybody can fetch it from the portal, so its content has to match its name.
 *
 * @param key where the brand names it, such as `logo.light`
 * @throws SettingsError when it cannot be read, or is something else
 */
export function readBrandFile(key: string, file: string): Buffer {
  const fault = (what: string): SettingsError => new SettingsError([`BRAND_FILE: ${key} ${file} ${what}`]);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw fault(`cannot be read: ${(cause as Error).message}`);
  }
  const extension = path.extname(file).toLowerCase();
  if (content[extension]?.test(bytes.toString('latin1')) !== true)
    throw fault(`is not a valid ${extension} file`);
  return bytes;
}
