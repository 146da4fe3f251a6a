import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const password = 'seven purple stethoscopes';
const newAddress = (): string => `${randomUUID()}@example.org`;

const { stack, visit: visitAs } = useStack();
let visitor: Visitor;

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how', ({ scripts }) => {
  const visit = async (path: string): Promise<void> => {
    visitor = await visitAs(path, { scripts });
  };

  test('registration, verification with the mailed code, home page', async () => {
    const email = newAddress();
    await visit('/registration');
    await visitor.register({ email, password, doctor: true });
    await visitor.arrives('Verify your account');
    await visitor.verify(stack().mailbox, email);
    await visitor.arrives('Welcome, Ada');

    const found = await fetch(`${stack().kratos.adminUrl}/admin/identities?credentials_identifier=${email}`);
    expect(await found.json()).toMatchObject([
      { traits: { email, doctor: true, tos: true, name: { first: 'Ada', last: 'Lovelace' } } },
    ]);
  });

  test('without the consent the browser does not submit the form', async () => {
    await visit('/registration');
    await visitor.register({ email: newAddress(), password, tos: false });
    const consent = visitor.page.getByRole('checkbox', { name: /informed consent/ });
    // with scripts a summary takes the focus, and leads to the box
    if (scripts) await visitor.page.locator('[role="alert"]:focus a').click();
    expect(await consent.evaluate((box: HTMLInputElement) => box.matches(':invalid:focus'))).toBe(true);
  });

  test('a short password is reported at its field and keeps what else was typed', async () => {
    const email = newAddress();
    await visit('/registration');
    await visitor.register({ email, password: 'short' });
    expect(await visitor.messageAt(/^Password/)).toContain('at least 8 characters long, but got 5');
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    expect(await visitor.page.getByLabel('Last name').inputValue()).toBe('Lovelace');
    expect(await visitor.page.getByLabel(/informed consent/).isChecked()).toBe(true);
  });

  test('reports an address that is already registered', async () => {
    const { email } = await createIdentity(stack().kratos.adminUrl);
    await visit('/registration');
    await visitor.register({ email, password });
    await visitor.reads('An account with this email address, phone number or username already exists.');
    // without scripts Kratos itself sends an empty form back here
    if (scripts) expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
  });

  test('a wrong password is refused, the right one signs in, and logout signs out', async () => {
    const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    await visit('/login');
    await visitor.signIn(account.email, 'wrong');
    await visitor.reads(/The provided credentials are invalid/);
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(account.email);
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Welcome, Ada');
    await visitor.logOut();
    await visitor.open('/');
    await visitor.arrives('Welcome to Stethoscope');
  });

  test('recovery by mailed code leads to the settings', async () => {
    const { email } = await createIdentity(stack().kratos.adminUrl);
    await visit('/login');
    await visitor.page.getByRole('link', { name: 'Forgot password?' }).click();
    await visitor.arrives('Recover your account');
    await visitor.fill('Email', email);
    await visitor.press('Continue');
    await visitor.reads(/We sent a recovery code to/);
    await visitor.fill(/^Recovery code/, '000000');
    await visitor.press('Continue');
    await visitor.reads(/The recovery code is invalid or has already been used/);
    await visitor.typeMailedCode(stack().mailbox, email, /^Recovery code/);
    await visitor.press('Continue');
    await visitor.arrives('Account Settings');
    await visitor.reads(/You recovered your account.*within the next \d+ minutes/);
  });

  test('a mailed code signs in, and a wrong one is refused', async () => {
    const { email } = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Grace' } } });
    await visit('/login');
    await visitor.fill('Email', email);
    await visitor.press('Send sign in code');
    await visitor.reads(`We sent a code to ${email}.`);
    await visitor.fill(/^Login code/, '000000');
    await visitor.press('Continue');
    await visitor.reads(/The login code is invalid or has already been used/);
    await visitor.typeMailedCode(stack().mailbox, email, /^Login code/);
    await visitor.press('Continue');
    await visitor.arrives('Welcome, Grace');
  });

  test('/error shows an error that Kratos has stored; an unknown id is a 404', async () => {
    await visit('/self-service/login/browser?return_to=https://elsewhere.example/');
    await visitor.arrives('An error occurred');
    await visitor.reads('An error occurred with the following message:');
    await visitor.reads(/The link that led here is not valid\./);
    await visitor.page.getByText('Error details').click();
    await visitor.reads(/"code": 400/);
    await visitor.open(`/error?id=${randomUUID()}`);
    await visitor.arrives('404 - Page not found');
  });
});
