import { expect, test } from '@jest/globals';
import { openSignedIn } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();

const choosePolish = async ({ page }: Visitor): Promise<void> => {
  await page.getByLabel(/^Page language/).click();
  await page.getByRole('button', { name: 'Polski' }).click();
  await page.locator('html[lang="pl"]').waitFor();
};

const valueOf = ({ page }: Visitor, name: string): Promise<string> =>
  page.locator(`form[data-section] [name="${name}"]:not([type="hidden"])`).first().inputValue();

test('changing the language keeps what was typed into a registration, but not the password', async () => {
  const visitor = await visit('/registration');
  await visitor.fill('Email', 'ada@example.org');
  await visitor.fill('First name', 'Ada');
  await visitor.fill(/^Password/, 'nine yellow stethoscopes');
  await visitor.page.getByLabel(/informed consent/).check();
  await choosePolish(visitor);
  await visitor.page.getByRole('button', { name: 'Pokaż hasło' }).waitFor();
  expect(await valueOf(visitor, 'traits.email')).toBe('ada@example.org');
  expect(await valueOf(visitor, 'traits.name.first')).toBe('Ada');
  expect(await visitor.page.locator('[name="traits.tos"]').isChecked()).toBe(true);
  expect(await valueOf(visitor, 'password')).toBe('');
});

test('changing the language keeps the step of a sign-in and the typed code', async () => {
  const account = await createIdentity(stack().kratos.adminUrl);
  const visitor = await visit('/login');
  await visitor.fill('Email', account.email);
  await visitor.press('Send sign in code');
  await visitor.fill(/^Login code/, '123');
  await choosePolish(visitor);
  await visitor.reads(account.email);
  expect(await valueOf(visitor, 'code')).toBe('123');
});

test('changing the language keeps what was typed into the settings, and the section', async () => {
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  const visitor = await visit('/login');
  await openSignedIn(visitor, stack(), account, '/settings#profile');
  await visitor.fill('Last name', 'Byron');
  await choosePolish(visitor);
  // in the closed section of the password; scripts add it
  const toggle = visitor.page.getByRole('button', { name: 'Pokaż hasło', includeHidden: true });
  await toggle.first().waitFor({ state: 'attached' });
  expect(await valueOf(visitor, 'traits.name.last')).toBe('Byron');
  expect(new URL(visitor.page.url()).hash).toBe('#profile');
});

test('a page that was opened before signing in in another tab can still change the language', async () => {
  const account = await createIdentity(stack().kratos.adminUrl);
  const visitor = await visit('/accessibility');
  await openSignedIn(await visitor.another('/login'), stack(), account, '/');
  await choosePolish(visitor);
});
