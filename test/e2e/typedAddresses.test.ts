import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();
let email: string;

beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});

async function isFilledIn({ page }: Visitor, link: string, path: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: link }).first().click();
  await page.waitForURL((url) => url.pathname === path && !url.href.includes(encodeURIComponent(email)));
  await page.waitForFunction(
    (address) =>
      [...document.querySelectorAll('main input')].some(
        (input) => (input as HTMLInputElement).value === address,
      ),
    email,
  );
}

const ways = [
  { link: 'Forgot password?', path: '/recovery' },
  { link: 'Sign up', path: '/registration' },
];

describe.each(scriptsOnAndOff)('$how, the address of', ({ scripts }) => {
  test.each(ways)('a refused sign-in goes along to $path and back', async ({ link, path }) => {
    const visitor = await visit('/login', { scripts });
    await visitor.signIn(email, 'wrong password');
    await visitor.reads(/wrong/i);
    await isFilledIn(visitor, link, path);
    // with scripts, the one that carries the address is fetched once it is filled in
    await visitor.page.waitForLoadState('networkidle');
    await isFilledIn(visitor, 'Sign in', '/login');
  });

  test.each(['verification', 'recovery'])('a %s is filled in where it is corrected', async (kind) => {
    const visitor = await visit(`/${kind}`, { scripts });
    await visitor.fill('Email', email);
    await visitor.press(kind === 'recovery' ? 'Continue' : 'Email me a code');
    await visitor.page.getByLabel(/code/i).first().waitFor();
    await isFilledIn(visitor, 'Change', `/${kind}`);
  });
});

test('after six wrong codes, a sign-in starts again with the address, and another code works', async () => {
  await createIdentity(stack().kratos.adminUrl, { email });
  const visitor = await visit('/login', { scripts: false });
  await visitor.fill('Email', email);
  await visitor.press('Email me a code');
  for (let wrong = 0; wrong < 6; wrong += 1) {
    await visitor.fill(/^Login code/, '000000');
    await Promise.all([visitor.page.waitForEvent('load'), visitor.press('Continue')]);
  }
  const since = stack().mailbox.messages.length;
  await isFilledIn(visitor, 'Request a new code', '/login');
  await visitor.press('Email me a code');
  await visitor.typeMailedCode(stack().mailbox, email, /^Login code/, since);
  await visitor.press('Continue');
  await visitor.arrives(/^Welcome/);
});

test.each(ways)('an address that was typed, but not sent, goes along to $path', async ({ link, path }) => {
  const visitor = await visit('/login');
  await visitor.page.getByLabel('Email').pressSequentially(email);
  // the script that carries the address comes with the first key
  await visitor.page.waitForLoadState('networkidle');
  await isFilledIn(visitor, link, path);
});
