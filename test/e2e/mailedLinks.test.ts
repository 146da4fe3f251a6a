import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { isOtherKratos } from '../support/isOtherKratos.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack, type StackInUse } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

/** The path and query of the link in the newest mail to an address. */
async function mailedLink({ stack }: StackInUse, email: string): Promise<string> {
  const { links } = await stack().mailbox.waitFor(email);
  const { pathname, search } = new URL(links[0] ?? '');
  return pathname + search;
}

/** The same link with a flow id that the provider has deleted or never had. */
const withoutFlow = (link: string): string => link.replace(/(flow=)[^&]*/, `$1${randomUUID()}`);

const over = 'This link has expired, was used before or is incomplete. Get a new one here.';

describe('links with a code', () => {
  const used = useStack();
  const { visit } = used;

  describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
    const register = async () => {
      const [email, password] = [`${randomUUID()}@test.example`, randomUUID()];
      const visitor = await visit('/registration', { scripts });
      await visitor.page.clock.install();
      await visitor.register({ email, password });
      await visitor.arrives('Verify your account');
      return { visitor, link: await mailedLink(used, email), email, password };
    };

    /** The same words on the device of the sign-up, and on any other. */
    const isAsked = /ress the button below/;

    const pressContinue = async (visitor: Visitor): Promise<void> => {
      await visitor.reads(isAsked);
      await visitor.press('Verify this address');
    };

    withoutScripts(
      'a mailed link asks another browser to press the button, and then to sign in',
      async () => {
        const { link, email } = await register();
        const visitor = await visit(link, { scripts });
        await visitor.page.getByRole('link', { name: 'Sign in' }).waitFor();
        await pressContinue(visitor);
        await visitor.arrives('Sign in');
        await visitor.reads('Verified. If you began on another device, go on there. Otherwise sign in here.');
        expect(await visitor.page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
        // Kratos 1.3.1 does not say in the flow which address it has verified
        if (isOtherKratos) expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
      },
    );

    withoutScripts(
      'a mailed link works once, then leads on and says so: to the sign-in, or to the start page',
      async () => {
        const { visitor, link, email, password } = await register();
        await visitor.open(link);
        await pressContinue(visitor);
        await visitor.reads('You verified your email address.');
        const elsewhere = await visit(link, { scripts });
        for (const browser of [elsewhere, visitor]) {
          await browser.open(link);
          await browser.arrives('Sign in');
          await browser.reads('Your address is already verified.');
        }
        expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
        await visitor.fill(/^Password/, password);
        await visitor.press('Sign in with password');
        await visitor.arrives(/^Welcome/);
        for (const old of [link, withoutFlow(link)]) {
          await visitor.open(old);
          await visitor.arrives(/^Welcome/);
          await visitor.reads('Your address is already verified.');
        }
      },
    );

    withScripts(
      'a mailed link that was opened on another device leads the browser of the sign-up to the sign-in',
      async () => {
        const { visitor, link, email } = await register();
        const phone = await visit(link, { scripts });
        await phone.reads(isAsked);
        for (let reloads = 0; reloads < 2; reloads++) {
          await visitor.page.reload();
          await visitor.reads(/If you verified your address on another device, sign in/);
          expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
        }
        await pressContinue(phone);
        await phone.arrives('Sign in');
        await visitor.page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
        await visitor.arrives('Sign in');
        expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
      },
    );

    withoutScripts(
      'the code of a mailed link that was opened on another device still works where the sign-up began',
      async () => {
        const { visitor, link, email, password } = await register();
        const phone = await visit(link, { scripts });
        await phone.reads(/^Did you begin on another device\? Enter this code there\./);
        await visitor.fill(
          /^Verification code/,
          await phone.page.getByLabel(/^Verification code/).inputValue(),
        );
        await visitor.press('Continue');
        await visitor.reads('You verified your email address. Sign in to continue.');
        await visitor.signIn(email, password);
        await visitor.arrives(/^Welcome/);
      },
    );

    test('a mailed link that was used on another device leads the sign-up on, which says why it asks for one more code', async () => {
      const { visitor, link, email, password } = await register();
      const phone = await visit(link, { scripts });
      await pressContinue(phone);
      await phone.arrives('Sign in');
      if (scripts) await visitor.page.clock.fastForward(60_000);
      else await visitor.page.reload();
      await visitor.reads(/^Verified on your other device\. Sign in here\. We then mail you one more code/);
      expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
      await visitor.fill(/^Password/, password);
      await visitor.press('Sign in with password');
      await visitor.reads(/your address was verified without it, for example on another device\./);
      await visitor.confirmByCode(used.stack().mailbox, email);
      await visitor.arrives(/^Welcome/);
    });

    withScripts(
      'a mailed link whose code no longer counts, after too many wrong ones, says so in any browser and offers another',
      async () => {
        const { visitor, link, email } = await register();
        for (let count = 1; count <= 6; count++) {
          await visitor.fill(/^Verification code/, `00000${count}`);
          await visitor.press('Continue');
          await visitor.reads(count < 6 ? /This code is wrong/ : /Too many wrong codes/);
        }
        const phone = await visit(link, { scripts });
        await visitor.open(link);
        // the pinned Kratos tells another browser no address, and without one the link could be anybody's
        for (const browser of isOtherKratos ? [phone, visitor] : [visitor]) {
          await browser.reads('Too many wrong codes. Request a new one.');
          expect(await browser.page.getByLabel('Email').inputValue()).toBe(email);
        }
        await phone.fill('Email', email);
        await phone.press('Email me a code');
        await phone.page.getByLabel(/^Verification code/).waitFor();
      },
    );

    test('the mail to an address that was corrected since says on another device what to do', async () => {
      const { visitor, link, email, password } = await register();
      await visitor.page.getByRole('link', { name: 'Change' }).click();
      await visitor.arrives('Register an account');
      await visitor.register({ email: `${randomUUID()}@test.example`, password });
      await visitor.arrives('Verify your account');
      const phone = await visit(link, { scripts });
      await pressContinue(phone);
      await phone.reads(over);
      expect(await phone.page.getByLabel('Email').inputValue()).toBe(isOtherKratos ? email : '');
      await phone.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    });

    withScripts(
      'once the wrong code of a mailed link is refused, the page no longer asks to press the button',
      async () => {
        const { visitor, link } = await register();
        await visitor.open(link.replace(/code=\d+/, 'code=000000'));
        await visitor.reads(/Just press the button below/);
        await visitor.press('Verify this address');
        await visitor.reads(/This code is wrong/);
        expect(await visitor.page.getByText(/Just press the button below/).count()).toBe(0);
      },
    );

    withoutScripts('an expired or truncated link starts the verification again', async () => {
      const { link } = await register();
      for (const old of [withoutFlow(link), link.replace(/&?flow=[^&]*/, '')]) {
        const visitor = await visit(old, { scripts });
        await visitor.arrives('Verify your account');
        await visitor.reads(over);
        await visitor.page.getByLabel('Email').waitFor();
      }
    });
  });
});

