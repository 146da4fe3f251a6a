import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Mailbox } from '../../provider/local/startMailbox.ts';
import { productMails } from '../../provider/mails/mails.ts';
import { mailKinds } from '../../provider/mails/mailKinds.ts';
import { exampleValues, mailPreview } from '../../provider/mails/mailPreview.ts';
import { brandNames } from '../../scripts/gallery/sampleBrands.ts';
import { ownMails } from '../../scripts/mails/ownMails.ts';
import { findingsInDarkAndNarrow } from '../support/accessibility.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { useStack } from '../support/useStack.ts';
import { worker } from '../support/worker.ts';

const { stack, visit } = useStack();
let browser: Browser;
let page: Page;
let empty: Mailbox;

beforeAll(async () => {
  [browser, empty] = await Promise.all([sharedBrowser(), worker.startMailbox()]);
  page = await browser.newPage();
});
afterAll(async () => {
  await closePages(browser);
  await empty.stop();
});

/** Wraps the body of a mail in `main`, as the page of a mail program would. */
const inMain = (html: string): string =>
  html.replace(/<body.*>/, '$&<main>').replace('</body>', '</main></body>');

test.each(mailKinds)('$folder is accessible in every look', async (kind) => {
  // neighbours share their layout, so each is seen in one of the languages with long words
  const locale = mailKinds.indexOf(kind) % 2 === 0 ? 'de' : 'pl';
  const { html } = mailPreview(kind, locale, productMails, exampleValues);
  await page.setContent(inMain(html));
  expect(await findingsInDarkAndNarrow(page)).toEqual([]);
});

test.each(brandNames)('the mailbox and the mails of %s are accessible in every look', async (name) => {
  const file = path.join(import.meta.dirname, '../../docs/brands', name, 'brand.json');
  const mails = ownMails({ BRAND_FILE: file });
  const branded = await worker.startMailbox({}, mails);
  for (const shown of ['', 'previews/verification_code/valid/fr']) {
    await page.goto(branded.url + shown);
    expect([shown, await findingsInDarkAndNarrow(page)]).toEqual([shown, []]);
  }
  await branded.stop();
  // on a page of the mailbox, its content security policy would apply to the mails
  await page.goto('about:blank');
  for (const kind of mailKinds) {
    await page.setContent(inMain(mailPreview(kind, 'fr', mails, exampleValues).html));
    expect([kind.folder, await findingsInDarkAndNarrow(page)]).toEqual([kind.folder, []]);
  }
});

test('the mailbox and the previews are accessible in every look', async () => {
  for (const shown of ['', 'previews', 'previews/verification_code/valid/pl']) {
    await page.goto(empty.url + shown);
    expect([shown, await findingsInDarkAndNarrow(page)]).toEqual([shown, []]);
  }
});

test('without scripts a visitor of the Polish page gets a Polish mail, and follows its link', async () => {
  const email = `${randomUUID()}@test.example`;
  const visitor = await visit('/login', { scripts: false });
  await visitor.context.addCookies([{ name: 'locale', value: 'pl', url: stack().url }]);
  await visitor.open('/registration');
  await visitor.page.locator('[name="traits.email"]').fill(email);
  await visitor.page.locator('[name="password"]').fill(randomUUID());
  await visitor.page.locator('[name="traits.tos"]').check();
  await visitor.page.locator('button[name="method"][value="password"]').click();
  const mail = await stack().mailbox.waitFor(email);
  expect(mail.subject).toBe('Twój kod weryfikacyjny w\u00a0Stethoscope');
  expect(mail.text).toContain(productMails.brand.product);
  await page.goto(`${stack().mailbox.url}mails/${mail.id}`);
  expect(await findingsInDarkAndNarrow(page)).toEqual([]);
  const opened = page.waitForEvent('popup');
  await page.frameLocator('iframe').getByRole('link', { name: 'Otwórz stronę do wpisania kodu' }).click();
  await (await opened).getByRole('heading', { level: 1 }).waitFor();
  expect((await opened).url()).toContain('/verification?');
});
