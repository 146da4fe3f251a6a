import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { pressIn, isSaved, section, unfold } from '../support/accountVisitor.ts';
import { findingsInDarkAndNarrow } from '../support/accessibility.ts';
import { startOpenidProvider } from '../support/openidProvider.ts';
import { useStack } from '../support/useStack.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const acme = await startOpenidProvider(`http://localhost:${port}`);
const { stack, arrive, visit } = useStack({ port, kratos: acme.kratos });

afterAll(() => acme.stop());

const password = 'eleven green stethoscopes';
let email: string;

beforeEach(() => {
  email = `${randomUUID()}@acme.example`;
});

/** Returns the number of mails once that of the sign-up has arrived. */
async function mailsSoFar(): Promise<number> {
  await stack().mailbox.waitFor(email);
  return stack().mailbox.messages.length;
}

/** The mailbox's owner verifies the address in a browser of their own: on a phone, say. */
async function verifyElsewhere(scripts = true): Promise<void> {
  const since = await mailsSoFar();
  const phone = await visit('/verification', { scripts });
  await phone.fill('Email', email);
  await phone.press('Email me a code');
  await phone.page.getByLabel(/^Verification code/).waitFor();
  await phone.verify(stack().mailbox, email, since);
  expect(await phone.page.getByLabel('Email').inputValue()).toBe(email);
}

/** Ends the session, as if it had expired. */
const sessionEnds = ({ context }: Visitor): Promise<void> => context.clearCookies({ name: /session/ });

/** Confirms a social account or a passkey by a mailed code; the next sign-in with it takes none. */
async function isConfirmedByCode(visitor: Visitor, button: string): Promise<void> {
  await visitor.fill('Email', email);
  await visitor.confirmByCode(stack().mailbox, email);
  await visitor.arrives(/^Welcome/);
  await sessionEnds(visitor);
  await visitor.open('/login');
  await visitor.press(button);
  await visitor.arrives(/^Welcome/);
}

const registerWithPassword = async (): Promise<Visitor> => {
  const visitor = await visit('/registration');
  await visitor.register({ email, password });
  await visitor.arrives('Verify your account');
  return visitor;
};

describe('after a verification in another browser', () => {
  test('the first sign-in with the password takes a mailed code, and leads where it should', async () => {
    const visitor = await registerWithPassword();
    await verifyElsewhere();
    await visitor.open('/login?return_to=%2Fsettings');
    await visitor.signIn(email, password);
    await visitor.reads(/^We mail you one code/);
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    expect(await visitor.page.getByLabel(/^Password/).count()).toBe(0);
    await visitor.page.getByRole('link', { name: 'Use another method' }).click();
    await visitor.signIn(email, password);
    await visitor.confirmByCode(stack().mailbox, email);
    await visitor.arrives('Account Settings');
    await sessionEnds(visitor);
    await visitor.open('/login');
    await visitor.signIn(email, password);
    await visitor.arrives('Welcome, Ada');
  });

  test('without scripts, the first sign-in with a social account takes a code to the address that is asked for', async () => {
    acme.signInAs(email);
    const visitor = await visit('/registration', { scripts: false });
    await visitor.press('Sign up with Acme');
    await visitor.arrives('Verify your account');
    // Kratos 1.3.1 does not name the address, beside which 'Change' stands
    await visitor.page.getByRole('link', { name: /^(?:Change|Correct it)$/ }).click();
    await visitor.reads('Acme stays linked to the account with the wrong address. Sign up in another way.');
    await visitor.open('/login');
    await visitor.press('Sign in with Acme');
    await visitor.reads(new RegExp(`^${email} has not been verified yet`));
    await visitor.page.getByRole('link', { name: 'Sign up again with the right address' }).click();
    await visitor.reads('Acme stays linked to the account with the wrong address. Sign up in another way.');
    expect(await visitor.page.getByRole('button', { name: 'Sign up with Acme' }).count()).toBe(0);
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    await verifyElsewhere(false);
    await visitor.open('/login');
    await visitor.press('Sign in with Acme');
    await visitor.reads(/^We mail you one code/);
    expect(await visitor.page.getByRole('button', { name: 'Sign in with Acme' }).count()).toBe(0);
    await isConfirmedByCode(visitor, 'Sign in with Acme');
  });
});

