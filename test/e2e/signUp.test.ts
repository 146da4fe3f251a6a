import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const created = 'Your account has been created.';
const password = 'nine yellow stethoscopes';
let email: string;
let visitor: Visitor;

beforeEach(() => {
  email = `${randomUUID()}@test.example`;
});

/** Where a sign-up or a sign-in should lead, and the heading of that page. */
const aims = [
  { aim: 'home, with scripts', scripts: true, query: '', heading: 'Welcome, Ada' },
  {
    aim: 'the page that was asked for, without scripts',
    scripts: false,
    query: '?return_to=%2Fsettings',
    heading: 'Account Settings',
  },
];

describe('where addresses are verified', () => {
  const { stack, visit } = useStack();

  const sessionCookies = async (): Promise<number> =>
    (await visitor.context.cookies()).filter(({ name }) => name.includes('session')).length;

  test.each(aims)(
    'a sign-up reports that the account has been created; the typed code leads to the sign-in, and that to $aim',
    async ({ scripts, query, heading }) => {
      visitor = await visit(`/registration${query}`, { scripts });
      await visitor.register({ email, password, doctor: true });
      await visitor.arrives('Verify your account');
      await visitor.reads(created);
      expect(await sessionCookies()).toBe(0);
      await visitor.verifyAndSignIn(stack().mailbox, email, password);
      await visitor.arrives(heading);
      const found = await fetch(
        `${stack().kratos.adminUrl}/admin/identities?credentials_identifier=${email}`,
      );
      expect(await found.json()).toMatchObject([
        { traits: { email, doctor: true, tos: true, name: { first: 'Ada', last: 'Lovelace' } } },
      ]);
    },
  );

  test('a code for an address that already has an account leads to the sign-in, or back to the form', async () => {
    await createIdentity(stack().kratos.adminUrl, { email });
    visitor = await visit('/registration', { scripts: false });
    const main = visitor.page.getByRole('main');
    await visitor.fill('Email', email);
    await visitor.page.getByLabel(/informed consent/).check();
    await visitor.press('Email me a code');
    await visitor.typeMailedCode(stack().mailbox, email, /^Registration code/);
    await visitor.press('Continue');
    await visitor.reads('There is already an account with this email.');
    expect(await main.getByRole('button').count()).toBe(0);
    await main.getByRole('link', { name: 'Change' }).click();
    await visitor.page.locator(`input[name="traits.email"][value="${email}"]`).waitFor();
    await visitor.page.goBack();
    await main.getByRole('link', { name: 'Sign in' }).click();
    await visitor.arrives('Sign in');
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
  });

  test('an address with an incomplete domain is not submitted', async () => {
    visitor = await visit('/registration');
    await visitor.register({ email: 'ada@portal', password });
    await visitor.page.locator('input[name="traits.email"]:invalid:focus').waitFor();
    expect(await visitor.messageAt('Email')).toContain('Enter your whole address');
  });

  test('a sign-in with an address that is not verified goes on to a mailed code, and from there to the page that was asked for', async () => {
    const account = await createIdentity(stack().kratos.adminUrl, {
      email,
      verified: false,
      traits: { name: { first: 'Ada' } },
    });
    visitor = await visit('/login?return_to=%2Fsettings', { scripts: false });
    await visitor.signIn(email, account.password);
    await visitor.reads(`${email} has not been verified yet.`);
    expect(await sessionCookies()).toBe(0);
    // no other address can be typed, and the way on for those who have mistyped theirs stays
    expect(await visitor.page.getByLabel('Email').count()).toBe(0);
    await visitor.press('Email me a code');
    await visitor.fill(/^Login code/, '000000');
    await visitor.press('Continue');
    await visitor.messageAt(/^Login code/);
    await visitor.reads(`${email} has not been verified yet.`);
    await visitor.page.getByRole('link', { name: 'Sign up again with the right address' }).waitFor();
    expect(await visitor.page.getByRole('link', { name: 'Change' }).count()).toBe(0);
    await visitor.typeMailedCode(stack().mailbox, email, /^Login code/);
    await visitor.press('Continue');
    await visitor.arrives('Account Settings');
  });
});

/** A web hook whose answer Kratos does not wait for. */
const ignored = {
  hook: 'web_hook',
  config: {
    url: 'http://portal.invalid',
    method: 'POST',
    body: 'file:///hooks.jsonnet',
    response: { ignore: true },
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Hooks-Key', value: 'unset' } },
  },
};

describe('where addresses are not verified', () => {
  const { visit } = useStack({
    configuration: {
      selfservice: {
        flows: {
          login: { after: { hooks: [ignored] } },
          registration: { after: { password: { hooks: [ignored, ignored] } } },
        },
      },
    },
    kratos: { SELFSERVICE_FLOWS_VERIFICATION_ENABLED: 'false' },
  });

  test('a sign-up without a session leads to a sign-in that reports the new account, and then to the page that was asked for', async () => {
    visitor = await visit('/registration?return_to=%2Fsettings', { scripts: false });
    await visitor.register({ email, password });
    await visitor.arrives('Sign in');
    await visitor.reads(created);
    await visitor.signIn(email, password);
    await visitor.arrives('Account Settings');
  });
});
