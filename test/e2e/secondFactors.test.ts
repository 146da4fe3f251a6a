import { beforeEach, describe, expect } from '@jest/globals';
import {
  enrolBackupCodes,
  enrolTotp,
  isSaved,
  openSignedIn,
  pressIn,
  section,
  totpCode,
  confirmIn,
  openSettings,
  unfold,
} from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { ageSessions } from '../support/passTime.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive } = useStack();
let visitor: Visitor;
let account: TestIdentity;

const secondStep = 'Two-Factor Authentication';

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  beforeEach(async () => {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    visitor = await arrive({ scripts });
    await openSignedIn(visitor, stack(), account, '/settings');
  });

  const signInAgain = async (path = '/login'): Promise<void> => {
    await visitor.context.clearCookies();
    await visitor.open(path);
    await visitor.signIn(account.email, account.password);
    await visitor.arrives(secondStep);
  };

  withScripts('an authenticator app is enrolled, asked for at the next sign-in, and removed', async () => {
    await visitor.fill(/^Code from the app/, '000000');
    await pressIn(visitor, 'totp', 'Turn on authenticator app');
    expect(await visitor.messageAt(/^Code from the app/)).toContain('This code is wrong');
    const secret = await enrolTotp(visitor);

    await signInAgain();
    await visitor.fill(/^Authentication code/, '000000');
    await visitor.press('Use Authenticator');
    await visitor.reads(/^This code is wrong/);
    await visitor.fill(/^Authentication code/, totpCode(secret));
    await visitor.press('Use Authenticator');
    await visitor.arrives('Welcome, Ada');

    await openSettings(visitor);
    await confirmIn(visitor, 'totp', 'Turn off authenticator app');
    await isSaved(visitor, 'Authenticator app turned off');
    await visitor.reads('Not set up');
    await unfold(visitor, 'totp');
    await visitor.page.locator('#totp_secret_key').waitFor();
  });

  withoutScripts('after a recovery it is asked for with its account, and the reason', async () => {
    const secret = await enrolTotp(visitor);
    await visitor.context.clearCookies();
    await visitor.open('/recovery');
    await visitor.fill('Email', account.email);
    await visitor.press('Email me a code');
    await visitor.typeMailedCode(stack().mailbox, account.email, /^Recovery code/);
    await visitor.press('Continue');
    await visitor.arrives(secondStep);
    await visitor.reads('Your code was right. Your second factor is still needed.');
    await visitor.reads(account.email);
    await visitor.page.reload();
    await visitor.reads(account.email);
    await visitor.fill(/^Authentication code/, totpCode(secret));
    await visitor.press('Use Authenticator');
    await visitor.arrives('Account Settings');
  });

  const alone = 'These codes are your only second step, and each sign-in uses one up.';

  withoutScripts(
    'backup codes are turned off with the app, unless their user wants to keep them',
    async () => {
      await unfold(visitor, 'lookupSecret');
      await visitor.reads('Set up an authenticator app or a security key first');
      await enrolTotp(visitor);
      await enrolBackupCodes(visitor);
      expect(await visitor.page.getByText(alone).count()).toBe(0);
      await confirmIn(visitor, 'totp', 'Turn off authenticator app');
      await isSaved(visitor, 'Authenticator app turned off');
      await visitor.context.clearCookies();
      await visitor.open('/login');
      await visitor.signIn(account.email, account.password);
      await visitor.arrives('Welcome, Ada');

      await openSettings(visitor);
      await enrolTotp(visitor);
      await enrolBackupCodes(visitor);
      await unfold(visitor, 'totp');
      await section(visitor, 'totp')
        .getByLabel('Turn off the backup codes, too')
        .evaluate((box: HTMLInputElement) => (box.checked = false));
      await confirmIn(visitor, 'totp', 'Turn off authenticator app');
      await isSaved(visitor, 'Authenticator app turned off');
      await visitor.reads('Your only second step');
      await unfold(visitor, 'lookupSecret');
      await visitor.reads(alone);
    },
  );

  withScripts('backup codes are turned off with the app even if that had to be confirmed first', async () => {
    await enrolTotp(visitor);
    await enrolBackupCodes(visitor);
    await visitor.open('/settings');
    ageSessions(stack(), account);
    await confirmIn(visitor, 'totp', 'Turn off authenticator app');
    await visitor.arrives("Confirm it's you");
    await visitor.fill(/^Password/, account.password);
    await visitor.press(/^Sign in/);
    await visitor.reads(/Make your change again/);
    await confirmIn(visitor, 'totp', 'Turn off authenticator app');
    await isSaved(visitor, 'Authenticator app turned off');
    expect(await visitor.page.getByText('Your only second step').count()).toBe(0);
  });

  withoutScripts('the settings and the home page each ask for the second factor, once', async () => {
    const secret = await enrolTotp(visitor);
    for (const path of ['/settings', '/']) {
      await openSignedIn(visitor, stack(), account, path);
      await visitor.arrives(secondStep);
      await visitor.fill(/^Authentication code/, totpCode(secret));
      await visitor.press('Use Authenticator');
      await visitor.arrives(path === '/' ? 'Welcome, Ada' : 'Account Settings');
    }
  });
});
