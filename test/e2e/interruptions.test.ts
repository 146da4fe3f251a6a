import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();

test('without scripts, pressing the sign-up button again before the answer arrives still submits the form only once', async () => {
  const visitor = await visit('/registration', { scripts: false });
  const { page } = visitor;
  await visitor.fill('Email', `${randomUUID()}@example.org`);
  await page.getByLabel(/informed consent/).setChecked(true);
  await visitor.fill(/^Password/, 'nine yellow stethoscopes');
  const sent: string[] = [];
  const secondPress = Promise.withResolvers<undefined>();
  await page.route('**/self-service/registration?*', async (route) => {
    sent.push(route.request().url());
    const response = await route.fetch({ maxRedirects: 0 });
    await secondPress.promise;
    await route.fulfill({ response });
  });
  const button = page.getByRole('button', { name: 'Sign up', exact: true });
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const press = () => page.mouse.click(x + width / 2, y + height / 2);
  const request = page.waitForRequest((one) => one.method() === 'POST');
  await press();
  await request;
  await press();
  secondPress.resolve(undefined);
  await visitor.arrives('Verify your account');
  expect(sent).toHaveLength(1);
});

describe.each(scriptsOnAndOff)('$how, the older of two tabs', ({ scripts }) => {
  const password = 'nine yellow stethoscopes';

  test('with the same sign-up goes on to the code that its account waits for, and then to where that is signed in', async () => {
    const email = `${randomUUID()}@example.org`;
    const visitor = await visit('/registration', { scripts });
    const other = await visitor.another('/registration');
    await other.register({ email, password });
    await other.arrives('Verify your account');
    await visitor.register({ email, password });
    await visitor.arrives('Verify your account');
    await visitor.reads('Your account has been created.');
    await visitor.reads(email);
    const third = await visitor.another('/registration');
    await other.verifyAndSignIn(stack().mailbox, email, password);
    await other.arrives(/^Welcome/);
    await third.register({ email, password });
    await isWelcomedQuietly(third);
  });

  test('with a different sign-up shows it again, with all that was typed', async () => {
    const visitor = await visit('/registration', { scripts });
    const other = await visitor.another('/registration');
    await other.register({ email: `${randomUUID()}@example.org`, password });
    await other.arrives('Verify your account');
    const email = `${randomUUID()}@example.org`;
    await visitor.register({ email, password });
    await visitor.reads('This page was out of date. Send the form again.');
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    expect(await visitor.page.getByLabel('First name').inputValue()).toBe('Ada');
    await visitor.fill(/^Password/, password);
    await visitor.press('Sign up');
    await visitor.arrives('Verify your account');
  });

  test.each([
    ['a sign-in', '/login', /^Login code/],
    ['a recovery', '/recovery', /^Recovery code/],
    ['a verification', '/verification', /^Verification code/],
  ])('of %s takes the newest code', async (_what, path, label) => {
    const { mailbox, kratos } = stack();
    const { email } = await createIdentity(kratos.adminUrl, { verified: path !== '/verification' });
    const visitor = await visit(path, { scripts });
    const other = await visitor.another(path);
    let since = 0;
    for (const tab of [visitor, other]) {
      since = mailbox.messages.length;
      await tab.fill('Email', email);
      await tab.press('Email me a code');
      await tab.page.getByLabel(label).waitFor();
      await mailedCode(mailbox, email, since);
    }
    const code = await mailedCode(mailbox, email, since);
    await visitor.fill(label, code);
    await visitor.press('Continue');
    if (path === '/login') await visitor.arrives(/^Welcome/);
    if (path === '/recovery') await visitor.arrives('Account Settings');
    if (path === '/verification') await visitor.reads(/^You verified/);
    if (path !== '/login') return;
    await other.fill(label, code);
    await other.press('Continue');
    await isWelcomedQuietly(other);
  });
});

/** The start page does not say that somebody is signed in already. */
async function isWelcomedQuietly(visitor: Visitor): Promise<void> {
  await visitor.arrives(/^Welcome/);
  expect(await visitor.page.getByText(/already signed in/).count()).toBe(0);
}
