import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { languageNames } from '../../client/shell/languageNames.ts';
import type { Mail } from '../../provider/local/mail.ts';
import { totpCode } from '../support/accountVisitor.ts';
import { signIn } from '../support/kratosLogin.ts';
import { Reader } from '../support/reader.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';

const { stack, visit, url, relyingParty } = await useOAuth2();
let harbor: RelyingParty;

beforeAll(async () => {
  harbor = await relyingParty();
});

const forgotten = 'nine yellow stethoscopes';
const password = 'eleven purple stethoscopes';
const consent =
  'I give my informed consent to the processing of my health data by the provider company for electronic services rendered through the app';

/** Waits for the newest mail with a code after `since`, and expects the reader to understand it. */
async function receives(
  reader: Reader,
  email: string,
  subject: string,
  since = 0,
): Promise<Mail & { code: string }> {
  const mail = await stack().mailbox.waitFor(email, { since });
  const { code = '' } = mail;
  expect(reader.words(subject, { product: 'Stethoscope' })).toContain(mail.subject.replaceAll('\u00a0', ' '));
  reader.reads(mail);
  return { ...mail, code };
}

async function registers(reader: Reader, email: string): Promise<void> {
  await reader.presses('Create an account');
  await reader.arrives('Register an account');
  await reader.keyboard.type(email);
  await reader.fills('Password', forgotten);
  await reader.presses('Add your name and profession (optional)');
  await reader.fills('First name', 'Ada');
  await reader.goTo(consent);
  await reader.keyboard.press('Space');
  await reader.keyboard.press('Enter');
  await reader.arrives('Verify your account');
}

/** Finds the mail in the mailbox, and follows its link. */
async function verifies(reader: Reader, email: string): Promise<void> {
  const mail = await receives(reader, email, 'Your verification code for {product}');
  const mails = await reader.anotherTab(stack().mailbox.url);
  await mails.keyboard.goTo(new RegExp(mail.subject.replaceAll('\u00a0', '\\s')));
  await mails.keyboard.press('Enter');
  await mails.visitor.page.frameLocator('iframe').getByText(mail.code, { exact: true }).waitFor();
  const opened = mails.opensTab();
  await mails.presses('Open the page for the code');
  const verifying = await opened;
  await verifying.arrives('Verify your account');
  await verifying.presses('Verify this address');
  await verifying.arrives('Sign in');
  await verifying.fills('Password', forgotten);
  await verifying.keyboard.press('Enter');
  await verifying.arrives('Welcome, {name}', { name: 'Ada' });
  await verifying.visitor.page.close();
  await mails.visitor.page.close();
}

async function signsIn(reader: Reader, email: string, secret: string): Promise<void> {
  await reader.arrives('Sign in');
  await reader.fills('Email', email);
  await reader.fills('Password', secret);
  await reader.keyboard.press('Enter');
}

async function logsOut(reader: Reader): Promise<void> {
  await reader.presses('Logout');
  await reader.arrives('Do you wish to log out?');
  await reader.presses('Yes');
  await reader.arrives('Sign in');
}

async function recovers(reader: Reader, email: string): Promise<void> {
  await reader.presses('Forgot password?');
  await reader.arrives('Recover your account');
  const since = stack().mailbox.messages.length;
  await reader.fills('Email', email);
  await reader.keyboard.press('Enter');
  await reader.visitor.page.locator('input:focus[name="code"]').waitFor();
  await reader.understands();
  const { code } = await receives(reader, email, 'Your recovery code for {product}', since);
  await reader.enters(code);
  await reader.arrives('Account Settings');
  await reader.fills('Password', password);
  await reader.keyboard.press('Enter');
  await reader.hears('New password set');
}

/** Chooses a language in the profile, which the pages then use. */
async function choosesLanguage(from: Reader, to: Reader): Promise<void> {
  await from.unfolds('Profile Settings');
  await from.goTo('Language');
  await from.keyboard.type(languageNames[to.locale].slice(0, 3));
  await from.presses('Save profile');
  await to.arrives('Account Settings');
  await to.hears('Profile saved');
  // the message takes the focus once the page has been hydrated, which would end a walk that has begun
  if (to.visitor.scripts) await to.visitor.page.locator('main :focus').waitFor();
}

