import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { expireSignIns } from '../support/passTime.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit: visitAs } = useStack();
let visitor: Visitor;
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

describe.each(scriptsOnAndOff)('$how', ({ scripts, withoutScripts }) => {
  const visit = async (path: string): Promise<void> => {
    visitor = await visitAs(path, { scripts });
  };

  test('an expired sign-in starts again, says so, and keeps its return_to', async () => {
    await visit('/login?return_to=/settings');
    expireSignIns(stack());
    await visitor.signIn(account.email, account.password);
    await visitor.reads(/expired/);
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Account Settings');
  });

  withoutScripts(
    'reloading a page with an expired flow starts a new one that keeps its return_to',
    async () => {
      await visit(`/self-service/login/browser?return_to=${encodeURIComponent(`${stack().url}/settings`)}`);
      expireSignIns(stack());
      await visitor.page.reload();
      await visitor.reads(/expired/);
      await visitor.signIn(account.email, account.password);
      await visitor.arrives('Account Settings');
    },
  );

  test('a provider that is down is reported, and the sign-in works once it is up again', async () => {
    await visit('/login');
    await stack().kratos.stop();
    await visitor.signIn(account.email, account.password);
    await visitor.reads(/The service does not answer/);
    await stack().kratos.restart();
    if (scripts) expect(await visitor.page.getByLabel('Email').inputValue()).toBe(account.email);
    else await visitor.page.goBack();
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Welcome, Ada');
  });
});

test('without scripts, pressing the sign-up button again before the answer arrives still submits the form only once', async () => {
  visitor = await visitAs('/registration', { scripts: false });
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
