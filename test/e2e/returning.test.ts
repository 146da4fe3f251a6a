import { describe, expect, test } from '@jest/globals';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { Keyboard } from '../support/keyboard.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';

const { stack, visit } = useStack();
let visitor: Visitor;
let keyboard: Keyboard;
let account: TestIdentity;

/** Ends the session as its expiry would: the browser keeps what it remembers. */
async function endSession(): Promise<void> {
  await visitor.context.clearCookies({ name: /session/ });
}

const lastUsed = (): Promise<string> =>
  visitor.page.getByRole('main').getByRole('button', { description: 'Last used' }).innerText();

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  /** Signs a user in, and ends their session. */
  async function signInOnce(options?: VisitorOptions): Promise<void> {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    visitor = await visit('/login', { scripts, ...options });
    keyboard = new Keyboard(visitor.page);
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Welcome, Ada');
    await endSession();
  }

  test('a returning user only types the password', async () => {
    await signInOnce();
    await visitor.open('/login');
    expect(await visitor.page.getByLabel(/^Email/).inputValue()).toBe(account.email);
    expect(await lastUsed()).toContain('Sign in with password');
    await keyboard.reaches('Password');
    await keyboard.type(account.password);
    await keyboard.press('Enter');
    await visitor.arrives('Welcome, Ada');
  });
});
