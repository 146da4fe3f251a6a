import { beforeEach, describe, expect, test } from '@jest/globals';
import { isSaved, openSignedIn, pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { ageSessions } from '../support/passTime.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive } = useStack();
const newPassword = 'nine yellow stethoscopes';
let visitor: Visitor;
let account: TestIdentity;

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  beforeEach(async () => {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    visitor = await arrive({ scripts });
  });

  const changePassword = async (): Promise<void> => {
    await section(visitor, 'password')
      .getByLabel(/^Password/)
      .first()
      .fill(newPassword);
    await pressIn(visitor, 'password', 'Change password');
  };

  const signsInWithNewPassword = async (): Promise<void> => {
    await visitor.context.clearCookies();
    await visitor.open('/login');
    await visitor.signIn(account.email, newPassword);
    await visitor.arrives('Welcome, Ada');
  };

  test('a change made after the privileged session has ended continues after re-authentication', async () => {
    await openSignedIn(visitor, stack(), account, '/settings#password');
    ageSessions(stack(), account);
    await changePassword();
    await visitor.arrives("Confirm it's you");
    await visitor.reads('To change your password');
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
    await isSaved(visitor, 'New password set');
    const isInView = await visitor.page.getByText('New password set').evaluate((message) => {
      const { top, bottom } = message.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    expect(isInView).toBe(true);
    await signsInWithNewPassword();
  });

  /** Recovers the account with the next code that is mailed. */
  const recover = async (): Promise<void> => {
    const since = stack().mailbox.messages.length;
    await visitor.fill('Email', account.email);
    await visitor.press('Email me a code');
    await visitor.typeMailedCode(stack().mailbox, account.email, /^Recovery code/, since);
    await visitor.press('Continue');
    await visitor.arrives('Account Settings');
  };

  const ways = [
    {
      way: 'the note',
      scripts: true,
      logOut: async () => {
        await visitor.page.reload();
        const note = visitor.page.getByText(/The time to change your password .* is over/);
        await note.getByRole('link', { name: 'Logout' }).click();
      },
    },
    {
      way: 'the confirmation that saving asks for',
      scripts: false,
      logOut: async () => {
        await changePassword();
        await visitor.arrives("Confirm it's you");
        await visitor.page.getByRole('link', { name: 'Forgot password?' }).click();
      },
    },
  ];

  test.each(ways.filter((way) => way.scripts === scripts))(
    'once the time to change the password has run out, $way leads to a second recovery, after which it can be changed',
    async ({ logOut }) => {
      await visitor.open('/recovery');
      await recover();
      ageSessions(stack(), account);
      await logOut();
      await visitor.reads(/To set a new password without the old one/);
      await visitor.press('Yes');
      await visitor.arrives('Recover your account');
      await recover();
      await changePassword();
      await isSaved(visitor);
      expect(await visitor.page.getByText(/Unable to|is over/).count()).toBe(0);
      await signsInWithNewPassword();
    },
  );
});
