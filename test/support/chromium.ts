import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { onPath } from '../../provider/local/onPath.ts';
import { findOrInstall } from './findOrInstall.ts';

/** The headless shell comes first: a full Chromium takes ten times the processor time to open a page. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium on this machine: the one that CHROMIUM_PATH names, an installed one, or playwright's own.
 *
 * @param environment variables by name
 * @throws Error when CHROMIUM_PATH names a file that is not there
 */
export function findChromium(
  environment: Record<string, string | undefined> = process.env,
): string | undefined {
  const named = environment.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`);
  return (
    named ??
    onPath(names, environment.PATH) ??
    [...applications, chromium.executablePath()].find((file) => existsSync(file))
  );
}

/**
 * Finds a Chromium, or else installs one with apt-get where that is possible.
 *
 * @throws Error that says what to install
 */
export const chromiumOrInstall = (): string =>
  findOrInstall(
    () => findChromium(),
    'chromium-headless-shell',
    'Chromium',
    'install it (or run `npx playwright-core install chromium`), or set CHROMIUM_PATH',
  );
