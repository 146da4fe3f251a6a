/**
 * `npm run secrets` completes .env: creates the file from .env.example if it is missing, and generates empty secrets. Then it
 * checks the file: the secrets, settings that contradict each other, and names. Needs Node 20.12 or later and no packages.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { inconsistencies } from '../server/settings/inconsistencies.mjs';
import { describeMisspelling, findMisspellings } from '../server/settings/misspellings.mjs';
import { otherProductName } from '../server/settings/otherProductName.mjs';
import { isPlainSecret } from '../server/settings/plainSecret.mjs';

/** It becomes part of a URL. */
const databasePassword = {
  pattern: /^[\w-]{16,}$/,
  rule: 'must have at least 16 characters: letters, digits, - and _ only',
};

/** The provider takes several, separated by commas, of which it uses the first, and still accepts the others. */
const signingSecret = {
  pattern: /^\S{16,}$/,
  rule: 'must have at least 16 characters, without spaces; several are separated by commas',
  mayBeSeveral: true,
};

/** The format of each secret. */
const rules = {
  COOKIE_SECRET: { pattern: /^\S{32,}$/, rule: 'must have at least 32 characters, without spaces' },
  KRATOS_COOKIE_SECRET: signingSecret,
  KRATOS_CIPHER_SECRET: {
    pattern: /^\S{32}$/,
    rule: 'must have exactly 32 characters, without spaces; several are separated by commas',
    mayBeSeveral: true,
  },
  KRATOS_HOOKS_KEY: {
    pattern: /^\S{32,}$/,
    rule: 'must have at least 32 characters, without spaces; several are separated by commas',
    mayBeSeveral: true,
  },
  HYDRA_SYSTEM_SECRET: signingSecret,
  HYDRA_COOKIE_SECRET: signingSecret,
  KRATOS_POSTGRES_PASSWORD: databasePassword,
  HYDRA_POSTGRES_PASSWORD: databasePassword,
  KETO_POSTGRES_PASSWORD: databasePassword,
};

/**
 * Checks the secrets that docker-compose.yml needs.
 *
 * @param {Record<string, string | undefined>} values variables by name
 * @returns {string[]} a line for each secret that is missing, malformed or not random, without its value
 */
export function wrongSecrets(values) {
  return Object.entries(rules).flatMap(([name, { pattern, rule, mayBeSeveral }]) => {
    const value = values[name] ?? '';
    if (value === '') return [`${name} is missing; \`npm run secrets\` makes it`];
    const secrets = mayBeSeveral ? value.split(',') : [value];
    if (!secrets.every((secret) => pattern.test(secret))) return [`${name} ${rule}`];
    return secrets.some(isPlainSecret)
      ? [`${name} must be random: it repeats itself, or has too few different characters`]
      : [];
  });
}

/** The name in a brand file; undefined if the file cannot be read, which the portal reports. */
function brandName(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).name?.trim();
  } catch {
    return undefined;
  }
}

/**
 * Checks that the brand that BRAND_FILE names has the same name as PRODUCT_NAME.
 *
 * @param {Record<string, string | undefined>} values variables by name
 * @param {string} directory the folder that compose mounts at /brand
 * @returns {string[]} a line if the names differ
 */
export function wrongProductName({ BRAND_FILE, PRODUCT_NAME }, directory) {
  if (!BRAND_FILE) return [];
  const name = brandName(path.resolve(directory, path.relative('/brand', BRAND_FILE)));
  return otherProductName(name, PRODUCT_NAME || 'Stethoscope');
}

/** The names of all settings, also of those that are commented out. */
const namesIn = (example) => Object.keys(parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, '')));

/**
 * Finds variables that are one typing error away from one that .env.example names.
 *
 * @param {Record<string, string | undefined>} values variables by name
 * @param {string} example the content of .env.example
 * @returns {string[]} a line for each
 */
export function misspeltNames(values, example) {
  return findMisspellings(Object.keys(values), namesIn(example)).map(describeMisspelling);
}

/**
 * Finds variables that .env.example does not name, such as settings of an older release. An override of compose may use them.
 *
 * @param {Record<string, string | undefined>} values variables by name
 * @param {string} example the content of .env.example
 * @returns {string[]} their names, without those of Docker and Compose themselves
 */
export function unknownNames(values, example) {
  const known = namesIn(example);
  return Object.keys(values).filter((name) => !known.includes(name) && !/^(?:COMPOSE|DOCKER)_/.test(name));
}

/**
 * Gives each empty secret a random value of 32 characters. Changes nothing else.
 *
 * @param {string} text the content of .env
 * @returns {{ text: string, made: string[] }} the content with all secrets, and the names of the generated ones
 */
export function withSecrets(text) {
  const values = parseEnv(text);
  const made = Object.keys(rules).filter((name) => (values[name] ?? '') === '');
  const completed = made.reduce((before, name) => {
    const line = `${name}=${randomBytes(16).toString('hex')}`;
    const empty = new RegExp(`^[ \\t]*${name}[ \\t]*=.*$`, 'm');
    if (empty.test(before)) return before.replace(empty, line);
    return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`;
  }, text);
  return { text: completed, made };
}

/**
 * Checks the version of Docker Compose: older ones misread docker-compose.yml.
 *
 * @param {string} version as `docker compose version --short` prints it; a build of one's own may have none
 * @returns {string[]} a line if it is older than 2.35
 */
export function oldCompose(version) {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  const isOld = major !== undefined && (Number(major) < 2 || (major === '2' && Number(minor) < 35));
  return isOld ? [`Docker Compose ${version.trim()} is too old: docker-compose.yml needs 2.35 or later`] : [];
}

/** The version of Docker Compose; empty where there is none, such as on Kubernetes. */
function composeVersion() {
  try {
    return execFileSync('docker', ['compose', 'version', '--short'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/** Takes a file's permissions from everybody but its owner, and says so. Windows has no such permissions. */
function closeToOthers(file) {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  chmodSync(file, 0o600);
  console.log(
    '.env could be read by other users of this machine; now only its owner can read it. ' +
      'If any of them are strangers, change its secrets: docs/incidents.md',
  );
}

function complete(file, example) {
  const isNew = !existsSync(file);
  // before new secrets are written to it
  if (!isNew) closeToOthers(file);
  const { text, made } = withSecrets(isNew ? example : readFileSync(file, 'utf8'));
  if (isNew || made.length > 0) writeFileSync(file, text, { mode: 0o600 });
  console.log(made.length > 0 ? `Added to .env: ${made.join(', ')}` : '.env already has every secret.');
  return parseEnv(text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
  const example = readFileSync(at('.env.example'), 'utf8');
  const values = complete(at('.env'), example);
  const brands = path.resolve(at(''), values.BRAND_DIRECTORY || 'docs/brands');
  const unknown = unknownNames(values, example);
  if (unknown.length > 0)
    console.log(`Not in .env.example, so probably without effect: ${unknown.join(', ')}`);
  const wrong = [
    ...wrongSecrets(values),
    ...inconsistencies(values),
    ...wrongProductName(values, brands),
    ...misspeltNames(values, example),
    ...oldCompose(composeVersion()),
  ];
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
