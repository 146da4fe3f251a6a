import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { confirmIn, isSaved, openSignedIn, pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { Keyboard } from '../support/keyboard.ts';
import { useStack } from '../support/useStack.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive, visit } = useStack();
let visitor: Visitor;
let account: TestIdentity;

beforeEach(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  visitor = await arrive();
});

/** Turns off passkey autofill: the virtual authenticator would answer at once and sign in. */
function withoutAutofill(): void {
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
}

/** Records in the session storage how the page asks for a passkey, and leaves the requests unanswered. */
function recordRequests(): void {
  navigator.credentials.get = ({ mediation = 'prompt' } = {}) => {
    sessionStorage.setItem('requests', `${sessionStorage.getItem('requests') ?? ''}${mediation} `);
    return new Promise(() => undefined);
  };
}

/** Waits for the first request, and returns all. */
async function requests(): Promise<string | null> {
  const first = await visitor.page.waitForFunction(() => sessionStorage.getItem('requests'));
  return first.jsonValue();
}

async function addPasskey(): Promise<void> {
  await openSignedIn(visitor, stack(), account, '/settings');
  await pressIn(visitor, 'passkey', 'Add passkey');
  await isSaved(visitor);
}

test('a passkey is added, signs in with its button, which then is marked and has the focus, and is removed', async () => {
  const device = await addAuthenticator(visitor, 'passkey');
  await addPasskey();
  expect(await device.credentials()).toHaveLength(1);

  await visitor.page.addInitScript(withoutAutofill);
  await visitor.context.clearCookies();
  await visitor.open('/login');
  await visitor.press('Sign in with passkey');
  await visitor.arrives('Welcome, Ada');

  await visitor.context.clearCookies({ name: /session/ });
  await visitor.open('/login');
  const last = visitor.page.getByRole('main').getByRole('button', { description: 'Last used' });
  expect(await last.getAttribute('name')).toBe('passkey_login_trigger');
  await visitor.page.locator('[data-start]:focus').waitFor();
  const keyboard = new Keyboard(visitor.page);
  await keyboard.reaches(/Sign in with passkey/);
  await keyboard.press('Enter');
  await visitor.arrives('Welcome, Ada');

  await visitor.open('/settings');
  await confirmIn(visitor, 'passkey', 'Remove unnamed key');
  await isSaved(visitor);
  expect(await section(visitor, 'passkey').getByRole('button', { name: 'Remove unnamed key' }).count()).toBe(
    0,
  );
});

test('the first field of the sign-in offers passkeys, and one signs in without a button', async () => {
  await addAuthenticator(visitor, 'passkey');
  await addPasskey();
  await visitor.context.clearCookies();
  const served = await visitor.page.request.get(`${stack().url}/login`);
  expect(await served.text()).toMatch(/<input[^>]+autocomplete="username webauthn"/i);
  await visitor.open('/login');
  await visitor.arrives('Welcome, Ada');
});

test('a page whose scripts have not loaded says that its passkey button needs them', async () => {
  await visitor.page.route('**/assets/*.js', (route) => route.abort());
  await visitor.open('/login');
  await visitor.reads('“Sign in with passkey” needs JavaScript.');
  await visitor.page.unroute('**/assets/*.js');
  await visitor.open('/login');
  await visitor.press('Sign in with passkey');
  expect(await visitor.page.getByText('needs JavaScript').count()).toBe(0);
});

test('passkey autofill is not started in a browser that does not support it', async () => {
  await visitor.page.addInitScript(recordRequests);
  await visitor.page.addInitScript(withoutAutofill);
  await visitor.open('/login');
  await visitor.press('Sign in with passkey');
  expect(await requests()).toBe('prompt ');
});

test.each([
  { page: '/login', button: 'Sign in with passkey' },
  { page: '/registration', button: 'Sign up with passkey' },
])('without scripts $page says why there is no passkey button', async ({ page, button }) => {
  const plain = await visit(page, { scripts: false });
  const reason = `“${button}” needs JavaScript. If it is switched on in your browser, reload the page.`;
  expect(await plain.page.getByText(reason).isVisible()).toBe(true);
  expect(await plain.page.getByRole('button', { name: button }).count()).toBe(0);
});

test('an account with only a passkey is verified, recovered after losing it, and given a new one, by keyboard alone', async () => {
  const { mailbox } = stack();
  const email = `${randomUUID()}@example.org`;
  const keyboard = new Keyboard(visitor.page);
  const press = async (name: string | RegExp, key = 'Enter'): Promise<void> => {
    await keyboard.goTo(name);
    await keyboard.press(key);
  };
  const typeCode = async (since?: number): Promise<void> => {
    const { code = '' } = await mailbox.waitFor(email, { since });
    await keyboard.goTo(/^(?:Verification|Recovery) code/);
    await keyboard.type(code);
  };
  await visitor.page.addInitScript(withoutAutofill);
  const lost = await addAuthenticator(visitor, 'passkey');
  await visitor.open('/registration');
  await keyboard.goTo('Email');
  await keyboard.type(email);
  await press(/informed consent/, 'Space');
  await press('Sign up with passkey');
  await visitor.arrives('Verify your account');
  await typeCode();
  await visitor.reads('You verified your email address.');

  await visitor.context.clearCookies();
  await lost.remove();
  await addAuthenticator(visitor, 'passkey');
  const since = mailbox.messages.at(-1)?.id;
  await visitor.open('/recovery');
  await keyboard.goTo('Email');
  await keyboard.type(email);
  await keyboard.press('Enter');
  await typeCode(since);
  await visitor.arrives('Account Settings');
  await press(/^Manage Passkeys/);
  await press('Add passkey');
  await isSaved(visitor, 'Passkey added');
  await press(/^Manage Passkeys/);
  await press('Remove unnamed key (1)');
  await press('Remove');
  await isSaved(visitor, 'Passkey removed');
  await visitor.reads('1 passkey');

  await visitor.context.clearCookies();
  await visitor.open('/login');
  await press('Sign in with passkey');
  await visitor.arrives(/^Welcome/);
});

test.each(['without scripts', 'without WebAuthn'])('%s no passkey is offered', async (how) => {
  visitor = await arrive({ scripts: how !== 'without scripts' });
  await visitor.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await visitor.open('/login');
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Welcome, Ada');
  await visitor.page.getByText('Next time, sign in without a password').waitFor({ state: 'hidden' });
});
