import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { isSaved, openSignedIn, pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit } = useStack({ kratos: { SELFSERVICE_METHODS_PASSKEY_ENABLED: 'true' } });
let visitor: Visitor;
let account: TestIdentity;

beforeEach(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  visitor = await visit('/login');
});

const openSettings = (): Promise<void> => openSignedIn(visitor, stack(), account, '/settings');

/** Makes the page exclude keys that it created before, as a provider may; Kratos v1.3.1 does not. */
function nameKnownKeys(): void {
  const create = navigator.credentials.create.bind(navigator.credentials);
  navigator.credentials.create = async ({ publicKey, ...options } = {}) => {
    const known = JSON.parse(sessionStorage.getItem('keys') ?? '[]') as number[][];
    const excludeCredentials = known.map((id) => ({ type: 'public-key' as const, id: new Uint8Array(id) }));
    const made = await create({
      ...options,
      ...(publicKey && { publicKey: { ...publicKey, excludeCredentials } }),
    });
    const id = [...new Uint8Array((made as PublicKeyCredential).rawId)];
    sessionStorage.setItem('keys', JSON.stringify([...known, id]));
    return made;
  };
}

/** Turns off passkey autofill: the virtual authenticator answers at once and would sign in. */
function withoutAutofill(): void {
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
}

async function addKey(name: string): Promise<void> {
  await section(visitor, 'webauthn').getByLabel('Name of the security key').fill(name);
  await pressIn(visitor, 'webauthn', 'Add security key');
}

test('a security key is added, asked for at the next sign-in, and removed', async () => {
  await addAuthenticator(visitor, 'key');
  await openSettings();
  await addKey('Blue key');
  await isSaved(visitor);
  await section(visitor, 'webauthn').getByText('Blue key').waitFor();
  await section(visitor, 'webauthn')
    .getByText(/^Added on /)
    .waitFor();

  await visitor.context.clearCookies();
  await visitor.open('/login');
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Two-Factor Authentication');
  await visitor.press('Sign in with security key');
  await visitor.arrives('Welcome, Ada');

  await visitor.open('/settings');
  await pressIn(visitor, 'webauthn', 'Remove security key "Blue key"');
  await isSaved(visitor);
  expect(await section(visitor, 'webauthn').getByText('Blue key').count()).toBe(0);
});

test('the browser asks for the security key only once it has a name, so that it holds one credential', async () => {
  const authenticator = await addAuthenticator(visitor, 'key');
  await openSettings();
  const name = section(visitor, 'webauthn').getByLabel('Name of the security key');
  await addKey('');
  expect(await name.evaluate((field: HTMLInputElement) => field.matches(':invalid:focus'))).toBe(true);
  await addKey('Blue key');
  await isSaved(visitor);
  expect(await authenticator.count()).toBe(1);
});

test('a key that is already registered is refused, and another one can still be added', async () => {
  await visitor.page.addInitScript(nameKnownKeys);
  const first = await addAuthenticator(visitor, 'key');
  await openSettings();
  await addKey('Blue key');
  await isSaved(visitor);
  await addKey('Blue key again');
  await visitor.reads('This key is already in use for your account.');
  await first.remove();
  await addAuthenticator(visitor, 'key');
  await addKey('Red key');
  await section(visitor, 'webauthn').getByText('Red key').waitFor();
});

test('a cancelled prompt is reported, and the form can be used again', async () => {
  const key = await addAuthenticator(visitor, 'passkey');
  await openSettings();
  await key.agree(false);
  await pressIn(visitor, 'passkey', 'Add passkey');
  await visitor.reads('The request was cancelled or took too long. You can try again.');
  await key.agree(true);
  await pressIn(visitor, 'passkey', 'Add passkey');
  await isSaved(visitor);
});

test('a browser without WebAuthn gets a message, and other changes still work', async () => {
  await visitor.page.addInitScript(() => {
    Object.defineProperty(window, 'PublicKeyCredential', { value: undefined });
    Object.defineProperty(navigator, 'credentials', { value: undefined });
  });
  await openSettings();
  await addKey('Blue key');
  await visitor.reads(/does not support security keys or passkeys|could not be used/);
  await section(visitor, 'profile').getByLabel('First name').fill('Grace');
  await pressIn(visitor, 'profile', 'Save');
  await isSaved(visitor);
});

test('a passkey is added, signs in with its button, and is removed', async () => {
  const device = await addAuthenticator(visitor, 'passkey');
  await openSettings();
  await pressIn(visitor, 'passkey', 'Add passkey');
  await isSaved(visitor);
  expect(await device.count()).toBe(1);

  await visitor.page.addInitScript(withoutAutofill);
  await visitor.context.clearCookies();
  await visitor.open('/login');
  await visitor.press('Sign in with passkey');
  await visitor.arrives('Welcome, Ada');

  await visitor.open('/settings');
  await pressIn(visitor, 'passkey', /^Remove passkey/);
  await isSaved(visitor);
  expect(
    await section(visitor, 'passkey')
      .getByRole('button', { name: /^Remove passkey/ })
      .count(),
  ).toBe(0);
});

test('the first field of the sign-in offers passkeys, and one signs in without a button', async () => {
  await addAuthenticator(visitor, 'passkey');
  await openSettings();
  await pressIn(visitor, 'passkey', 'Add passkey');
  await isSaved(visitor);
  await visitor.context.clearCookies();
  const served = await visitor.page.request.get(`${stack().url}/login`);
  expect(await served.text()).toMatch(/<input[^>]+autocomplete="username webauthn"/i);
  await visitor.open('/login');
  await visitor.arrives('Welcome, Ada');
});

test('a sign-up with only a passkey signs in and asks to verify the address', async () => {
  await addAuthenticator(visitor, 'passkey');
  await visitor.page.addInitScript(withoutAutofill);
  await visitor.open('/registration');
  await visitor.fill('Email', `${randomUUID()}@example.org`);
  await visitor.page.getByLabel(/informed consent/).check();
  await visitor.press('Sign up with passkey');
  await visitor.arrives('Verify your account');
  await visitor.open('/settings');
  await visitor.arrives('Account Settings');
});

test('after a passkey is added, the page scrolls to the list of passkeys', async () => {
  await addAuthenticator(visitor, 'passkey');
  await openSettings();
  const list = section(visitor, 'passkey');
  const removals = list.getByRole('button', { name: /^Remove passkey/ });
  const isInView = (): boolean => {
    const { top } = document.getElementById('passkey')?.getBoundingClientRect() ?? { top: -1 };
    return top >= 0 && top < innerHeight / 2;
  };
  for (const known of [0, 1]) {
    await pressIn(visitor, 'passkey', 'Add passkey');
    await removals.nth(known).waitFor();
    await isSaved(visitor);
    await visitor.page.waitForFunction(isInView);
  }
});
