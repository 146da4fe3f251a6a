import { beforeEach, describe, expect, test } from '@jest/globals';
import { pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit, visitSignedIn } = useStack();
const ended = 'You are no longer signed in. Sign in again to continue.';
const again = 'Make your change again.';
let account: TestIdentity;

beforeEach(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

const signInAgain = async (visitor: Visitor): Promise<void> => {
  await visitor.arrives('Sign in');
  await visitor.reads(ended);
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Account Settings');
};

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts }) => {
  const signedIn = (path: string): Promise<Visitor> => visitSignedIn(account, path, { scripts });
  const logOutInAnotherTab = (visitor: Visitor): Promise<void> =>
    visitor.context.clearCookies({ name: 'ory_kratos_session' });

  test('after a logout in another tab, signing in again leads back to the section and what was typed', async () => {
    const visitor = await signedIn('/settings');
    await logOutInAnotherTab(visitor);
    await section(visitor, 'profile')
      .getByLabel(/^First name/)
      .fill('Grace');
    await pressIn(visitor, 'profile', 'Save profile');
    await signInAgain(visitor);
    expect(new URL(visitor.page.url()).hash).toBe('#profile');
    await visitor.reads(again);
    expect(await visitor.page.getByText(again).count()).toBe(1);
    const name = section(visitor, 'profile').getByLabel(/^First name/);
    expect(await name.inputValue()).toBe('Grace');
    await visitor.page.reload();
    await visitor.arrives('Account Settings');
    expect(await name.inputValue()).toBe('Ada');
    expect(await visitor.page.getByText(again).count()).toBe(0);
  });

  test('what was typed before a session ended is not shown to another person who signs in', async () => {
    const visitor = await signedIn('/settings');
    await logOutInAnotherTab(visitor);
    await section(visitor, 'profile')
      .getByLabel(/^First name/)
      .fill('Grace');
    await pressIn(visitor, 'profile', 'Save profile');
    await visitor.arrives('Sign in');
    const other = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Bob' } } });
    await visitor.signIn(other.email, other.password);
    await visitor.arrives('Account Settings');
    const name = section(visitor, 'profile').getByLabel(/^First name/);
    expect(await name.inputValue()).toBe('Bob');
    expect(await visitor.page.getByText(again).count()).toBe(0);
  });

  withScripts('a recovery that was finished in another tab leads to the new password', async () => {
    const tab = await visit('/recovery', { scripts });
    await tab.fill('Email', account.email);
    await tab.press('Email me a code');
    await tab.page.getByLabel(/^Recovery code/).waitFor();
    const other = tab.inTab(await tab.context.newPage());
    await other.page.goto(tab.page.url());
    for (const one of [tab, other]) {
      await one.typeMailedCode(stack().mailbox, account.email, /^Recovery code/);
      await one.press('Continue');
      await one.arrives('Account Settings');
      await one.reads(/^Choose a new password within 1\d minutes/);
    }
    await other.page.reload();
    await other.arrives('Account Settings');
    expect(await other.page.getByText('Choose a new password within').count()).toBe(0);
  });
});
