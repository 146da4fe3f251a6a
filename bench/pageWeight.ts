import type { Browser } from 'playwright-core';

/** The network cost of a first visit to a page. */
export interface PageWeight {
  requests: number;
  redirects: number;
  bytes: number;
  scriptBytes: number;
  /** The document, decoded. */
  htmlBytes: number;
}

/**
 * Visits a page with a cold cache and counts what Chromium receives, headers and all.
 *
 * @param browser a running browser
 * @param url the page
 */
export async function pageWeight(browser: Browser, url: string): Promise<PageWeight> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const weight: PageWeight = { requests: 0, redirects: 0, bytes: 0, scriptBytes: 0, htmlBytes: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, type, redirectResponse, request }) => {
    if (request.url.startsWith('data:')) return;
    types.set(requestId, type ?? '');
    weight.requests += 1;
    if (redirectResponse) weight.redirects += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!types.has(requestId)) return;
    weight.bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') weight.scriptBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  const document = await page.goto(url, { waitUntil: 'networkidle' });
  weight.htmlBytes = (await document?.body())?.length ?? 0;
  await context.close();
  return weight;
}
