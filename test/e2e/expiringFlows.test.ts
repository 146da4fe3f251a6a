import { expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visit } = useStack({ kratos: { SELFSERVICE_FLOWS_LOGIN_LIFESPAN: '25s' } });

/** Longer than a flow lasts. */
const timeout = 40_000;

test('a page warns before its flow expires, can be kept open, and renews itself after expiry, without losing what was typed', async () => {
  const { email, password } = await createIdentity(stack().kratos.adminUrl, {
    traits: { name: { first: 'Ada' } },
  });
  const visitor = await visit('/login?return_to=/settings');
  const { page } = visitor;
  const flowId = (): string | null => new URL(page.url()).searchParams.get('flow');
  const values = (): Promise<string[]> =>
    Promise.all([/^Email/, /^Password/].map((label) => page.getByLabel(label).inputValue()));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  const first = flowId();
  await page.getByRole('button', { name: 'Keep it open' }).click({ timeout });
  await page.getByText('This page now stays open until').waitFor();
  const second = flowId();
  expect(second).not.toBe(first);
  expect(await values()).toEqual([email, password]);

  await page.getByText('This page has expired.').waitFor({ timeout });
  await page.getByLabel(/^Password/).press('End');
  await page.getByText('What you typed is still here.').waitFor();
  expect(flowId()).not.toBe(second);
  expect(await values()).toEqual([email, password]);
  await page.getByRole('button', { name: 'Sign in with password' }).click();
  await visitor.arrives('Account Settings');
});
