import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The secrets that a local Kratos and portal sign and encrypt with: 32 URL-safe characters each. */
export interface LocalSecrets {
  cookie: string;
  cipher: string;
  portal: string;
}

const secret = (): string => randomBytes(24).toString('base64url');

/** Whether a file's content has the expected shape. */
const isWhole = (read: unknown): read is LocalSecrets => {
  const { cookie, cipher, portal } = (read ?? {}) as Record<string, unknown>;
  return [cookie, cipher, portal].every((one) => typeof one === 'string' && one.length === 32);
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The secrets of a directory: generated the first time and reused afterwards, so that sessions survive a restart.
 * Only the owner may read them.
 *
 * @param directory where they are kept
 * @throws Error in one line when they cannot be read
 */
export function localSecrets(directory: string): LocalSecrets {
  const file = path.join(directory, 'secrets.json');
  if (!existsSync(file)) {
    const made: LocalSecrets = { cookie: secret(), cipher: secret(), portal: secret() };
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  }
  const secrets = parse(readFileSync(file, 'utf8'));
  if (isWhole(secrets)) return secrets;
  throw new Error(`${file} does not hold the three secrets; delete it, and the next start makes new ones`);
}
