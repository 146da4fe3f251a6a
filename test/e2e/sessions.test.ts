import { beforeEach, describe, expect, test } from '@jest/globals';
import { isSaved, openSettings, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visitSignedIn } = useStack();
let account: TestIdentity;

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  const signedIn = (path: string): Promise<Visitor> => visitSignedIn(account, path, { scripts });

  beforeEach(async () => {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  });

  test('one other browser can be signed out without affecting the rest', async () => {
    const there = await signedIn('/');
    const elsewhere = await signedIn('/');
    const here = await signedIn('/settings#sessions');
    const list = section(here, 'sessions');
    expect(await list.getByRole('listitem').count()).toBe(3);
    expect(await list.getByText('This device', { exact: true }).count()).toBe(1);
    expect(await list.getByText(/Signed in on .*\d:\d\d.* with\spassword/).count()).toBe(3);
    const other = list.getByRole('listitem').filter({ hasText: 'Sign out' }).first();
    await other.getByText('Sign out').first().click();
    await here.page
      .locator('dialog[open]')
      .or(other.locator('details[open]'))
      .getByRole('button')
      .first()
      .click();
    await isSaved(here, 'node is signed out');
    // more may follow
    expect(await here.page.locator('details[open]:has(> #sessions)').count()).toBe(1);
    expect(await list.getByRole('listitem').count()).toBe(2);

    await openSettings(there);
    await openSettings(elsewhere);
    const headings = [there, elsewhere].map(({ page }) =>
      page.getByRole('heading', { level: 1 }).innerText(),
    );
    expect((await Promise.all(headings)).sort()).toEqual(['Account Settings', 'Sign in']);
    await openSettings(here);
    await here.arrives('Account Settings');
  });
});
