import { beforeAll, expect, test } from '@jest/globals';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();
let visitor: Visitor;
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

/** What a screen reader would call the element that has the focus. */
const focused = (): Promise<string> =>
  visitor.page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const label = (element as HTMLInputElement).labels?.[0]?.innerText;
    return (label ?? element.getAttribute('aria-label') ?? element.innerText).replace(/\*|\s+/g, ' ').trim();
  });

const type = (text: string): Promise<void> => visitor.page.keyboard.type(text);

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await visitor.page.keyboard.press(key);
}

test('the sign-in page begins in its first field, and Tab leads through it as it is read', async () => {
  visitor = await visit('/login');
  const order = [await focused()];
  for (let step = 0; step < 6; step++) {
    await press('Tab');
    order.push(await focused());
  }
  expect(order).toEqual([
    'Email',
    'Send sign in code',
    'Password',
    'Show password',
    'Forgot password?',
    'Sign in with password',
    'Sign up',
  ]);
});

test('without scripts, too, the sign-in page begins in its first field', async () => {
  visitor = await visit('/login', { scripts: false });
  await visitor.page.locator('input:focus').waitFor();
  await type(account.email);
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe(account.email);
});

test('the first Tab of a page without a form skips to its content', async () => {
  visitor = await visit('/nowhere');
  await press('Tab');
  expect(await focused()).toBe('Skip to content');
  await press('Enter');
  expect(await visitor.page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('somebody signs in, wrong at first, with the keyboard alone', async () => {
  visitor = await visit('/login');
  await type(account.email);
  await press('Tab', 'Tab');
  await type('wrong');
  await press('Enter');
  await visitor.reads(/The provided credentials are invalid/);
  expect(await focused()).toMatch(/credentials are invalid/);
  await press('Tab', 'Tab', 'Tab', 'ControlOrMeta+a');
  expect(await focused()).toBe('Password');
  await type(account.password);
  await press('Enter');
  await visitor.arrives('Welcome, Ada');
});

test('a refused field has the focus', async () => {
  visitor = await visit('/registration');
  await visitor.register({ email: 'someone@example.org', password: 'short' });
  await visitor.messageAt(/^Password/);
  expect(await focused()).toBe('Password');
});

test('Enter in a code field never asks for another code, whose time comes all the same', async () => {
  visitor = await visit('/');
  await visitor.page.clock.install();
  await visitor.open('/recovery');
  await type(account.email);
  await press('Enter');
  await visitor.reads(/An email containing a recovery code has been sent/);
  expect(await focused()).toBe('Recovery code');
  const sent = visitor.page.waitForRequest((request) => request.method() === 'POST');
  await type('000 000');
  await press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ code: '000000', method: 'code' });
  await visitor.reads(/invalid or has already been used/);

  const resend = visitor.page.getByRole('button', { name: 'Resend code' });
  expect(await resend.isDisabled()).toBe(true);
  await visitor.page.clock.runFor(31_000);
  expect(await resend.isDisabled()).toBe(false);
});
