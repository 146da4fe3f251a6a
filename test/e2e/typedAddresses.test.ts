import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
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

describe('the address of', () => {
  test.each([
    { scripts: true, link: 'Forgot password?', path: '/recovery' },
    { scripts: false, link: 'Sign up', path: '/registration' },
  ])('a refused sign-in goes along to $path and back, scripts: $scripts', async ({ scripts, link, path }) => {
    const visitor = await visit('/login', { scripts });
    await visitor.signIn(email, 'wrong password');
    await visitor.reads(/wrong/i);
    await isFilledIn(visitor, link, path);
    // with scripts, the one that carries the address is fetched once it is filled in
    await visitor.page.waitForLoadState('networkidle');
    await isFilledIn(visitor, 'Sign in', '/login');
  });

  test.each([
    { scripts: true, kind: 'verification' },
    { scripts: false, kind: 'recovery' },
  ])('a $kind is filled in where it is corrected, scripts: $scripts', async ({ scripts, kind }) => {
    const visitor = await visit(`/${kind}`, { scripts });
    await visitor.fill('Email', email);
    await visitor.press('Email me a code');
    await visitor.page.getByLabel(/code/i).first().waitFor();
    await isFilledIn(visitor, 'Change', `/${kind}`);
  });
});

test('an address that was corrected but not sent goes along in place of the one that was', async () => {
  const visitor = await visit('/login');
  await visitor.signIn(`former-${email}`, 'wrong password');
  await visitor.reads(/wrong/i);
  await visitor.fill('Email', email);
  await isFilledIn(visitor, 'Forgot password?', '/recovery');
});

test('a sign-in’s address that was mailed a code is corrected, and Enter mails the code again', async () => {
  const right = `right-${email}`;
  await Promise.all([email, right].map((one) => createIdentity(stack().kratos.adminUrl, { email: one })));
  const visitor = await visit('/login');
  await visitor.fill('Email', email);
  await visitor.press('Email me a code');
  await visitor.page.getByLabel(/^Login code/).waitFor();
  await isFilledIn(visitor, 'Change', '/login');
  await visitor.fill('Email', right);
  await visitor.page.getByLabel('Email').press('Enter');
  await visitor.typeMailedCode(stack().mailbox, right, /^Login code/);
  await visitor.press('Continue');
  await visitor.arrives(/^Welcome/);
});

describe.each(scriptsOnAndOff)(
  '$how, after six wrong codes of',
  ({ scripts, withScripts, withoutScripts }) => {
    async function isMailedAnother(visitor: Visitor, label: RegExp): Promise<void> {
      const { page } = visitor;
      await page.getByLabel(label).first().waitFor();
      for (let wrong = 0; wrong < 6; wrong += 1) {
        await visitor.fill(label, '000000');
        const answered = scripts ? page.waitForResponse(/\?flow=/) : page.waitForEvent('load');
        await Promise.all([answered, visitor.press('Continue')]);
        await page.locator('[aria-busy]').waitFor({ state: 'detached' });
      }
      await visitor.reads(/Too many wrong codes/);
      const { id: since } = await stack().mailbox.waitFor(email);
      await visitor.press('Request a new code');
      await visitor.reads('We sent you a new code.');
      await visitor.reads(email);
      await visitor.fill(label, '000000');
      await visitor.press('Continue');
      await visitor.reads(/Wrong code|wrong/);
      expect(await page.getByText('We sent you a new code.').count()).toBe(0);
      await visitor.typeMailedCode(stack().mailbox, email, label, since);
      await visitor.press('Continue');
      await visitor.arrives(/^Welcome/);
    }

    withScripts('a sign-in, another one is mailed at one press, and works', async () => {
      await createIdentity(stack().kratos.adminUrl, { email });
      const visitor = await visit('/login', { scripts });
      await visitor.fill('Email', email);
      await visitor.press('Email me a code');
      await isMailedAnother(visitor, /^Login code/);
    });

    withoutScripts('a sign-up, another one is mailed at one press, and creates the account', async () => {
      const visitor = await visit('/registration', { scripts });
      await visitor.fill('Email', email);
      await visitor.fill('First name', 'Ada');
      await visitor.page.getByLabel(/informed consent/).check();
      await visitor.press('Email me a code');
      await isMailedAnother(visitor, /^Registration code/);
    });
  },
);

test.each([
  [true, '/login', /^Login code/, /^Welcome/],
  [true, '/recovery', /^Recovery code/, 'Account Settings'],
  [false, '/verification', /^Verification code/, 'Sign in'],
] as const)(
  'the page of a code that has been closed is found again, scripts: %s, from %s, until the code is used',
  async (scripts, path, label, heading) => {
    const button = 'Email me a code';
    await createIdentity(stack().kratos.adminUrl, { email });
    const visitor = await visit(path, { scripts });
    const link = visitor.page.getByRole('link', { name: 'I already have a code' });
    expect(await link.count()).toBe(0);
    await visitor.fill('Email', email);
    await visitor.press(button);
    await visitor.page.getByLabel(label).first().waitFor();
    expect(await link.count()).toBe(0);
    await visitor.open(path);
    await link.click();
    await visitor.reads(email);
    await visitor.typeMailedCode(stack().mailbox, email, label);
    await visitor.press('Continue');
    await visitor.arrives(heading);
    await visitor.context.clearCookies({ name: /^ory_kratos_session/ });
    await visitor.open(path);
    await visitor.page.getByRole('button', { name: button }).first().waitFor();
    expect(await link.count()).toBe(0);
  },
);

test('an address that was typed, but not sent, goes along to the sign-up', async () => {
  const visitor = await visit('/login');
  await visitor.page.getByLabel('Email').pressSequentially(email);
  // the script that carries the address comes with the first key
  await visitor.page.waitForLoadState('networkidle');
  await isFilledIn(visitor, 'Sign up', '/registration');
});
