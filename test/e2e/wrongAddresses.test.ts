import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openSettings, openSignedIn, pressIn, section } from '../support/accountVisitor.ts';
import { KratosAdmin } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { ageSessions } from '../support/passTime.ts';
import { isOtherKratos } from '../support/isOtherKratos.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive, visit } = useStack();
let visitor: Visitor;
let email: string;

beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});

const mailsTo = (address: string): number =>
  stack().mailbox.messages.filter(({ to }) => to.includes(address)).length;

/** Opens the link that was mailed to an address before it was corrected: the pinned Kratos does not say which one that was. */
async function opensFormerMail(address: string): Promise<void> {
  const { links } = await stack().mailbox.waitFor(address);
  await visitor.page.goto(links[0] ?? '');
  await visitor.reads('That mail went to an address that is no longer your account’s.');
}

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  describe('an address that is changed in the settings', () => {
    let account: TestIdentity;

    beforeEach(async () => {
      account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
      visitor = await arrive({ scripts });
      await openSignedIn(visitor, stack(), account, '/settings');
    });

    async function change(): Promise<void> {
      await visitor.reads(/Check (?:its spelling|the spelling of)/);
      await section(visitor, 'profile').getByLabel('Email').fill(email);
      await pressIn(visitor, 'profile', 'Save profile');
    }

    async function isConfirmedWithOneCode(): Promise<void> {
      await visitor.arrives('Verify your new address');
      await visitor.reads('Profile saved. Verify your new address before you log out.');
      await visitor.reads(email);
      await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
      await visitor.press('Continue');
      await visitor.reads(/verified/);
      expect(mailsTo(email)).toBe(1);
      await visitor.page.getByRole('link', { name: 'Back to the settings' }).click();
      await visitor.arrives('Account Settings');
      expect(await visitor.page.getByText('has not been verified yet').count()).toBe(0);
    }

    test('is confirmed with one code even if the change had to be confirmed first', async () => {
      ageSessions(stack(), account);
      await change();
      await visitor.arrives("Confirm it's you");
      await visitor.fill(/^Password/, account.password);
      await visitor.press(/^Sign in/);
      if (!scripts) {
        await visitor.reads(/Make your change again/);
        await pressIn(visitor, 'profile', 'Save profile');
      }
      await isConfirmedWithOneCode();
    });

    /** Has another code mailed by one press, which leads to its field. */
    async function isMailedAnotherCode(press: () => Promise<void>): Promise<void> {
      const { mailbox } = stack();
      await mailbox.waitFor(email);
      const since = mailbox.messages.length;
      await press();
      await visitor.arrives('Verify your new address');
      await visitor.reads(email);
      await visitor.page.getByLabel(/^Verification code/).waitFor();
      await mailbox.waitFor(email, { since });
    }

    withScripts(
      'is pointed out until it is confirmed, and mailed a code by one press on the start page',
      async () => {
        await change();
        await visitor.arrives('Verify your new address');
        await visitor.open('/logout');
        await visitor.reads(`${email} has not been verified yet. If it is misspelt, no code can reach you`);
        await visitor.open('/');
        await visitor.reads(`Check the spelling of ${email}, then verify it.`);
        await visitor.reads(`${email}, not verified yet`);
        expect(await visitor.page.getByRole('button', { name: 'Create a passkey' }).count()).toBe(0);
        await isMailedAnotherCode(() => visitor.press('Email me a code'));
        await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
        await visitor.press('Continue');
        await visitor.reads(/You verified/);
        await visitor.page.getByRole('link', { name: 'Go to the start page' }).click();
        await visitor.reads(`${email}, verified`);
      },
    );

    withoutScripts(
      'is said once in the settings not to be verified, and mailed a code by one press there',
      async () => {
        await change();
        await visitor.arrives('Verify your new address');
        await openSettings(visitor);
        expect(await visitor.page.getByText(/not (?:been )?verified yet/).count()).toBe(1);
        await isMailedAnotherCode(() => pressIn(visitor, 'profile', 'Email me a code'));
      },
    );

    withoutScripts(
      'is still called new after too many wrong codes, and mailed another one by one press',
      async () => {
        await change();
        await visitor.arrives('Verify your new address');
        const { page } = visitor;
        for (let wrong = 0; wrong < 6; wrong += 1) {
          await visitor.fill(/^Verification code/, '000000');
          await Promise.all([page.waitForEvent('framenavigated'), visitor.press('Continue')]);
        }
        await visitor.reads(/Request a new one/);
        await visitor.arrives('Verify your new address');
        expect(await page.getByLabel('Email').inputValue()).toBe(email);
        await isMailedAnotherCode(() => visitor.press('Email me a code'));
      },
    );

    withoutScripts('can be corrected while the session lasts, if it was mistyped', async () => {
      await change();
      await visitor.arrives('Verify your new address');
      email = `right-${email}`;
      await visitor.open('/settings');
      await change();
      await isConfirmedWithOneCode();
    });

    withoutScripts('is named in place of a mistyped one whose mail is opened', async () => {
      if (!isOtherKratos) return;
      await change();
      await visitor.arrives('Verify your new address');
      const wrong = email;
      email = `right-${email}`;
      await visitor.open('/settings');
      await change();
      await visitor.arrives('Verify your new address');
      await opensFormerMail(wrong);
      await isMailedAnotherCode(() => visitor.press('Email me a code'));
    });
  });

  describe('a wrong address of a sign-up', () => {
    const password = randomUUID();

    beforeEach(async () => {
      visitor = await visit('/registration', { scripts });
      await visitor.register({ email: `wrong-${email}`, password, doctor: true });
      await visitor.arrives('Verify your account');
    });

    async function isFilledIn(): Promise<void> {
      await visitor.arrives('Register an account');
      const { page } = visitor;
      await visitor.reads('Correct your address. We then mail a new code there.');
      expect(await page.locator('[data-error], [aria-invalid="true"]').count()).toBe(0);
      expect(await page.getByLabel('Email').inputValue()).toBe(`wrong-${email}`);
      expect(await page.getByLabel('Last name').inputValue()).toBe('Lovelace');
      expect(await page.getByLabel(/informed consent/).isChecked()).toBe(true);
      expect(await page.getByLabel(/healthcare professional/).isChecked()).toBe(true);
      expect(
        await page
          .getByLabel(/^Password/)
          .first()
          .inputValue(),
      ).toBe('');
    }

    withoutScripts('is corrected in the registration, with all but the password filled in', async () => {
      expect(await visitor.page.getByText('Wrong address?').count()).toBe(0);
      await visitor.page.getByRole('link', { name: 'Change' }).click();
      await isFilledIn();
      await visitor.fill('Email', email);
      await visitor.fill(/^Password/, password);
      await visitor.press('Sign up');
      await visitor.arrives('Verify your account');
      await visitor.verifyAndSignIn(stack().mailbox, email, password);
      await visitor.arrives('Welcome, Ada');
      expect(await new KratosAdmin(stack()).idOf(`wrong-${email}`)).toBe('');
    });

    withoutScripts('gives way to the right one where the mail to the wrong one is opened', async () => {
      await visitor.page.getByRole('link', { name: 'Change' }).click();
      await visitor.arrives('Register an account');
      await visitor.fill('Email', email);
      await visitor.fill(/^Password/, password);
      await visitor.press('Sign up');
      await visitor.reads(email);
      const { links } = await stack().mailbox.waitFor(`wrong-${email}`);
      const stranger = await visit('/', { scripts });
      await stranger.page.goto(links[0] ?? '');
      await stranger.press('Verify this address');
      await stranger.reads(/^This link has expired/);
      if (!isOtherKratos) return;
      await opensFormerMail(`wrong-${email}`);
      expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
      const { mailbox } = stack();
      await mailbox.waitFor(email);
      const since = mailbox.messages.length;
      await visitor.press('Email me a code');
      await visitor.typeMailedCode(mailbox, email, /^Verification code/, since);
      await visitor.press('Continue');
      await visitor.arrives('Sign in');
    });

    withScripts('is corrected after the browser’s Back, too, which reports no error', async () => {
      await visitor.page.goBack();
      await visitor.arrives('Register an account');
      expect(await visitor.page.locator('[data-error], [aria-invalid="true"]').count()).toBe(0);
      await isFilledIn();
    });
  });

  withScripts(
    'a wrong address of a sign-up by a mailed code is corrected, and mailed a code again',
    async () => {
      visitor = await visit('/registration', { scripts });
      const { page } = visitor;
      await visitor.fill('Email', `wrong-${email}`);
      await visitor.fill('First name', 'Ada');
      await page.getByLabel(/informed consent/).check();
      await visitor.press('Email me a code');
      await page.getByLabel(/^Registration code/).waitFor();
      await page.getByRole('link', { name: 'Change' }).click();
      await visitor.reads('Correct your address. We then mail a new code there.');
      expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
      await visitor.fill('Email', email);
      await page.getByLabel('Email').press('Enter');
      await visitor.typeMailedCode(stack().mailbox, email, /^Registration code/);
      await visitor.press('Continue');
      await visitor.arrives('Welcome, Ada');
    },
  );
});
