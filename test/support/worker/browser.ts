import { chromium, type Browser } from 'playwright-core';
import { chromiumOrInstall } from '../chromium.ts';
import { atEnd } from './atEnd.ts';

const flags = [
  '--disable-gpu',
  // has the headless shell draw letters as a full Chromium does
  '--font-render-hinting=slight',
  // no page lives long enough to gain from optimised code, or from collecting garbage early
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=64',
  // the way to an application on another site starts no process, which takes longer than a page
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless Chromium without background requests of its own. Every `newContext()` of it is a fresh
 * profile; pass `{ javaScriptEnabled: false }` for a visitor without scripts.
 *
 * @throws Error that says what to install when there is none
 */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumOrInstall(),
    args: process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags,
  });
}

let shared: Promise<Browser> | undefined;

/** The Chromium of this worker, which its files use one after the other; a new one if it has crashed. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && (await shared.catch(() => undefined))?.isConnected()) return shared;
  const launched = launchBrowser();
  shared = launched;
  atEnd(async () => (await launched).close());
  return launched;
}
