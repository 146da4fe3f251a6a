import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { Clone, type Run } from '../support/clone.ts';

const deadline = { timeout: 60_000 };
let clone: Clone;
let run: Run;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  clone = new Clone();
  run = clone.run('npm', ['run', 'dev'], { KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
  const [, url = ''] = await run.says(/(\S+) follows changes/);
  browser = await sharedBrowser();
  page = await browser.newPage();
  await page.goto(`${url}/nowhere`);
}, 120_000);
afterAll(async () => {
  await closePages(browser);
  await clone.remove();
});

test.each([
  ['a component', 'client/account/ErrorPage.tsx', '<Details summary={', '<p>mended component</p>$&'],
  ['a text', 'locales/en.json', 'The page you are looking for does not exist.', 'mended text'],
])('npm run dev shows a change to %s on the open page', async (what, file, before, after) => {
  const source = readFileSync(clone.at(file), 'utf8');
  // as many editors save: the file is another one from then on, whose later changes count as well
  writeFileSync(clone.at('saved'), source.replace(before, after));
  renameSync(clone.at('saved'), clone.at(file));
  await page.getByText(`mended ${what.replace(/^a /, '')}`).waitFor({ state: 'attached', ...deadline });
});

/** Changes the rules of the error page's card. */
function restyle(change: (rules: string) => string): void {
  const file = clone.at('client/ui/Card.module.css');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

const hasOutline = (style: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('*')].some((one) => getComputedStyle(one).outlineStyle === wanted),
    style,
    deadline,
  );

test('npm run dev shows a change of style on the open page', async () => {
  restyle((rules) => rules.replace('.card {', '.card {\n  outline: 3px dotted;'));
  await hasOutline('dotted');
});

test('npm run dev shows a change to a route on a page that was loading at that time', async () => {
  const late = await browser.newPage();
  const isChanged = Promise.withResolvers<undefined>();
  // it hears of builds only afterwards
  await late.route('**/dev/builds', async (route) => {
    await isChanged.promise;
    await route.continue();
  });
  await late.goto(page.url());
  const times = run.output.split('reloaded after').length;
  const file = clone.at('server/http/errors.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('There is nothing at this address.', 'late route'));
  await run.says(new RegExp(`(?:reloaded after[^]*?){${times}}`));
  isChanged.resolve(undefined);
  await late.getByText('late route').waitFor({ state: 'attached', ...deadline });
  await late.close();
});

test('npm run dev bundles the scripts again after a change of a class', async () => {
  restyle((rules) => `${rules}\n.aFirstOne {\n  outline: 3px dashed;\n}\n`.replace('dotted', 'double'));
  await hasOutline('double');
});

test('npm run dev keeps running after a change that cannot be bundled, and says once why', async () => {
  const file = clone.at('shared/pages.ts');
  const shared = readFileSync(file, 'utf8');
  writeFileSync(file, `${shared}{`);
  await run.says(/the previous version is still served/);
  expect(run.output.match(/shared\/pages\.ts:\d+:\d+/g)).toHaveLength(1);
  writeFileSync(file, shared);
  const source = readFileSync(clone.at('server/http/errors.ts'), 'utf8');
  writeFileSync(clone.at('server/http/errors.ts'), source.replace('late route', 'mended again'));
  await page.getByText('mended again').waitFor({ state: 'attached', ...deadline });
});

test('npm run dev ends on Ctrl-C and leaves no process running', async () => {
  const processes = clone.records().flatMap((one) => [one.owner, ...one.processes]);
  run.signalGroup('SIGINT');
  await clone.ended(processes);
  expect(processes.length).toBeGreaterThan(2);
  expect(clone.records()).toEqual([]);
});

test('the production bundle contains no reload code', () => {
  const scripts = globSync('dist/client/assets/*.js').map((file) => readFileSync(file, 'utf8'));
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((script) => script.includes('EventSource'))).toEqual([]);
});
