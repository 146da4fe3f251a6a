import type { BrowserContext } from 'playwright-core';

/**
 * Opens a browser profile without scripts, which needs no Chromium. It has those of Playwright's calls that journeys make, and
 * no others. jsdom is loaded once for a worker, and only if a file needs it.
 *
 * @param language what the browser asks for
 */
export async function openScriptless(language = 'en-GB'): Promise<BrowserContext> {
  const { ScriptlessContext } = await import('../scriptless/ScriptlessContext.ts');
  return new ScriptlessContext(language) as unknown as BrowserContext;
}
