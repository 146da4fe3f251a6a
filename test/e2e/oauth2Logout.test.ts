import { beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { openSettings } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visit, relyingParty } = await useOAuth2();
let app: RelyingParty;
/** An application that may log its users out without a question. */
let trusted: RelyingParty;
let visitor: Visitor;

beforeAll(async () => {
  [app, trusted] = await Promise.all([relyingParty(), relyingParty({ skip_logout_consent: true })]);
});

const newAccount = (): Promise<TestIdentity> =>
  createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });

/** Signs in for an application, and allows what it asks for. @returns its id token */
async function signIn({ email, password }: TestIdentity, by = app): Promise<string> {
  await visitor.page.goto(by.request());
  await visitor.signIn(email, password);
  await visitor.arrives(/^Authorize Harbor Clinic/);
  await visitor.press('Allow');
  return (await by.tokens(visitor.page)).id_token ?? '';
}

/** Expects nobody to be signed in at the portal. */
async function isSignedOut(): Promise<void> {
  await visitor.page.goto(app.request({ prompt: 'none' }));
  expect((await app.answer(visitor.page)).get('error')).toBe('login_required');
}

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how, a logout', ({ scripts }) => {
  test('that an application asks for: Yes ends all sessions, No none', async () => {
    const account = await newAccount();
    visitor = await visit('/login', { scripts });
    const idToken = await signIn(account);
    await visitor.page.goto(app.logoutUrl(idToken));
    await visitor.reads('Harbor Clinic asks you to log out.');
    await visitor.press('No');
    await visitor.page.waitForURL(app.home);
    await visitor.open('/');
    await visitor.arrives('Welcome, Ada');

    await visitor.page.goto(app.logoutUrl(idToken));
    await visitor.press('Yes');
    await visitor.page.waitForURL(`${app.home}goodbye`);
    expect(await app.backChannelLogout()).not.toBe('');
    expect(app.frontChannelLogouts).toContain(decodeJwt(idToken).sid);
    await openSettings(visitor);
    await visitor.arrives('Sign in');
    await isSignedOut();
  });

  test('that is asked for in two tabs: the second Yes leads on as well', async () => {
    const account = await newAccount();
    visitor = await visit('/login', { scripts });
    const idToken = await signIn(account);
    await visitor.page.goto(app.logoutUrl(idToken));
    const other = await visitor.another('/');
    await other.page.goto(app.logoutUrl(idToken));
    const used = other.page.url();
    await visitor.press('Yes');
    await visitor.page.waitForURL(`${app.home}goodbye`);
    await app.backChannelLogout();

    await other.press('Yes');
    // this form was served before the session ended
    await other.reads('Harbor Clinic asks you to log out.');
    await other.press('Yes');
    await other.page.waitForURL(`${app.home}goodbye`);
    await other.page.goto(used);
    await other.page.waitForURL(`${app.home}goodbye`);
    await other.open('/logout?logout_challenge=unknown');
    await other.reads('The application’s request is no longer valid.');
  });

  test('that a trusted application asks for: nothing is asked', async () => {
    const account = await newAccount();
    visitor = await visit('/login', { scripts });
    const idToken = await signIn(account, trusted);
    await visitor.open('/');
    const remembers = async (): Promise<boolean> =>
      (await visitor.context.cookies()).some(({ name }) => name === 'portal_last_address');
    expect(await remembers()).toBe(true);
    await visitor.page.goto(trusted.logoutUrl(idToken));
    await visitor.page.waitForURL(`${trusted.home}goodbye`);
    expect(trusted.frontChannelLogouts).toContain(decodeJwt(idToken).sid);
    await openSettings(visitor);
    await visitor.arrives('Sign in');
    expect(await remembers()).toBe(false);
  });

  test('at the portal: applications are logged out as well, after one question', async () => {
    const account = await newAccount();
    visitor = await visit('/login', { scripts });
    await signIn(account);
    await visitor.open('/');
    await visitor.logOut();
    expect(await app.backChannelLogout()).not.toBe('');
    await isSignedOut();
  });
});
