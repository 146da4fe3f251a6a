import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import {
  isSaved,
  openSignedIn,
  pressIn,
  section,
  confirmIn,
  openSettings,
  unfold,
} from '../support/accountVisitor.ts';
import { KratosAdmin } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { startOpenidProvider, type OpenidProvider } from '../support/openidProvider.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const acme: OpenidProvider = await startOpenidProvider(`http://localhost:${port}`);
const { stack, arrive, visit } = useStack({
  port,
  // otherwise everybody could also sign in with a mailed code
  kratos: { ...acme.kratos, SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false' },
});
let visitor: Visitor;

afterAll(() => acme.stop());

const newAddress = (): string => `${randomUUID()}@acme.example`;

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  test('a social account is linked, signs in, and is unlinked', async () => {
    const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    acme.signInAs(newAddress());
    visitor = await arrive({ scripts });
    await openSignedIn(visitor, stack(), account, '/settings');
    await pressIn(visitor, 'oidc', 'Link Acme');
    await isSaved(visitor);

    await visitor.context.clearCookies();
    await visitor.open('/login');
    await visitor.press('Sign in with Acme');
    await visitor.arrives('Welcome, Ada');

    await openSettings(visitor);
    await confirmIn(visitor, 'oidc', 'Unlink Acme');
    await isSaved(visitor, 'Acme is no longer linked');
    await unfold(visitor, 'oidc');
    await section(visitor, 'oidc').getByRole('button', { name: 'Link Acme', exact: true }).waitFor();
  });

  withoutScripts(
    'a change of address says that a linked account has to be confirmed again, before it and after it',
    async () => {
      const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
      acme.signInAs(newAddress());
      visitor = await arrive({ scripts });
      await openSignedIn(visitor, stack(), account, '/settings');
      const suspends = visitor.page.getByText(
        'you have to confirm these ways to sign in again: Social Sign In.',
      );
      expect(await suspends.count()).toBe(0);
      await pressIn(visitor, 'oidc', 'Link Acme');
      await isSaved(visitor);
      // newer versions of Kratos count it as a way in which the session has begun
      await openSignedIn(visitor, stack(), account, '/settings');
      await suspends.waitFor();

      const email = newAddress();
      await section(visitor, 'profile').getByLabel('Email').fill(email);
      await pressIn(visitor, 'profile', 'Save profile');
      await visitor.arrives('Verify your new address');
      await visitor.reads('You then have to confirm your other ways to sign in again.');
      await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
      await visitor.press('Continue');
      await visitor.reads('Now confirm your other ways to sign in again: the settings say how.');
      await visitor.page.getByRole('link', { name: 'Back to the settings' }).click();
      await visitor.arrives('Account Settings');
      const notice = visitor.page.locator('[data-message="settings.unconfirmed"]');
      await notice.getByRole('link', { name: 'Social Sign In' }).waitFor();
    },
  );

  withScripts('a social account of somebody else is not linked, and the page says why', async () => {
    const { adminUrl } = stack().kratos;
    acme.signInAs(newAddress());
    for (const account of [await createIdentity(adminUrl), await createIdentity(adminUrl)]) {
      visitor = await arrive({ scripts });
      await openSignedIn(visitor, stack(), account, '/settings');
      await pressIn(visitor, 'oidc', 'Link Acme');
      await visitor.reads(/Acme is linked|belongs to another account here/);
    }
    await section(visitor, 'oidc')
      .getByText('That Acme account belongs to another account here. Sign in with Acme to use that one')
      .waitFor();
    await visitor.page.waitForFunction(() => {
      const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
      return document.activeElement?.textContent === 'Link Acme' && top >= 0 && bottom <= innerHeight;
    });
    expect(await visitor.page.getByText(/Make your change again|was not saved/).count()).toBe(0);
  });

  withScripts('a confirmation with a social account that is not linked makes no account', async () => {
    const { kratos, url } = stack();
    acme.signInAs(newAddress());
    const account = await createIdentity(kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    visitor = await arrive({ scripts });
    await openSignedIn(visitor, stack(), account, '/settings');
    await pressIn(visitor, 'oidc', 'Link Acme');
    await isSaved(visitor);
    const other = newAddress();
    acme.signInAs(other);
    await visitor.open(`/login?refresh=true&return_to=${encodeURIComponent(`${url}/settings`)}`);
    await visitor.press('Sign in with Acme');
    // older versions of Kratos do not say what the sign-in was for
    await visitor.reads(/^(?:That account is not linked to yours|Account Settings)/);
    expect(await new KratosAdmin(stack()).idOf(other)).toBe('');
  });

  withScripts('linking an account after another change is confirmed in view', async () => {
    const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    acme.signInAs(newAddress());
    visitor = await arrive({ scripts });
    await openSignedIn(visitor, stack(), account, '/settings');
    await section(visitor, 'profile')
      .getByLabel(/^First name/)
      .fill('Grace');
    await pressIn(visitor, 'profile', 'Save profile');
    await isSaved(visitor);
    await pressIn(visitor, 'oidc', 'Link Acme');
    await isSaved(visitor, 'Acme is linked');
    await visitor.reads('1 linked');
    await visitor.page.waitForFunction(() => {
      const { top = -1, bottom = 0 } = document.getElementById('done')?.getBoundingClientRect() ?? {};
      return top >= 0 && bottom <= innerHeight;
    });
  });

  withoutScripts(
    'signing up with a social account that vouches for its address signs in with that account by itself',
    async () => {
      acme.signInAs(newAddress());
      visitor = await visit('/registration', { scripts });
      await visitor.press('Sign up with Umbrella');
      await visitor.arrives(/^Welcome/);
      // Kratos has stored one for the sign-up, too
      const others = await visitor.page.request.get(`${stack().url}/sessions`);
      expect(await others.json()).toEqual([]);
    },
  );

  withScripts(
    'the way back from a social account works once, and then says that the sign-in was not completed',
    async () => {
      acme.signInAs(newAddress());
      visitor = await visit('/registration', { scripts });
      const returned = visitor.page.waitForRequest(/\/methods\/oidc\/callback\//);
      await visitor.press('Sign up with Umbrella');
      await visitor.arrives(/^Welcome/);
      await visitor.page.goto((await returned).url());
      await visitor.reads(
        'The sign-in with the other account could not be completed. Go back and try again.',
      );
      expect(await visitor.page.getByText('The fault is ours').count()).toBe(0);
    },
  );
});
