import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useStack } from '../support/useStack.ts';

const { visit } = useStack();

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
