import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const secret = (): string => randomBytes(24).toString('base64url');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns secrets of 32 URL-safe characters each, by name: generated the first time and reused afterwards, so that
 * sessions survive a restart. Only the owner may read them.
 *
 * @throws Error in one line when they cannot be read
 */
function keptSecrets<Name extends string>(file: string, names: readonly Name[]): Record<Name, string> {
  if (!existsSync(file)) {
    const made = Object.fromEntries(names.map((name) => [name, secret()]));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  }
  const read = (parse(readFileSync(file, 'utf8')) ?? {}) as Record<Name, unknown>;
  const isWhole = names.every((name) => typeof read[name] === 'string' && read[name].length === 32);
  if (isWhole) return read as Record<Name, string>;
  throw new Error(
    `${file} does not contain the expected secrets; delete it, and the next start generates new ones`,
  );
}

/** Returns the secrets with which a local Kratos and portal sign and encrypt. @param directory where they are kept */
export const localSecrets = (directory: string): Record<'cookie' | 'cipher' | 'portal', string> =>
  keptSecrets(path.join(directory, 'secrets.json'), ['cookie', 'cipher', 'portal']);

/** Returns the key with which a local Kratos calls the portal. @param directory where it is kept */
export const hooksKey = (directory: string): string =>
  keptSecrets(path.join(directory, 'hooks-secret.json'), ['hooks']).hooks;

/** Returns the secrets with which a local Hydra signs and encrypts. @param directory where they are kept */
export const hydraSecrets = (directory: string): Record<'system' | 'cookie', string> =>
  keptSecrets(path.join(directory, 'hydra-secrets.json'), ['system', 'cookie']);
