import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { KratosAdmin } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { startOpenidProvider } from '../support/openidProvider.ts';
import { useStack } from '../support/useStack.ts';

const newAddress = (): string => `${randomUUID()}@acme.example`;

/** Acme's mapper as most people write it: without the consent that the identity schema requires. */
const onlyAddress = '{ email: claims.email }';

const port = await freePort();
const acme = await startOpenidProvider(`http://localhost:${port}`, onlyAddress);
const { stack, visit } = useStack({ port, kratos: acme.kratos });

afterAll(() => acme.stop());

const stepByStep = {
  SELFSERVICE_FLOWS_LOGIN_STYLE: 'identifier_first',
  SELFSERVICE_FLOWS_REGISTRATION_ENABLE_LEGACY_ONE_STEP: 'false',
};

test('a wrong address that was typed beside a social account is corrected with that account, with all else filled in', async () => {
  const email = newAddress();
  acme.signInAs(email);
  const visitor = await visit('/registration', { scripts: false });
  const { page } = visitor;
  const signUpWith = async (address: string): Promise<void> => {
    await visitor.press('Sign up with Acme');
    await page.getByRole('link', { name: 'Use another method' }).waitFor();
    await visitor.fill('Email', address);
    await visitor.fill('First name', 'Ada');
    await page.getByLabel(/informed consent/).check();
    await visitor.press('Continue');
  };
  const isFilledIn = async (): Promise<void> => {
    await visitor.reads('Correct your address. We then mail a new code there.');
    await page.getByRole('button', { name: 'Sign up with Acme' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(`wrong-${email}`);
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect(await page.getByLabel(/informed consent/).isChecked()).toBe(true);
  };
  const admin = new KratosAdmin(stack());
  await signUpWith(`wrong-${email}`);
  await visitor.arrives('Verify your account');
  await page.getByRole('link', { name: 'Change' }).click();
  await isFilledIn();
  await visitor.open('/login');
  await visitor.press('Sign in with Acme');
  await visitor.reads(`wrong-${email} has not been verified yet.`);
  await page.getByRole('link', { name: 'Sign up again with the right address' }).click();
  await isFilledIn();
  expect(await admin.idOf(`wrong-${email}`)).not.toBe('');
  await signUpWith(email);
  await visitor.verifySocialSignUp(stack().mailbox, email);
  await visitor.arrives('Welcome, Ada');
  expect(await admin.idOf(`wrong-${email}`)).toBe('');
});

describe.each([
  { style: 'on one page', kratos: undefined, scripts: false, path: '/login', button: 'Sign in with Acme' },
  {
    style: 'step by step',
    kratos: stepByStep,
    scripts: true,
    path: '/registration',
    button: 'Sign up with Acme',
  },
])('registration $style (scripts: $scripts)', ({ kratos, scripts, path, button }) => {
  beforeAll(async () => {
    if (kratos) await stack().kratos.restart(kratos);
  });

  test('a sign-up asks for the consent that the other service did not provide', async () => {
    const email = newAddress();
    acme.signInAs(email);
    const visitor = await visit(path, { scripts });
    await visitor.press(button);
    // the first step also has a consent and a button 'Continue'
    await visitor.page.getByRole('link', { name: 'Use another method' }).waitFor();
    const consent = visitor.page.getByLabel(/informed consent/);
    await visitor.reads('Acme has told us who you are. Tell us the rest to create your account.');
    await visitor.reads(/If you already have an account with this address, you can link it/);
    expect(await consent.getAttribute('aria-invalid')).toBe('false');
    await visitor.press('Continue');
    expect(await consent.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true);
    await visitor.fill('First name', 'Ada');
    await consent.check();
    await visitor.page.getByLabel('First name').press('Enter');
    await visitor.verifySocialSignUp(stack().mailbox, email);
    await visitor.arrives('Welcome, Ada');
  });
});

test('step by step, a social account whose address already has an account is linked once its password is entered', async () => {
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  acme.signInAs(account.email);
  const visitor = await visit('/registration', { scripts: true });
  await visitor.press('Sign up with Acme');
  await visitor.page.getByRole('link', { name: 'Use another method' }).waitFor();
  await visitor.page.getByLabel(/informed consent/).check();
  await visitor.press('Continue');
  await visitor.reads(/You already have an account/);
  await visitor.fill(/^Password/, account.password);
  await visitor.press(/Sign in with password|Sign in and link/);
  await visitor.arrives('Welcome, Ada');
  await visitor.open('/settings#oidc');
  await visitor.page.getByText('Unlink Acme').first().waitFor();
});
