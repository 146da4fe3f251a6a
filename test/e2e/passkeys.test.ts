import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { findingsInDarkAndNarrow } from '../support/accessibility.ts';
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

const requests = (): Promise<string | null> =>
  visitor.page.evaluate(() => sessionStorage.getItem('requests'));

async function addPasskey(): Promise<void> {
  await openSignedIn(visitor, stack(), account, '/settings');
  await pressIn(visitor, 'passkey', 'Add passkey');
  await isSaved(visitor);
}

/** The largest script that is sent for passkeys, in bytes: Kratos' own is 14 kB, compressed 2 kB. */
const maxScriptBytes = 2_500;

test('the provider’s script for passkeys is sent once a visit, compressed', async () => {
  const sent: string[] = [];
  visitor.page.on('request', (request) => {
    if (request.url().includes('/webauthn.js')) sent.push(request.url());
  });
  const sizes = async (path: string): Promise<PerformanceResourceTiming[]> => {
    await visitor.open(path);
    await visitor.page.waitForFunction(() => 'oryPasskeyLogin' in window);
    return visitor.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/webauthn.js'))
        .map((entry) => entry.toJSON() as PerformanceResourceTiming),
    );
  };
  const [loaded] = await sizes('/login');
  expect(loaded?.encodedBodySize).toBeLessThan(maxScriptBytes);
  expect(loaded?.decodedBodySize).toBeGreaterThan(maxScriptBytes);
  expect(await sizes('/registration')).toMatchObject([{ transferSize: 0 }]);
  const [first, second] = sent;
  expect(second).toBe(first);
});

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

test('the sign-in starts autofill once, and asks for a passkey only when its button is pressed', async () => {
  await visitor.page.addInitScript(recordRequests);
  await visitor.open('/login');
  await visitor.page.waitForFunction(() => sessionStorage.getItem('requests') !== null);
  await visitor.signIn(account.email, 'wrong');
  await visitor.reads('Email or password is wrong.');
  expect(await requests()).toBe('conditional ');
  await visitor.press('Sign in with passkey');
  expect(await requests()).toBe('conditional prompt ');
});

test('a page whose scripts have not loaded says that its passkey button needs them', async () => {
  await visitor.page.route('**/assets/*.js', (route) => route.abort());
  await visitor.open('/login');
  await visitor.reads('“Sign in with passkey” needs a part of this page that has not loaded.');
  await visitor.page.unroute('**/assets/*.js');
  await visitor.open('/login');
  await visitor.press('Sign in with passkey');
  expect(await visitor.page.getByText('has not loaded').count()).toBe(0);
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
  const reason = `“${button}” needs JavaScript, which is switched off in your browser.`;
  expect(await plain.page.locator('noscript p').allInnerTexts()).toEqual([reason]);
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

test('after a passkey is added, the message that says so is in view, and has the focus', async () => {
  await addAuthenticator(visitor, 'passkey');
  await openSignedIn(visitor, stack(), account, '/settings');
  const isInView = (): boolean => {
    const { top } = document.querySelector('#done:focus')?.getBoundingClientRect() ?? { top: -1 };
    return top >= 0 && top < innerHeight / 2;
  };
  for (const state of ['1 passkey', '2 passkeys']) {
    await pressIn(visitor, 'passkey', 'Add passkey');
    await visitor.reads(state);
    await isSaved(visitor, 'Passkey added');
    await visitor.page.waitForFunction(isInView);
  }
});

test('after a sign-in with a password the home page offers a passkey, until there is one', async () => {
  await visitor.page.addInitScript(withoutAutofill);
  const device = await addAuthenticator(visitor, 'passkey');
  await visitor.open('/login');
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Welcome, Ada');
  expect(await findingsInDarkAndNarrow(visitor.page)).toEqual([]);
  await device.agree(false);
  await visitor.press('Create a passkey');
  await visitor.reads('No passkey or security key was used. You can try again.');
  await device.agree(true);
  await visitor.press('Create a passkey');
  await visitor.reads('Passkey added. Next time, sign in with it.');
  await visitor.arrives('Welcome, Ada');
  expect(await visitor.page.getByRole('button', { name: 'Create a passkey' }).count()).toBe(0);
});

test('an offer that was declined does not come back on this device, whoever signs in', async () => {
  await visitor.open('/login');
  await visitor.signIn(account.email, account.password);
  await visitor.press('Don’t ask again');
  await visitor.arrives('Welcome, Ada');
  await visitor.logOut();
  const other = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Grace' } } });
  await visitor.signIn(other.email, other.password);
  await visitor.arrives('Welcome, Grace');
  expect(await visitor.page.getByRole('button', { name: 'Create a passkey' }).count()).toBe(0);
});

test.each(['without scripts', 'without WebAuthn'])('%s no passkey is offered', async (how) => {
  visitor = await arrive({ scripts: how !== 'without scripts' });
  await visitor.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await visitor.open('/login');
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Welcome, Ada');
  await visitor.page.getByText('Next time, sign in without a password').waitFor({ state: 'hidden' });
});
