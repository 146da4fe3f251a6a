import { expect, test } from '@jest/globals';
import { isSaved, openSettings, section } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visitSignedIn } = useStack();

test('one other browser can be signed out without affecting the rest', async () => {
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  const signedIn = (path: string): Promise<Visitor> => visitSignedIn(account, path);
  const there = await signedIn('/');
  const elsewhere = await signedIn('/');
  const here = await signedIn('/settings#sessions');
  const list = section(here, 'sessions');
  expect(await list.getByRole('listitem').count()).toBe(3);
  expect(await list.getByText('This device', { exact: true }).count()).toBe(1);
  expect(await list.getByText(/Signed in on .*\d:\d\d.* with\spassword/).count()).toBe(3);
  const other = list.getByRole('listitem').filter({ hasText: 'Sign out' }).first();
  // where scripts do not run yet, it is another element
  await other.locator('[aria-haspopup="dialog"]').click();
  await here.page.locator('dialog[open]').getByRole('button').first().click();
  await isSaved(here, 'node is signed out');
  // more may follow
  expect(await here.page.locator('details[open]:has(> #sessions)').count()).toBe(1);
  expect(await list.getByRole('listitem').count()).toBe(2);

  await openSettings(there);
  await openSettings(elsewhere);
  const headings = [there, elsewhere].map(({ page }) => page.getByRole('heading', { level: 1 }).innerText());
  expect((await Promise.all(headings)).sort()).toEqual(['Account Settings', 'Sign in']);
  await openSettings(here);
  await here.arrives('Account Settings');
});
