import { beforeEach, expect, test } from '@jest/globals';
import {
  isSaved,
  unfold,
  openSignedIn,
  pressIn,
  section,
  confirmIn,
  openSettings as reopenSettings,
} from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive } = useStack();
let visitor: Visitor;
let account: TestIdentity;

beforeEach(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  visitor = await arrive();
});

const openSettings = (): Promise<void> => openSignedIn(visitor, stack(), account, '/settings');

async function addKey(name: string): Promise<void> {
  await unfold(visitor, 'webauthn');
  await section(visitor, 'webauthn').getByLabel('Name of the security key').fill(name);
  await pressIn(visitor, 'webauthn', 'Add security key');
}

test('a security key is added, asked for at the next sign-in, and removed', async () => {
  await addAuthenticator(visitor, 'key');
  await openSettings();
  await addKey('Blue key');
  await isSaved(visitor, 'Security key added');
  const key = section(visitor, 'webauthn').getByRole('heading', { name: 'Blue key' });
  await unfold(visitor, 'webauthn');
  await key.waitFor();
  await section(visitor, 'webauthn')
    .getByText(/^Added on /)
    .waitFor();

  await visitor.context.clearCookies();
  await visitor.open('/login');
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Two-Factor Authentication');
  await visitor.press('Sign in with security key');
  await visitor.arrives('Welcome, Ada');

  await reopenSettings(visitor);
  await confirmIn(visitor, 'webauthn', 'Remove security key "Blue key"');
  await isSaved(visitor);
  expect(await section(visitor, 'webauthn').getByText('Blue key').count()).toBe(0);
});

test('a browser without WebAuthn gets a message, and other changes still work', async () => {
  await visitor.page.addInitScript(() => {
    Object.defineProperty(window, 'PublicKeyCredential', { value: undefined });
    Object.defineProperty(navigator, 'credentials', { value: undefined });
  });
  await openSettings();
  await addKey('Blue key');
  await visitor.reads(/does not support security keys or passkeys|could not be used/);
  await unfold(visitor, 'profile');
  await section(visitor, 'profile').getByLabel('First name').fill('Grace');
  await pressIn(visitor, 'profile', 'Save profile');
  await isSaved(visitor);
});
