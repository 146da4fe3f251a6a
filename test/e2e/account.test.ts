import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';

const password = 'seven purple stethoscopes';

const { stack, visit: visitAs } = useStack();
let visitor: Visitor;

describe.each(scriptsOnAndOff)('$how', ({ scripts, withoutScripts }) => {
  const visit = async (path: string, options?: VisitorOptions): Promise<void> => {
    visitor = await visitAs(path, { scripts, ...options });
  };

  test('an address with an incomplete domain is not submitted', async () => {
    await visit('/registration');
    await visitor.register({ email: 'ada@portal', password });
    await visitor.page.locator('input[name="traits.email"]:invalid:focus').waitFor();
    if (scripts) expect(await visitor.messageAt('Email')).toContain('Enter your whole address');
  });

  test('recovery by mailed code leads to the settings, and a new password there leads on to the home page', async () => {
    const { email } = await createIdentity(stack().kratos.adminUrl);
    await visit('/login');
    await visitor.page.getByRole('link', { name: 'Forgot password?' }).click();
    await visitor.arrives('Recover your account');
    await visitor.fill('Email', email);
    await visitor.press('Continue');
    await visitor.reads(/a code is on its way to/);
    await visitor.fill(/^Recovery code/, '000000');
    await visitor.press('Continue');
    await visitor.reads(/Wrong code/);
    await visitor.typeMailedCode(stack().mailbox, email, /^Recovery code/);
    await visitor.press('Continue');
    await visitor.arrives('Account Settings');
    await visitor.reads(/You have your account back.*within \d+ minutes/);
    if (visitor.scripts) await visitor.page.locator('#password input[type="password"]:focus').waitFor();
    await visitor.fill(/^Password/, 'a fine stethoscope, found again');
    await visitor.press('Change password');
    await visitor.page.getByRole('link', { name: 'Go to the start page' }).click();
    await visitor.arrives(/^Welcome/);
  });

  withoutScripts('a mailed code signs in, and a wrong one is refused', async () => {
    const { email } = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Grace' } } });
    await visit('/login');
    await visitor.fill('Email', email);
    await visitor.press('Email me a code');
    await visitor.reads(`We sent a code to ${email}`);
    await visitor.fill(/^Login code/, '000000');
    await visitor.press('Continue');
    await visitor.reads(/Wrong code\. Check the newest email/);
    await visitor.typeMailedCode(stack().mailbox, email, /^Login code/);
    await visitor.press('Continue');
    await visitor.arrives('Welcome, Grace');
  });

  withoutScripts('/error shows an error that Kratos has stored; an unknown id is a 404', async () => {
    await visit('/self-service/login/browser?return_to=https://elsewhere.example/');
    await visitor.arrives('An error occurred');
    await visitor.reads('An error occurred with the following message:');
    await visitor.reads(/The link that led here is not valid\./);
    await visitor.page.getByText('Error details').click();
    await visitor.reads(/"code": 400/);
    await visitor.open(`/error?id=${randomUUID()}`);
    await visitor.arrives('404 - Page not found');
  });
});
