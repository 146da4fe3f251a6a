import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit, visitSignedIn, relyingParty } = await useOAuth2();
let app: RelyingParty;
let ann: TestIdentity;
let bob: TestIdentity;

beforeAll(async () => {
  app = await relyingParty();
});

beforeEach(async () => {
  const { adminUrl } = stack().kratos;
  [ann, bob] = await Promise.all([createIdentity(adminUrl), createIdentity(adminUrl)]);
});

describe.each(scriptsOnAndOff)(
  '$how, somebody else who has signed in in another tab is named after',
  ({ scripts, withScripts, withoutScripts }) => {
    let visitor: Visitor;

    beforeEach(async () => {
      visitor = await visitSignedIn(ann, '/settings', { scripts });
    });

    async function bobSignsIn(): Promise<void> {
      await visitor.context.clearCookies({ name: 'ory_kratos_session' });
      await visitor.keep(await signIn(stack().url, bob));
    }

    async function isTold(
      text = `You are now signed in as ${bob.email}. Your change to ${ann.email} was not made.`,
    ): Promise<void> {
      await visitor.reads(text);
      const messages = visitor.page.locator('main :is([data-message^="common"], [data-message^="flow"])');
      expect(await messages.allTextContents()).toEqual([text]);
      const { isFocused, isInView } = await messages.evaluate((message) => ({
        isFocused: document.activeElement === message,
        isInView: message.getBoundingClientRect().top >= 0,
      }));
      expect([isFocused, isInView]).toEqual([true, true]);
      await visitor.page.reload();
      expect(await visitor.page.getByText('You are now signed in as').count()).toBe(0);
    }

    test('a change of the profile', async () => {
      await section(visitor, 'profile').getByLabel('First name').fill('Eve');
      await bobSignsIn();
      await pressIn(visitor, 'profile', 'Save profile');
      await isTold();
    });

    test('a new password', async () => {
      await section(visitor, 'password')
        .getByLabel(/^Password/)
        .first()
        .fill('nine yellow stethoscopes');
      await bobSignsIn();
      await pressIn(visitor, 'password', 'Change password');
      await visitor.arrives('Account Settings');
      const edges = (selector: string) =>
        visitor.page.locator(selector).evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return { left, right };
        });
      expect(await edges('main [data-message]')).toEqual(await edges('main > :last-child'));
      await isTold();
    });

    test('a sign-in for an application', async () => {
      const signedOut = await visit('/', { scripts });
      await signedOut.page.goto(app.request());
      await signedOut.arrives('Sign in');
      await signedOut.keep(await signIn(stack().url, bob));
      await signedOut.signIn(ann.email, ann.password);
      await signedOut.arrives(/^Authorize Harbor Clinic/);
      const text = `You are already signed in as ${bob.email}. What you typed on the sign-in page was not used.`;
      await signedOut.reads(text);
      await signedOut.page.reload();
      await signedOut.arrives(/^Authorize Harbor Clinic/);
      expect(await signedOut.page.getByText(text).count()).toBe(0);
    });

    withoutScripts('a logout', async () => {
      await visitor.open('/logout');
      await bobSignsIn();
      await visitor.press('Yes');
      await isTold();
    });

    withScripts('a code of a device', async () => {
      await visitor.open('/device?device_challenge=d');
      await bobSignsIn();
      await visitor.page.getByRole('main').getByRole('button').first().click();
      await isTold();
    });

    withoutScripts('a consent', async () => {
      await visitor.page.goto(app.request());
      await visitor.arrives(/^Authorize Harbor Clinic/);
      await bobSignsIn();
      await visitor.press('Allow');
      await visitor.page.getByText(`You are now logged in as ${bob.email}`).waitFor();
      await visitor.reads(`You are now logged in as ${bob.email}, but this request is for ${ann.email}.`);
      await visitor.page.reload();
      await visitor.press(`Use ${ann.email}`);
      await visitor.arrives('Sign in');
      await visitor.reads(/Harbor Clinic/);
      expect(await visitor.page.getByLabel('Email').inputValue()).toBe(ann.email);
      await visitor.page.goBack();
      await visitor.arrives('Sign in');
      await visitor.reads('To authenticate Harbor Clinic');
      await visitor.signIn(ann.email, ann.password);
      await visitor.arrives(/^Authorize Harbor Clinic/);
      await visitor.reads(ann.email);
      await visitor.press('Allow');
      expect((await app.tokens(visitor.page)).claims()?.email).toBe(ann.email);
    });
  },
);
