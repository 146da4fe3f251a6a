import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { useStack } from '../support/useStack.ts';

const { stack, visit } = useStack();

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how', ({ scripts }) => {
  test('a mailed link says that one press is left, and after it a browser without a session is asked to sign in', async () => {
    const email = `${randomUUID()}@test.example`;
    const registering = await visit('/registration', { scripts });
    await registering.register({ email, password: randomUUID() });
    const { links } = await stack().mailbox.waitFor(email);
    const { pathname, search } = new URL(links[0] ?? '');
    const visitor = await visit(pathname + search, { scripts });
    await visitor.reads(/Only press the button below/);
    expect(await visitor.page.getByText(/has been sent/).count()).toBe(0);
    await visitor.press('Continue');
    await visitor.reads('You successfully verified your email address.');
    await visitor.reads('Your address is verified.');
    expect(await visitor.page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
  });
});
