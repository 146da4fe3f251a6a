import { beforeEach, expect, test } from '@jest/globals';
import { isSaved, openSignedIn, pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive } = useStack();
let visitor: Visitor;
let account: Awaited<ReturnType<typeof createIdentity>>;

beforeEach(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  visitor = await arrive({ scripts: false });
  await openSignedIn(visitor, stack(), account, '/settings');
});

/** Whether an element is within the window, and not covered by another. */
const inView = (selector: string): Promise<boolean> =>
  visitor.page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && (element.contains(found) || found.contains(element));
    });

/** Waits for the note at the top that names a section, and follows its link. */
async function followNote(note: RegExp, title: string): Promise<void> {
  await visitor.reads(note);
  await visitor.page.getByText(note).getByRole('link', { name: title }).click();
}

test('without scripts a saved change is confirmed at the top, in view, and its section is folded', async () => {
  await section(visitor, 'password')
    .getByLabel(/^Password/)
    .fill('nine yellow stethoscopes');
  await pressIn(visitor, 'password', 'Change password');
  await isSaved(visitor, 'New password set');
  const row = visitor.page.locator('details:has(> #password)');
  expect(await row.getAttribute('open')).toBeNull();
  expect(
    await visitor.page.getByText('New password set').evaluate((message) => {
      const { top, bottom } = message.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }),
  ).toBe(true);
});

test('without scripts a refused password is reported at its form and at the top', async () => {
  await section(visitor, 'password')
    .getByLabel(/^Password/)
    .fill(account.email);
  await pressIn(visitor, 'password', 'Change password');
  await visitor.reads(/too similar/);
  expect(await inView('details:has(> #password) h2')).toBe(true);
  await followNote(/^Your change was not saved/, 'Change Password');
  expect(await inView('details:has(> #password) h2')).toBe(true);
});