/** Sets up an authenticator app and backup codes. @returns the app's secret, and a backup code */
async function setsUpSecondFactors(reader: Reader): Promise<{ secret: string; backupCode: string }> {
  const { page } = reader.visitor;
  await reader.presses('Manage 2FA TOTP Authenticator App');
  await reader.presses('Set up');
  await reader.goTo('Code from the app');
  const secret = (await page.locator('#totp_secret_key').textContent()) ?? '';
  await reader.enters(totpCode(secret));
  await reader.hears('Authenticator app turned on');
  await reader.presses('Create backup codes');
  const codes = page.locator('#lookupSecret').getByRole('listitem');
  await codes.first().waitFor();
  await reader.understands();
  const [backupCode = ''] = await codes.allInnerTexts();
  await reader.presses('Confirm backup recovery codes');
  await reader.hears('Backup codes confirmed');
  return { secret, backupCode };
}

/** Grants an application access, without another sign-in, and withdraws it. */
async function grantsAndWithdraws(reader: Reader): Promise<void> {
  const { page } = reader.visitor;
  await page.goto(harbor.request({ scope: 'openid email offline_access' }));
  await reader.arrives('Authorize {clientName}', { clientName: 'Harbor Clinic' });
  await reader.goTo('Keep access when you are away');
  await reader.keyboard.press('Space');
  await reader.presses('Allow');
  expect((await harbor.tokens(page)).refresh_token).toBeDefined();
  await reader.visitor.open('/settings');
  await reader.presses('Authorized Applications');
  await reader.confirms('Withdraw the access of {name}', { name: 'Harbor Clinic' }, 'Withdraw');
  await reader.hears('Access withdrawn');
}

test.each([
  { locale: 'pl', other: 'fr', how: 'with scripts', scripts: true },
  { locale: 'fr', other: 'pl', how: 'without scripts', scripts: false },
] as const)(
  'an account’s whole life works by keyboard alone, in $locale $how',
  async ({ locale, other, scripts }) => {
    const email = `${randomUUID()}@test.example`;
    const visitor = await visit('/', { language: locale, scripts });
    const reader = new Reader(visitor, locale);

    await reader.arrives('Welcome to {product}', { product: 'Stethoscope' });
    await registers(reader, email);
    await verifies(reader, email);
    // the other tab has signed this browser in
    await reader.presses('Sign in');
    await reader.arrives('Welcome, {name}', { name: 'Ada' });
    await logsOut(reader);

    await signsIn(reader, email, 'wrong');
    await reader.hears('Email or password is wrong.', { subject: 'email' });
    await recovers(reader, email);
    await logsOut(reader);
    await signsIn(reader, email, password);
    await reader.arrives('Welcome, {name}', { name: 'Ada' });

    await reader.presses('Settings');
    await reader.arrives('Account Settings');
    await reader.unfolds('Profile Settings');
    await reader.fills('First name', 'Zofia');
    await reader.keyboard.press('Enter');
    await reader.hears('Profile saved');
    await choosesLanguage(reader, reader.in(other));
    await choosesLanguage(reader.in(other), reader);
    const { secret, backupCode } = await setsUpSecondFactors(reader);
    await logsOut(reader);

    await signsIn(reader, email, password);
    await reader.arrives('Two-Factor Authentication');
    await reader.goTo('Authentication code');
    await reader.enters(totpCode(secret));
    await reader.arrives('Welcome, {name}', { name: 'Zofia' });
    await logsOut(reader);
    await signsIn(reader, email, password);
    await reader.arrives('Two-Factor Authentication');
    await reader.unfolds('Use backup recovery code');
    await reader.fills('Backup recovery code', backupCode);
    await reader.keyboard.press('Enter');
    await reader.arrives('Welcome, {name}', { name: 'Zofia' });

    await signIn(url, { email, password });
    await reader.presses('Settings');
    await reader.arrives('Account Settings');
    await reader.presses('Sessions and Devices');
    await reader.confirms('Sign out {device}', { device: 'node' }, 'Sign out');
    await reader.hears('{name} is signed out', { name: 'node' });
    await grantsAndWithdraws(reader);
    await logsOut(reader);
  },
  300_000,
);
