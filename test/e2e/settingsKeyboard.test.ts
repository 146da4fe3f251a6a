import { beforeEach, describe, expect, test } from '@jest/globals';
import { isSaved, openSignedIn, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { Keyboard } from '../support/keyboard.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive } = useStack();
let visitor: Visitor;
let keyboard: Keyboard;
let account: TestIdentity;

/** Height of a message with closed details, in pixels: it may push down what is below it by that much. */
const heightOfMessage = 160;
/** Matches the name of a section's row, which begins with its title, or of a link. */
const row = (title: string): RegExp => new RegExp(`^${title}(?!\\w)`);

/** Signs a new user in, and opens the settings with all sections unfolded, or at another path. */
async function openSettings(scripts: boolean, path = '/settings'): Promise<void> {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  visitor = await arrive({ scripts });
  keyboard = new Keyboard(visitor.page);
  await openSignedIn(visitor, stack(), account, path);
}

/** The settings as they open: all sections but the profile are folded. */
const folded = '/settings?';

const hasFocus = (text: string): Promise<unknown> =>
  visitor.page.locator(':focus').filter({ hasText: text }).waitFor();

/** Waits until a change is saved and the focus is on the message that says so, or on the next step that it offers. */
async function focusGoesTo(message: string, next?: string): Promise<void> {
  await isSaved(visitor, message);
  const focused = visitor.page.locator(next === undefined ? '#done:focus' : '#done :focus');
  await focused.filter({ hasText: next ?? message }).waitFor();
}

describe('with scripts, as the settings open', () => {
  beforeEach(() => openSettings(true, folded));

  test('“Set up” moves the focus to what it shows, and “Cancel” back', async () => {
    await keyboard.goTo(row('Manage 2FA TOTP Authenticator App'));
    await keyboard.press('Enter');
    await keyboard.goTo('Set up');
    await keyboard.press('Enter');
    await hasFocus('Code from the app');
    await keyboard.goTo('Cancel');
    await keyboard.press('Enter');
    await keyboard.reaches('Set up');
  });

  test('each navigation link leads into its section, folded or not, and is marked as current', async () => {
    const marked = visitor.page.locator('nav [aria-current="location"]');
    for (const [link, first] of [
      ['Passkeys', 'Add passkey'],
      ['Password', 'Password'],
      ['Hardware Tokens', 'Name of the security key'],
      ['Profile', 'Email'],
      ['Passkeys', 'Add passkey'],
    ] as const) {
      await keyboard.goTo('Skip to content');
      await keyboard.goTo(row(link));
      await keyboard.press('Enter');
      await marked.filter({ hasText: link }).waitFor();
      await visitor.page.locator('main details[open] summary:focus').waitFor();
      expect(await keyboard.step()).toBe(first);
    }
    expect(await visitor.page.locator('main details[open]').count()).toBe(4);
    await keyboard.goTo(row('Profile Settings'), 'Shift+Tab');
    await keyboard.press('Enter');
    await keyboard.goTo('Skip to content');
    await keyboard.goTo(row('Profile'));
    await keyboard.press('Enter');
    await visitor.page.locator('details[open] > #profile').waitFor();
    expect(await keyboard.step()).toBe('Email');
  });
});

describe('with scripts, all sections unfolded', () => {
  beforeEach(() => openSettings(true));

  test('Tab moves through the sections in reading order; Enter and Space fold one and unfold it', async () => {
    await keyboard.goTo(row('Profile Settings'), 'Shift+Tab');
    expect(await keyboard.stopsUntil(row('Sessions and Devices'))).toEqual([
      ...['Email', 'First name', 'Last name', 'I am a trained healthcare professional'],
      ...[expect.stringMatching(/^I give my informed consent/), 'Language', 'Save profile'],
      ...[expect.stringMatching(row('Change Password')), 'Password', 'Show password', 'Change password'],
      expect.stringMatching(row('Manage 2FA Backup Recovery Codes')),
      'Generate new backup recovery codes',
      expect.stringMatching(row('Manage Hardware Tokens')),
      ...['Name of the security key', 'Add security key'],
      expect.stringMatching(row('Manage 2FA TOTP Authenticator App')),
      ...['Copy the key', 'Code from the app', 'Turn on authenticator app', 'Cancel'],
      ...[expect.stringMatching(row('Manage Passkeys')), 'Add passkey'],
      expect.stringMatching(row('Sessions and Devices')),
    ]);

    const details = visitor.page.locator('details:has(> #password)');
    await keyboard.goTo(row('Change Password'));
    await keyboard.press('Enter');
    expect(await details.getAttribute('open')).toBeNull();
    expect(await keyboard.step()).toMatch(row('Manage 2FA Backup Recovery Codes'));
    expect(await keyboard.step('Shift+Tab')).toMatch(row('Change Password'));
    await keyboard.press('Space');
    expect(await details.getAttribute('open')).not.toBeNull();
  });

  test('the message about a change is visible where the change was made, and never covers the focused element', async () => {
    await keyboard.goTo('First name');
    await keyboard.type('Grace');
    await keyboard.press('Enter');
    await focusGoesTo('Profile saved');
    await keyboard.goTo(row('Theme Same as device'));
    await keyboard.goTo(row('Profile Settings'), 'Shift+Tab');

    const field = section(visitor, 'totp').getByLabel('Code from the app');
    const place = (): Promise<number> => field.evaluate((element) => element.getBoundingClientRect().top);
    await keyboard.goTo('Code from the app');
    const before = await place();
    await visitor.context.setOffline(true);
    await keyboard.type('000000');
    await hasFocus('No connection. Nothing was sent.');
    expect(Math.abs((await place()) - before)).toBeLessThan(heightOfMessage);
  });
});

test('without scripts sections start closed, and navigation links open them', async () => {
  await openSettings(false, folded);
  await keyboard.goTo(row('Password'));
  await keyboard.press('Enter');
  expect(await keyboard.step()).toBe('Password');
  await keyboard.goTo(row('Change Password'), 'Shift+Tab');
  await keyboard.press('Enter');
  expect(await keyboard.step()).toMatch(row('Manage 2FA Backup Recovery Codes'));
});
