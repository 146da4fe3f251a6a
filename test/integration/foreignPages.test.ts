import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { startOtherSite, type OtherSite } from '../support/otherSite.ts';
import { readsPerMinute, useLimitedPortal } from '../support/useLimitedPortal.ts';

const { stack, newAddress, client, account, signIn } = useLimitedPortal();
let browser: Browser;
let evil: OtherSite;

beforeAll(async () => {
  [browser, evil] = await Promise.all([sharedBrowser(), startOtherSite()]);
});

afterAll(async () => {
  await closePages(browser);
  await evil.stop();
});

/** Opens the other site's page in a new browser, from an IP address. */
async function lure(html: string, address: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': address } });
  const page = await context.newPage();
  evil.show(html);
  await page.goto(evil.url);
  return page;
}

describe('a page of another site', () => {
  test('does not use up an account’s password attempts with ten images', async () => {
    const victim = await account();
    const address = newAddress();
    const flow = await client(address).start('login');
    const query = new URLSearchParams({
      flow: flow.id,
      method: 'password',
      identifier: victim.email,
      password: 'x',
    });
    const src = `${stack().url}/self-service/login?${query.toString()}`.replaceAll('&', '&amp;');
    const images = Array.from({ length: 10 }, (_none, at) => `<img src="${src}&amp;a=${at}">`);
    const page = await lure(images.join(''), address);
    await page.waitForLoadState('networkidle');
    const wrong = await client(address).submit('login', await client(address).start('login'), {
      method: 'password',
      identifier: victim.email,
      password: 'x',
    });
    expect(wrong.status).not.toBe(429);
    expect(await signIn(client(address), victim)).toBe(200);
    await page.context().close();
  });

  test('does not use up second-factor attempts with redirects to the portal', async () => {
    const address = newAddress();
    const page = await lure('', address);
    for (let count = 0; count < 14; count += 1) {
      evil.show(
        `<script>location = '${stack().url}/self-service/login?flow=a&totp_code=12345${count}'</script>`,
      );
      const refused = page.waitForResponse(/totp_code/);
      await page.goto(evil.url);
      expect((await refused).status()).toBe(400);
    }
    await page.context().close();
  });

  test('cannot post a form to the portal, or use up the posts of an IP address', async () => {
    const address = newAddress();
    const page = await lure(
      `<form method="post" action="${stack().url}/preferences"><input name="theme" value="dark"></form>
       <script>document.forms[0].submit()</script>`,
      address,
    );
    await page.waitForURL(`${stack().url}/preferences`);
    expect(await page.textContent('body')).toContain('cross_origin');
    evil.show('');
    await page.goto(evil.url);
    await page.evaluate(
      async (url) =>
        Promise.all(
          Array.from({ length: 70 }, () =>
            fetch(url, { method: 'POST', mode: 'no-cors' }).catch(() => undefined),
          ),
        ),
      `${stack().url}/preferences`,
    );
    expect(await signIn(client(address), await account())).toBe(200);
    await page.context().close();
  });

  test('cannot use up the reads of an IP address with images and frames', async () => {
    const address = newAddress();
    const page = await lure('', address);
    const urls = Array.from({ length: readsPerMinute + 10 }, (_none, at) => `${stack().url}/login?${at}`);
    await page.evaluate(
      async (all) =>
        Promise.all(
          all.map((url) => fetch(url, { mode: 'no-cors', credentials: 'include' }).catch(() => undefined)),
        ),
      urls,
    );
    evil.show(urls.map((url) => `<img src="${url}"><iframe src="${url}"></iframe>`).join(''));
    await page.goto(evil.url, { waitUntil: 'load' });
    expect((await client(address).call('/login')).status).toBe(200);
    await page.context().close();
  });

  test('can link to the portal’s sign-in and sign-up pages', async () => {
    for (const path of ['/login', '/self-service/login/browser', '/registration', '/']) {
      const page = await lure(`<a href="${stack().url}${path}">Go</a>`, newAddress());
      const [answer] = await Promise.all([page.waitForResponse(stack().url + path), page.click('a')]);
      expect([200, 303]).toContain(answer.status());
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.context().close();
    }
  });
});
