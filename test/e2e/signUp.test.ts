import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const created = 'Your account has been created.';
const password = 'nine yellow stethoscopes';
let email: string;

beforeEach(() => {
  email = `${randomUUID()}@test.example`;
});

const scriptsOnAndOff = [
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
];

/** Where a sign-up should lead, and the heading of that page. */
const aims = [
  { aim: 'home', query: '', heading: 'Welcome, Ada' },
  { aim: 'the page that it was for', query: '?return_to=%2Fsettings', heading: 'Account Settings' },
];

const signIn = async (visitor: Visitor, heading: string): Promise<void> => {
  await visitor.arrives('Sign in');
  await visitor.signIn(email, password);
  await visitor.arrives(heading);
};

describe('where addresses are verified', () => {
  const { stack, visit } = useStack();

  describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
    test.each(aims)(
      'a sign-up without a session reports that the account exists, then leads via verification and sign-in to $aim',
      async ({ query, heading }) => {
        const visitor = await visit(`/registration${query}`, { scripts });
        await visitor.register({ email, password });
        await visitor.arrives('Verify your account');
        await visitor.reads(created);
        await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
        await visitor.press('Continue');
        await visitor.reads('You verified your email address.');
        expect(await visitor.page.getByText(created).count()).toBe(0);
        await visitor.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
        await signIn(visitor, heading);
      },
    );
  });
});

describe('where addresses are not verified', () => {
  const { visit } = useStack({
    configuration: {
      selfservice: {
        flows: { login: { after: { hooks: [] } }, registration: { after: { password: { hooks: [] } } } },
      },
    },
    kratos: { SELFSERVICE_FLOWS_VERIFICATION_ENABLED: 'false' },
  });

  describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
    test.each(aims)(
      'a sign-up without a session leads to a sign-in that reports that the account exists, then to $aim',
      async ({ query, heading }) => {
        const visitor = await visit(`/registration${query}`, { scripts });
        await visitor.register({ email, password });
        await visitor.arrives('Sign in');
        await visitor.reads(created);
        await signIn(visitor, heading);
      },
    );
  });
});
