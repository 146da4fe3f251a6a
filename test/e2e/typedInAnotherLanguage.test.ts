import { expect, test } from '@jest/globals';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { visit } = useStack();

const choosePolish = async ({ page }: Visitor): Promise<void> => {
  await page.getByLabel(/^Page language/).click();
  await page.getByRole('button', { name: 'Polski' }).click();
  await page.locator('html[lang="pl"]').waitFor();
};

/** Waits until scripts have restored what was typed into a field. */
const keeps = async ({ page }: Visitor, name: string, typed: string): Promise<void> => {
  await page.waitForFunction(
    ([field, value]) =>
      document.querySelector<HTMLInputElement>(`form[data-section] [name="${field}"]:not([type="hidden"])`)
        ?.value === value,
    [name, typed],
  );
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
  await keeps(visitor, 'traits.email', 'ada@example.org');
  await keeps(visitor, 'traits.name.first', 'Ada');
  expect(await visitor.page.locator('[name="traits.tos"]').isChecked()).toBe(true);
  expect(await valueOf(visitor, 'password')).toBe('');
});
