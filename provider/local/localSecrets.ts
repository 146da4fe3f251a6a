import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a local Kratos and portal sign and encrypt with, in characters that fit a URL: 32 of them each. */
export interface LocalSecrets {
  cookie: string;
  cipher: string;
  portal: string;
}

const secret = (): string => randomBytes(24).toString('base64url');

/**
 * The secrets that belong to a directory: made up the first time, and the same ever after, so that sessions survive a
 * restart. Only the owner may read them.
 *
 * @param directory where they are kept
 */
export function localSecrets(directory: string): LocalSecrets {
  const file = path.join(directory, 'secrets.json');
  if (!existsSync(file)) {
    const made: LocalSecrets = { cookie: secret(), cipher: secret(), portal: secret() };
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as LocalSecrets;
}
