import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  isSaved,
  openSignedIn,
  section,
  totpCode,
  openSettings as reopenSettings,
} from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { Keyboard } from '../support/keyboard.ts';
import { useStack } from '../support/useStack.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack();
let visitor: Visitor;
let keyboard: Keyboard;
let account: TestIdentity;

const saved = 'Your changes have been saved!';
/** Height of a message with closed details, in pixels: it may push down what is below it by that much. */
const heightOfMessage = 160;
const newPassword = 'nine yellow stethoscopes';

async function openSettings(scripts = true): Promise<void> {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  visitor = await visit('/login', { scripts });
  keyboard = new Keyboard(visitor.page);
  await openSignedIn(visitor, stack(), account, '/settings');
}

/** What the next change sends. */
const nextChange = async (): Promise<Record<string, unknown>> => {
  const request = await visitor.page.waitForRequest((one) => one.method() === 'POST');
  return request.postDataJSON() as Record<string, unknown>;
};

const hasFocus = (text: string): Promise<unknown> =>
  visitor.page.locator(':focus').filter({ hasText: text }).waitFor();

const secret = (): Promise<string> => visitor.page.locator('#totp_secret_key').innerText();

describe('with scripts', () => {
  beforeEach(() => openSettings());

  test('Tab moves through the navigation and the sections in reading order, with a visible focus', async () => {
    const order: string[] = [];
    do order.push(await keyboard.step());
    while (order.at(-1) !== 'Sessions and Devices' || order.length < 20);
    expect(order).toEqual([
      ...['Skip to content', 'Stethoscope Account portal', 'Home', 'Settings', 'Logout'],
      ...['Profile', 'Password', '2FA Backup Codes', 'Hardware Tokens', 'Authenticator App', 'Passkeys'],
      ...['Sessions and Devices', 'Logout'],
      ...['Profile Settings', 'Email', 'First name', 'Last name', 'I am a trained healthcare professional'],
      ...[expect.stringMatching(/^I give my informed consent/), 'Language', 'Save – Profile'],
      ...['Change Password', 'Password', 'Show password', 'Save – Password'],
      ...['Manage 2FA Backup Recovery Codes', 'Generate new backup recovery codes'],
      ...['Manage Hardware Tokens', 'Name of the security key', 'Add security key'],
      ...['Manage 2FA TOTP Authenticator App', 'Verify code', 'Save – Authenticator App'],
      ...['Manage Passkeys', 'Add passkey'],
      'Sessions and Devices',
    ]);
  });

  test('the message about a change is visible where the change was made', async () => {
    const field = section(visitor, 'totp').getByLabel('Verify code');
    const place = (): Promise<number> => field.evaluate((element) => element.getBoundingClientRect().top);
    await keyboard.goTo('Verify code');
    const before = await place();
    await visitor.context.setOffline(true);
    await keyboard.type('000000');
    await keyboard.press('Enter');
    await hasFocus('The service cannot be reached.');
    expect(Math.abs((await place()) - before)).toBeLessThan(heightOfMessage);
  });

  test('the message that stays on the page hides nothing on the way back', async () => {
    await keyboard.goTo('First name');
    await keyboard.type('Grace');
    await keyboard.press('Enter');
    await hasFocus(saved);
    await keyboard.goTo('Same as device');
    await keyboard.goTo('Profile Settings', 'Shift+Tab');
  });

  test('each link of the navigation leads to its section, folded or not, and is marked as current', async () => {
    const marked = visitor.page.locator('nav [aria-current="location"]');
    for (const [link, title] of [
      ['Passkeys', 'Manage Passkeys'],
      ['Password', 'Change Password'],
      ['Sessions and Devices', 'Sessions and Devices'],
      ['Hardware Tokens', 'Manage Hardware Tokens'],
      ['Profile', 'Profile Settings'],
    ] as const) {
      await keyboard.goTo('Skip to content');
      await keyboard.goTo(link);
      await keyboard.press('Enter');
      await marked.filter({ hasText: link }).waitFor();
      expect(await keyboard.step()).toBe(title);
      await keyboard.press('Enter');
    }
    expect(await visitor.page.locator('main details[open]').count()).toBe(2);
    await keyboard.goTo('Skip to content');
    await keyboard.goTo('Profile');
    await keyboard.press('Enter');
    expect(await section(visitor, 'profile').locator('details').getAttribute('open')).not.toBeNull();
  });

  test('Enter and Space fold a section and unfold it', async () => {
    const details = section(visitor, 'password').locator('details');
    await keyboard.goTo('Change Password');
    await keyboard.press('Enter');
    expect(await details.getAttribute('open')).toBeNull();
    expect(await keyboard.step()).toBe('Manage 2FA Backup Recovery Codes');
    expect(await keyboard.step('Shift+Tab')).toBe('Change Password');
    await keyboard.press('Space');
    expect(await details.getAttribute('open')).not.toBeNull();
  });

  test('a refused password gets the focus; once changed, the message does', async () => {
    await keyboard.goTo('Change Password');
    await keyboard.goTo('Password');
    await keyboard.type('short');
    await keyboard.press('Enter');
    expect(await visitor.messageAt(/^Password/)).toContain('at least 8 characters');
    expect(await keyboard.focused()).toBe('Password');
    const change = nextChange();
    await keyboard.type(newPassword.slice('short'.length));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(newPassword);
    await keyboard.press('Enter');
    expect(await change).toMatchObject({ method: 'password', password: newPassword });
    await hasFocus(saved);
    await visitor.page.getByRole('status').filter({ hasText: saved }).waitFor();
  });

  test('an authenticator app is enrolled, and Enter afterwards does not remove it', async () => {
    await keyboard.goTo('Verify code');
    await keyboard.type('000000');
    await keyboard.press('Enter');
    expect(await visitor.messageAt(/^Verify code/)).toContain('authentication code is invalid');
    expect(await keyboard.focused()).toBe('Verify code');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(totpCode(await secret()));
    await keyboard.press('Enter');
    await hasFocus(saved);
    const change = nextChange();
    await keyboard.goTo('Last name');
    await keyboard.type('Lovelace');
    await keyboard.press('Enter');
    expect(await change).toMatchObject({ method: 'profile' });
    await hasFocus(saved);
    await keyboard.goTo('Unlink TOTP Authenticator App');
    await keyboard.press('Enter');
    await visitor.page.locator('#totp_secret_key').waitFor();
  });

  test('backup codes are generated, copied and confirmed', async () => {
    await keyboard.goTo('Generate new backup recovery codes');
    await keyboard.press('Enter');
    await hasFocus('Copy');
    await keyboard.press('Enter');
    await visitor.page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();
    await keyboard.goTo('Confirm backup recovery codes');
    await keyboard.press('Enter');
    await hasFocus(saved);
  });

  test('several security keys are added with Enter in the name field, and removed', async () => {
    const add = section(visitor, 'webauthn').locator('button:enabled', { hasText: 'Add security key' });
    const keys = section(visitor, 'webauthn').getByText(/^Added on /);
    for (const [count, name] of ['Blue', 'Red'].entries()) {
      const key = await addAuthenticator(visitor, 'key');
      await add.waitFor();
      await keyboard.goTo('Name of the security key');
      await keyboard.type(name);
      await keyboard.press('Enter');
      await keys.nth(count).waitFor();
      await key.remove();
    }
    await keyboard.goTo('Remove security key "Blue"');
    await keyboard.press('Enter');
    await keys.nth(1).waitFor({ state: 'detached' });
    await hasFocus(saved);
    expect(await section(visitor, 'webauthn').getByText('Red', { exact: true }).count()).toBe(1);
  });

  test('other sessions are ended, first one, then all, and the focus stays in the section', async () => {
    for (let times = 0; times < 2; times++) await openSignedIn(visitor, stack(), account, '/settings');
    const others = section(visitor, 'sessions').getByRole('button', { name: /^Sign out node/ });
    await keyboard.goTo(/^Sign out node/);
    await keyboard.press('Enter');
    await others.nth(1).waitFor({ state: 'detached' });
    await hasFocus('Signed out.');
    expect(await keyboard.step()).toMatch(/^Sign out node/);
    await keyboard.goTo('Sign out everywhere else');
    await keyboard.press('Enter');
    await others.waitFor({ state: 'detached' });
    await hasFocus('Signed out.');
  });
});

describe('without scripts', () => {
  beforeEach(() => openSettings(false));

  test('Enter in a field submits that section’s form', async () => {
    await keyboard.goTo('Change Password');
    await keyboard.goTo('Password');
    await keyboard.type(newPassword);
    await keyboard.press('Enter');
    await isSaved(visitor);
    await reopenSettings(visitor);
    await keyboard.goTo('Verify code');
    await keyboard.type(totpCode(await secret()));
    await keyboard.press('Enter');
    await isSaved(visitor);
  });

  test('backup codes are generated and confirmed', async () => {
    await keyboard.goTo('Generate new backup recovery codes');
    await keyboard.press('Enter');
    await section(visitor, 'lookupSecret').getByRole('listitem').first().waitFor();
    await keyboard.goTo('Confirm backup recovery codes');
    await keyboard.press('Enter');
    await isSaved(visitor);
  });

  test('sections fold, and links of the navigation lead to them', async () => {
    await keyboard.goTo('Passkeys');
    await keyboard.press('Enter');
    expect(await keyboard.step()).toBe('Manage Passkeys');
    await keyboard.press('Enter');
    expect(await keyboard.step()).toBe('Sessions and Devices');
  });
});
