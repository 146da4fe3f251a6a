import { accessSync, constants, mkdirSync } from 'node:fs';
import { portProblem } from '../provider/local/portIsFree.mjs';

const shortestSecret = 32;
const highestPort = 65_535;

/**
 * Checks that this process can write to a directory, which it creates when it is missing.
 *
 * @param {string} directory its path
 * @throws Error in one line
 */
export function requireWritable(directory) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `${directory} cannot be written (${cause.code}): installs, builds and data are kept in this clone`,
      { cause },
    );
  }
}

/**
 * Runs the checks that are possible before anything is installed: the port, and the cookie secret's length.
 * server/settings/config.ts checks all settings, once its dependencies are installed.
 *
 * @param {Record<string, string | undefined>} environment variables by name; an empty one counts as unset
 * @throws Error with lines for the user who starts the portal
 */
export async function firstChecks(environment) {
  const wrong = [];
  const port = Number(environment.PORT || 3000);
  if (!(Number.isInteger(port) && port >= 0 && port <= highestPort))
    wrong.push(`PORT: must be a whole number from 0 (any free port) to ${highestPort}`);
  if (environment.COOKIE_SECRET && environment.COOKIE_SECRET.length < shortestSecret)
    wrong.push(`COOKIE_SECRET: must have at least ${shortestSecret} characters`);
  if (wrong.length > 0)
    throw new Error(['The portal cannot start, because of its settings:', ...wrong].join('\n  '));
  const problem = port === 0 ? undefined : await portProblem(port);
  if (problem) throw new Error(problem);
}
