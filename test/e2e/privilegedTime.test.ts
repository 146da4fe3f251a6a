import { beforeEach, describe, expect, test } from '@jest/globals';
import { isSaved, openSignedIn, pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();
const newPassword = 'nine yellow stethoscopes';
let visitor: Visitor;
let account: TestIdentity;

const privilegedFor = (time: string): Promise<void> =>
  stack().kratos.restart({ SELFSERVICE_FLOWS_SETTINGS_PRIVILEGED_SESSION_MAX_AGE: time });

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how', ({ scripts }) => {
  beforeEach(async () => {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    visitor = await visit('/login', { scripts });
  });

  const changePassword = async (): Promise<void> => {
    await section(visitor, 'password')
      .getByLabel(/^Password/)
      .first()
      .fill(newPassword);
    await pressIn(visitor, 'password', 'Save');
  };

  const signsInWithNewPassword = async (): Promise<void> => {
    await visitor.context.clearCookies();
    await visitor.open('/login');
    await visitor.signIn(account.email, newPassword);
    await visitor.arrives('Welcome, Ada');
  };

  test('a change after the privileged time goes on where it was, once one has confirmed who one is', async () => {
    await openSignedIn(visitor, stack(), account, '/settings#password');
    await privilegedFor('1ns');
    await changePassword();
    await visitor.arrives("Confirm it's you");
    await privilegedFor('15m');
    expect(visitor.page.url()).not.toContain(encodeURIComponent(newPassword));
    expect(await visitor.context.storageState().then((state) => JSON.stringify(state))).not.toContain(
      newPassword,
    );
    await visitor.page
      .getByLabel(/^Password/)
      .first()
      .fill(account.password);
    await visitor.page.keyboard.press('Enter');
    await visitor.arrives('Account Settings');
    await isSaved(visitor);
    if (!scripts) expect(new URL(visitor.page.url()).hash).toBe('#password');
    if (scripts) {
      const top = await section(visitor, 'password').evaluate((part) => part.getBoundingClientRect().top);
      expect(top).toBeLessThan(160);
      const told = await visitor.page
        .getByText('Your changes have been saved!')
        .evaluate((message) => message.getBoundingClientRect());
      expect(told.top).toBeGreaterThanOrEqual(0);
      expect(told.bottom).toBeLessThanOrEqual(top);
    }
    await signsInWithNewPassword();
  });

  test('a recovered account tells the minutes that are left to change the password, and takes the new one', async () => {
    await visitor.open('/recovery');
    await visitor.fill('Email', account.email);
    await visitor.press('Continue');
    await visitor.typeMailedCode(stack().mailbox, account.email, /^Recovery code/);
    await visitor.press('Continue');
    await visitor.arrives('Account Settings');
    await visitor.reads(/You successfully recovered your account.*within the next 1[45] minutes/);
    await changePassword();
    await isSaved(visitor);
    await signsInWithNewPassword();
  });
});
