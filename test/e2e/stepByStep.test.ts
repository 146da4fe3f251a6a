import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack({
  kratos: {
    SELFSERVICE_FLOWS_LOGIN_STYLE: 'identifier_first',
    SELFSERVICE_FLOWS_REGISTRATION_ENABLE_LEGACY_ONE_STEP: 'false',
    SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false',
  },
});
let visitor: Visitor;

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  describe('signing in with the address first', () => {
    beforeEach(async () => {
      visitor = await visit('/login', { scripts });
    });

    withScripts('asks for the password next and shows the address', async () => {
      const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
      await visitor.fill('Email', account.email);
      await visitor.press('Continue');
      await visitor.reads(account.email);
      expect(await visitor.page.getByRole('link', { name: 'Forgot password?' }).count()).toBe(1);
      await visitor.fill(/^Password/, 'wrong');
      await visitor.press('Sign in with password');
      await visitor.reads('Email or password is wrong.');
      await visitor.reads(account.email);
      await visitor.fill(/^Password/, account.password);
      await visitor.press('Sign in with password');
      await visitor.arrives('Welcome, Ada');
    });

    withoutScripts(
      'an unknown address is asked for a password like any other, and can be replaced',
      async () => {
        const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
        await visitor.fill('Email', 'nobody@example.org');
        await visitor.press('Continue');
        await visitor.reads('nobody@example.org');
        await visitor.fill(/^Password/, account.password);
        await visitor.press('Sign in with password');
        await visitor.reads('Email or password is wrong.');
        await visitor.page.getByRole('link', { name: 'Use another account' }).click();
        await visitor.fill('Email', account.email);
        await visitor.press('Continue');
        await visitor.fill(/^Password/, account.password);
        await visitor.press('Sign in with password');
        await visitor.arrives('Welcome, Ada');
      },
    );
  });

  test('signing up asks for the profile, then for a password, and lets the user go back to correct the profile', async () => {
    visitor = await visit('/registration', { scripts });
    const email = `${randomUUID()}@example.org`;
    await visitor.fill('Email', email);
    await visitor.fill('First name', 'Adda');
    await visitor.page.getByLabel(/informed consent/).setChecked(true);
    await visitor.reads('Step 1 of 2');
    await visitor.press('Continue');
    await visitor.reads('Choose how you want to sign in.');
    await visitor.reads('Step 2 of 2');
    await visitor.press('Back');
    const firstName = visitor.page.getByLabel('First name');
    await firstName.waitFor();
    expect(await firstName.inputValue()).toBe('Adda');
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    await firstName.fill('Ada');
    await visitor.press('Continue');
    await visitor.fill(/^Password/, email);
    await visitor.press('Sign up');
    expect(await visitor.messageAt(/^Password/)).toContain('too similar');
    await visitor.fill(/^Password/, 'nine yellow stethoscopes');
    await visitor.press('Sign up');
    await visitor.arrives('Verify your account');
    await visitor.open('/');
    await visitor.arrives('Welcome to Stethoscope');
  });
});
