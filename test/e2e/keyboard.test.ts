import { expect, test } from '@jest/globals';
import { Keyboard } from '../support/keyboard.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';

const { visit } = useStack();
let visitor: Visitor;
let keyboard: Keyboard;

/** Opens a page that focuses its first field, as a new visitor who only uses the keyboard. */
async function openForm(path: string, options?: VisitorOptions): Promise<void> {
  visitor = await visit(path, options);
  keyboard = new Keyboard(visitor.page);
  await visitor.page.locator('input:focus').waitFor();
}

test('the sign-in page focuses its first field, and Tab reaches the password next', async () => {
  await openForm('/login');
  const order = [await keyboard.focused()];
  for (let step = 0; step < 7; step++) order.push(await keyboard.step());
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
  await keyboard.type('ada@example.org');
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe('ada@example.org');
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
