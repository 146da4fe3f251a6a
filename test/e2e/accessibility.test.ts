import { beforeAll, expect, test } from '@jest/globals';
import { axeFindings } from '../support/accessibility.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack({ portal: { SUPPORT_EMAIL: 'help@example.org' } });
let visitor: Visitor;
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl);
});

/** Every page and state, and how to get there from a fresh browser. */
const states: Record<string, () => Promise<void>> = {
  home: async () => {
    await visitor.open('/');
  },
  'home, signed in': async () => {
    await visitor.open('/login');
    await visitor.signIn(account.email, account.password);
    await visitor.arrives(/^Welcome/);
  },
  'sign-in': async () => {
    await visitor.open('/login');
  },
  'sign-in, refused': async () => {
    await visitor.open('/login');
    await visitor.signIn(account.email, 'wrong');
    await visitor.reads(/password is wrong/);
  },
  'sign-in, code sent': async () => {
    await visitor.open('/login');
    await visitor.fill('Email', account.email);
    await visitor.press('Send sign in code');
    await visitor.reads(/We sent a code/);
  },
  'sign-in, confirming who one is': async () => {
    await states['home, signed in']?.();
    await visitor.open('/login?refresh=true');
    await visitor.arrives("Confirm it's you");
  },
  'sign-in, expired': async () => {
    await visitor.open('/login?flow=00000000-0000-4000-8000-000000000000');
    await visitor.reads(/expired/);
  },
  registration: async () => {
    await visitor.open('/registration');
  },
  'registration, password too short': async () => {
    await visitor.open('/registration');
    await visitor.register({ email: 'new@example.org', password: 'short' });
    await visitor.messageAt(/^Password/);
  },
  'registration, address taken': async () => {
    await visitor.open('/registration');
    await visitor.register({ email: account.email, password: 'seven purple stethoscopes' });
    await visitor.reads(/already an account/);
  },
  recovery: async () => {
    await visitor.open('/recovery');
  },
  'recovery, code refused': async () => {
    await visitor.open('/recovery');
    await visitor.fill('Email', account.email);
    await visitor.press('Continue');
    await visitor.fill(/^Recovery code/, '000000');
    await visitor.press('Continue');
    await visitor.reads(/wrong or has already been used/);
  },
  verification: async () => {
    await visitor.open('/verification');
  },
  'verification, code sent': async () => {
    await visitor.open('/verification');
    await visitor.fill('Email', account.email);
    await visitor.press('Continue');
    await visitor.reads(/We sent a verification code to/);
  },
  logout: async () => {
    await states['home, signed in']?.();
    await visitor.open('/logout');
    await visitor.arrives('Do you wish to log out?');
  },
  'accessibility statement': async () => {
    await visitor.open('/accessibility');
  },
  'API reference': async () => {
    await visitor.open('/docs/api');
  },
  'error, not found': async () => {
    await visitor.open('/nowhere');
    await visitor.page.getByText('Error details').click();
  },
  'error, held by the provider': async () => {
    await visitor.open('/self-service/login/browser?return_to=https://elsewhere.example/');
    await visitor.arrives('An error occurred');
  },
};

test.each(Object.keys(states))('axe finds nothing in the light and the dark theme on %s', async (state) => {
  visitor = await visit('/health/alive');
  await states[state]?.();
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.page.emulateMedia({ colorScheme });
    expect([colorScheme, await axeFindings(visitor.page)]).toEqual([colorScheme, []]);
  }
});
