import { expect, test } from '@jest/globals';
import { axeFindings } from '../support/accessibility.ts';
import { useStack } from '../support/useStack.ts';

const { visit } = useStack();

test('a new password is rated, and what rates it is fetched only when its field is used', async () => {
  const { page } = await visit('/registration');
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  await page.getByLabel('Email').fill('cornelia.quartz@example.org');
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await page.getByLabel(/^Password/).fill('cornelia.quartz');
  await page.getByText('Names and addresses are easy to guess.').waitFor();
  expect(scripts.length).toBeGreaterThan(before);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel(/^Password/).fill('seven purple stethoscopes');
  await page.getByText('Strong', { exact: true }).waitFor();
});

test('the password of a sign-in is not rated', async () => {
  const { page } = await visit('/login');
  await page.getByLabel(/^Password/).fill('cornelia.quartz');
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('meter').count()).toBe(0);
});
