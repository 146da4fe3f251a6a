import { beforeAll, expect, test } from '@jest/globals';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { Keyboard } from '../support/keyboard.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';

const { stack, visit } = useStack();
let visitor: Visitor;
let keyboard: Keyboard;
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

/** Opens a page as a new visitor who only uses the keyboard. */
async function openWithKeyboard(path: string): Promise<void> {
  visitor = await visit(path);
  keyboard = new Keyboard(visitor.page);
}

/** Opens a page that focuses its first field, as a new visitor who only uses the keyboard. */
async function openForm(path: string, options?: VisitorOptions): Promise<void> {
  visitor = await visit(path, options);
  keyboard = new Keyboard(visitor.page);
  await visitor.page.locator('input:focus').waitFor();
}

test('the sign-in page focuses its first field, and Tab reaches the password next', async () => {
  await openForm('/login');
  const order = [await keyboard.focused()];
  for (let step = 0; step < 7; step++) {
    order.push(await keyboard.step());
  }
  expect(order).toEqual([
    'Email',
    'Password',
    'Show password',
    'Forgot password?',
    'Sign in with password',
    'Email me a code',
    'Sign in with passkey',
    'Sign up',
  ]);
});

test('without scripts the sign-in page focuses its first field as well', async () => {
  await openForm('/login', { scripts: false });
  await keyboard.type(account.email);
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe(account.email);
});

test('signing in works with the keyboard alone, even after a wrong password', async () => {
  await openForm('/login');
  await keyboard.type(account.email);
  await keyboard.press('Tab');
  await keyboard.type('wrong');
  await keyboard.press('Enter');
  await visitor.reads('Email or password is wrong.');
  await keyboard.reaches('Password');
  await keyboard.type(account.password);
  await keyboard.press('Enter');
  await visitor.arrives('Welcome, Ada');
});

test.each([true, false])(
  'Tab leads through a sign-up from the address to the password and the button; scripts: %s',
  async (scripts) => {
    await openForm('/registration', { scripts });
    const order = [await keyboard.focused()];
    while (order.at(-1) !== 'Sign in') order.push(await keyboard.step());
    expect(order.filter((name) => /^(Email|Password|Sign up$|Send)/.test(name))).toEqual([
      'Email',
      'Password',
      'Sign up',
      'Email me a code',
    ]);
  },
);

test('the field of a known address leads to the password, too', async () => {
  const known = await visit('/login');
  await known.signIn(account.email, account.password);
  await known.arrives('Welcome, Ada');
  await known.page.context().clearCookies({ name: 'ory_kratos_session' });
  await known.open('/login');
  keyboard = new Keyboard(known.page);
  await keyboard.reaches('Password');
  await keyboard.press('Shift+Tab');
  await keyboard.reaches('Email');
});

test('a code sends itself when its last digit is typed, and the resend button appears after its wait', async () => {
  await openWithKeyboard('/');
  await visitor.page.clock.install();
  await visitor.open('/recovery');
  await keyboard.reaches('Email');
  await keyboard.type(account.email);
  await keyboard.press('Enter');
  await visitor.reads(/a code is on its way to/);
  await keyboard.reaches('Recovery code');
  const sent = visitor.page.waitForRequest((request) => request.method() === 'POST');
  await keyboard.type('000 000');
  expect((await sent).postDataJSON()).toMatchObject({ code: '000000', method: 'code' });
  await visitor.reads(/Wrong code/);

  const resend = visitor.page.getByRole('button', { name: 'Resend code' });
  expect(await resend.isVisible()).toBe(false);
  await visitor.page.clock.runFor(31_000);
  await resend.waitFor();
  expect(await resend.isDisabled()).toBe(false);
});
