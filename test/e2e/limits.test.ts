import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  enrolTotp,
  openSettings,
  openSignedIn,
  pressIn,
  section,
  totpCode,
} from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

const { stack, arrive, visit } = useStack({ portal: { RATE_LIMIT: 'on' } });

const mailsAnHour = 6;

const wrongTries = 10;

const refusal = /Use the newest one, or try again in \d+ minutes\./;

test('without scripts, a new address is mailed six times, and then each page says until when; the newest code still works', async () => {
  const email = `${randomUUID()}@example.com`;
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  const visitor = await arrive({ scripts: false });
  await openSignedIn(visitor, stack(), account, '/settings');
  await section(visitor, 'profile').getByLabel('Email').fill(email);
  await pressIn(visitor, 'profile', 'Save profile');
  await visitor.arrives('Verify your new address');
  for (let mails = 1; mails < mailsAnHour; mails += 1) {
    await visitor.open('/');
    await visitor.press('Email me a code');
    await visitor.arrives('Verify your new address');
  }
  const codePage = visitor.page.url();

  await visitor.open('/');
  await visitor.press('Email me a code');
  await visitor.reads(refusal);
  await visitor.arrives(/^Welcome/);
  await visitor.page.reload();
  await visitor.arrives(/^Welcome/);
  expect(await visitor.page.getByText(refusal).count()).toBe(0);
  await openSettings(visitor);
  await pressIn(visitor, 'profile', 'Email me a code');
  await visitor.reads(refusal);
  await visitor.arrives('Account Settings');
  await visitor.open('/verification');
  await visitor.press('Email me a code');
  await visitor.reads(refusal);
  await visitor.arrives('Verify your new address');

  await visitor.page.goto(codePage);
  await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
  await visitor.press('Continue');
  await visitor.reads(/You verified/);
});

test('a sign-up that has been mailed too often stays on its page, with all that was typed', async () => {
  const email = `${randomUUID()}@example.com`;
  const visitor = await visit('/registration');
  const typeIn = async (): Promise<void> => {
    await visitor.fill('Email', email);
    await visitor.fill('First name', 'Ada');
    await visitor.page.getByLabel(/informed consent/).check();
  };
  for (let mails = 0; mails < mailsAnHour; mails += 1) {
    await visitor.open('/registration');
    await typeIn();
    await visitor.press('Email me a code');
    await visitor.page.getByLabel(/^Registration code/).waitFor();
  }
  const codePage = visitor.page.url();
  await visitor.open('/registration');
  await typeIn();
  await visitor.press('Email me a code');
  await visitor.reads(refusal);
  await visitor.arrives('Register an account');
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
  expect(await visitor.page.getByLabel('First name').inputValue()).toBe('Ada');
  expect(await visitor.page.getByLabel(/informed consent/).isChecked()).toBe(true);

  await visitor.page.goto(codePage);
  await visitor.typeMailedCode(stack().mailbox, email, /^Registration code/);
  await visitor.press('Continue');
  await visitor.arrives(/^Welcome/);
});

test('without scripts, a sign-in that was tried too often stays on its page, which says until when, with the address', async () => {
  const email = `${randomUUID()}@example.com`;
  const visitor = await visit('/login', { scripts: false });
  for (let tries = 0; tries <= wrongTries; tries += 1) {
    await visitor.signIn(email, 'the wrong password');
    await visitor.arrives(/^Sign in/);
  }
  await visitor.page
    .locator(':focus', { hasText: /^Too many attempts\. Try again in 15 minutes\./ })
    .waitFor();
  await visitor.reads(/another way to sign in or another network may work/);
  expect(new URL(visitor.page.url()).pathname).toBe('/login');
  expect(await visitor.page.locator('[name="identifier"]').inputValue()).toBe(email);
  await visitor.page.reload();
  await visitor.arrives(/^Sign in/);
  expect(await visitor.page.getByText('Too many attempts').count()).toBe(0);
});

test.each(scriptsOnAndOff)(
  'an authenticator code that was used already is refused at its field, which is empty again, $how',
  async ({ scripts }) => {
    const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    const visitor = await arrive({ scripts });
    await openSignedIn(visitor, stack(), account, '/settings');
    const code = totpCode(await enrolTotp(visitor));
    const field = visitor.page.locator('[name="totp_code"]');
    const enter = async (): Promise<void> => {
      await visitor.context.clearCookies();
      await visitor.open('/login');
      await visitor.signIn(account.email, account.password);
      await visitor.arrives('Two-Factor Authentication');
      await visitor.fill(/^Authentication code/, code);
      await visitor.press('Use Authenticator');
    };
    await enter();
    await visitor.arrives('Welcome, Ada');
    await enter();
    expect(await visitor.messageAt(/^Authentication code/)).toContain(
      'This code has already been used. Wait for the next one in your app.',
    );
    expect(await field.inputValue()).toBe('');
    await visitor.page.locator('[name="totp_code"]:focus').waitFor();
    await visitor.page.reload();
    await field.waitFor();
    expect(await visitor.page.getByText('already been used').count()).toBe(0);
  },
);
