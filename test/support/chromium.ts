import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { onPath } from '../../provider/local/onPath.ts';
import { findOrInstall } from './findOrInstall.ts';

const headlessShell = 'chromium-headless-shell';

/** The headless shell comes first: a full Chromium takes half as much processor time again to open a page. */
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium on this machine: the one that CHROMIUM_PATH names, an installed one, or playwright's own.
 *
 * @throws Error when CHROMIUM_PATH names a file that is not there
 */
function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`);
  return (
    named ?? onPath(names) ?? [...applications, chromium.executablePath()].find((file) => existsSync(file))
  );
}

/** Debian's Chromium, whose package archive has the headless shell as well. */
const ofDebian = '/usr/lib/chromium/chromium';

/**
 * Finds a Chromium, or else installs its headless shell with apt-get where that is possible, also beside Debian's full
 * Chromium.
 *
 * @throws Error that says what to install
 */
export const chromiumOrInstall = (): string =>
  findOrInstall(
    () => {
      const needsShell = !process.env.CHROMIUM_PATH && existsSync(ofDebian);
      return needsShell ? onPath(headlessShell) : findChromium();
    },
    headlessShell,
    'Chromium',
    'install it (or run `npx playwright-core install chromium`), or set CHROMIUM_PATH',
    findChromium,
  );