describe('links that recover an account', () => {
  const used = useStack({ kratos: { SELFSERVICE_FLOWS_RECOVERY_USE: 'link' } });
  const { stack, visit } = used;

  describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
    const ask = async (): Promise<{ visitor: Visitor; link: string; email: string }> => {
      const { email } = await createIdentity(stack().kratos.adminUrl);
      const visitor = await visit('/recovery', { scripts });
      await visitor.fill('Email', email);
      await visitor.press('Continue');
      await visitor.reads(/an email with a recovery link is on its way/);
      return { visitor, link: await mailedLink(used, email), email };
    };

    withoutScripts(
      'a mailed link works once, in the browser that requested it or in another one',
      async () => {
        const { visitor, link, email } = await ask();
        await visitor.open(link);
        await visitor.reads(`Continue to get back into the account with the address ${email}.`);
        await visitor.press('Recover account');
        await visitor.reads(/You have your account back/);
        const elsewhere = await visit((await ask()).link, { scripts });
        await elsewhere.reads(/Continue only if you asked for it/);
        await elsewhere.press('Recover account');
        await elsewhere.reads(/You have your account back/);
        const late = await visit(link, { scripts });
        await late.press('Recover account');
        await late.reads('The recovery link is invalid or has already been used. Start again.');
        await late.page.getByLabel('Email').waitFor();
      },
    );

    withScripts('an expired link starts the recovery again', async () => {
      const visitor = await visit(withoutFlow((await ask()).link), { scripts });
      await visitor.arrives('Recover your account');
      await visitor.reads(over);
      await visitor.page.getByLabel('Email').waitFor();
    });
  });
});