test('without scripts, a social account that counted beside a former address has its code mailed to the new one', async () => {
  const scripts = false;
  acme.signInAs(email);
  const visitor = await visit('/registration', { scripts });
  await visitor.press('Sign up with Acme');
  await visitor.verifySocialSignUp(stack().mailbox, email);
  await sessionEnds(visitor);
  await visitor.open('/login');
  await visitor.fill('Email', email);
  await visitor.press('Email me a code');
  await visitor.typeMailedCode(stack().mailbox, email, /^Login code/, await mailsSoFar());
  await visitor.press('Continue');
  await visitor.arrives(/^Welcome/);
  const former = email;
  email = `${randomUUID()}@acme.example`;
  await visitor.open('/settings');
  await section(visitor, 'profile').getByLabel('Email').fill(email);
  await pressIn(visitor, 'profile', 'Save profile');
  await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
  await visitor.press('Continue');
  await visitor.reads('Now confirm your other ways to sign in again: the settings say how.');
  acme.signInAs(former);
  const elsewhere = await visit('/login', { scripts });
  await elsewhere.press('Sign in with Acme');
  await elsewhere.reads(/^We mail you one code/);
  expect(await elsewhere.page.getByLabel('Email').inputValue()).toBe(email);
  await elsewhere.confirmByCode(stack().mailbox, email);
  await elsewhere.arrives(/^Welcome/);
});

test('after a verification in another browser, the first sign-in with a passkey takes a mailed code', async () => {
  const visitor = await arrive();
  // the virtual authenticator would answer the autofill at once
  await visitor.page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await addAuthenticator(visitor, 'passkey');
  await visitor.open('/registration');
  await visitor.fill('Email', email);
  await visitor.page.getByLabel(/informed consent/).check();
  await visitor.press('Sign up with passkey');
  await visitor.arrives('Verify your account');
  await verifyElsewhere();
  await visitor.open('/login');
  await visitor.press('Sign in with passkey');
  await visitor.reads(/^We mail you one code/);
  expect(await visitor.page.getByRole('button', { name: 'Sign in with passkey' }).count()).toBe(0);
  expect(await findingsInDarkAndNarrow(visitor.page)).toEqual([]);
  await isConfirmedByCode(visitor, 'Sign in with passkey');
});

test('the owner of an address that somebody else registered is told after the recovery, and replaces the password', async () => {
  const notice = ({ page }: Visitor) => page.locator('[data-message="settings.unconfirmed"]');
  await registerWithPassword();
  const since = await mailsSoFar();
  const owner = await visit('/recovery');
  await owner.fill('Email', email);
  await owner.press('Email me a code');
  await owner.typeMailedCode(stack().mailbox, email, /^Recovery code/, since);
  await owner.press('Continue');
  await owner.arrives('Account Settings');
  await notice(owner).getByRole('link', { name: 'Password' }).waitFor();
  await owner.reads('Not confirmed');
  expect(await findingsInDarkAndNarrow(owner.page)).toEqual([]);
  const replaced = 'twelve blue stethoscopes';
  await unfold(owner, 'password');
  await section(owner, 'password')
    .getByLabel(/^Password/)
    .fill(replaced);
  await pressIn(owner, 'password', 'Change password');
  await isSaved(owner, 'New password set');
  await notice(owner).waitFor({ state: 'detached' });
  await sessionEnds(owner);
  await owner.open('/login');
  await owner.signIn(email, replaced);
  await owner.arrives('Welcome, Ada');
});
