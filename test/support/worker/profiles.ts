import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { usualMedia } from '../conditions.ts';

/** A browser profile with one tab. */
export interface Profile {
  context: BrowserContext;
  page: Page;
  /** The browser's messages about violations of the content security policy since it was opened. */
  refused: string[];
  /** The options of its context, as JSON. */
  key: string;
  devTools: CDPSession;
  /** Whether a test has changed it in a way that cannot be taken back. */
  isAltered: boolean;
}

/** Unused profiles in their initial state, by their options. */
const idle = new Map<string, Profile[]>();

/** Methods whose effects stay with a page or its context. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'on',
  'once',
  'route',
  'setExtraHTTPHeaders',
  'setOffline',
];

/** Calls `altered` at every call of one of the named methods. */
function watch(target: object, methods: string[], altered: () => void): void {
  const watched = target as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  for (const name of methods) {
    const method = watched[name]?.bind(target);
    if (method)
      watched[name] = (...args) => {
        altered();
        return method(...args);
      };
  }
}

/** Opens a profile that has never been used. @param options of its browser context */
export async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  const profile: Profile = {
    context,
    page,
    refused: [],
    key: JSON.stringify(options),
    devTools: await context.newCDPSession(page),
    isAltered: false,
  };
  context.on('console', (message) => {
    if (/content security policy|trusted ?(type|html|script)/i.test(message.text()))
      profile.refused.push(message.text());
  });
  const altered = () => (profile.isAltered = true);
  watch(context, lasting, altered);
  watch(page, lasting, altered);
  watch(context.clock, ['install'], altered);
  return profile;
}

/**
 * Opens a profile without cookies, stored data and history: one left by another test, or else a new one. The first
 * page of a new profile takes three times as much processor time as another page of one that has been used.
 *
 * @param options of its browser context
 */
export async function openProfile(browser: Browser, options: BrowserContextOptions): Promise<Profile> {
  const left = idle.get(JSON.stringify(options))?.pop();
  return left?.context.browser()?.isConnected() ? left : newProfile(browser, options);
}

/** Resets a profile to its initial state. @param url of a page without scripts, at the origin where pages have stored data */
async function clear({ context, page, devTools }: Profile, url: string): Promise<void> {
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  );
  await page.emulateMedia(usualMedia);
  await page.setViewportSize({ width: 1280, height: 720 });
  // a page that is left may store something, so another one comes first
  await page.goto(url, { timeout: 10_000 });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    window.name = '';
  });
  await devTools.send('Page.resetNavigationHistory');
  await context.clearCookies();
}

/**
 * Leaves a profile to later tests; closes it if it cannot be reset.
 *
 * @param portal the origin of the portal that it has visited
 */
export async function leaveProfile(profile: Profile, portal: string): Promise<void> {
  const isLeft =
    !profile.isAltered &&
    (await clear(profile, `${portal}/health/alive`).then(
      () => true,
      () => false,
    ));
  if (!isLeft) return profile.context.close();
  profile.refused = [];
  idle.set(profile.key, [...(idle.get(profile.key) ?? []), profile]);
}

/** Closes what tests have opened in a Chromium, apart from the profiles that they have left. */
export async function closePages(browser: Browser): Promise<void> {
  const kept = new Set([...idle.values()].flat().map(({ context }) => context));
  await Promise.all(
    browser
      .contexts()
      .filter((context) => !kept.has(context))
      .map((context) => context.close()),
  );
}
