import { beforeAll, describe, expect } from '@jest/globals';
import { decodeJwt } from 'jose';
import { openSettings } from '../support/accountVisitor.ts';
import { grantAccess } from '../support/applicationSignIn.ts';
import { createIdentity } from '../support/identities.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive, relyingParty } = await useOAuth2();
let app: RelyingParty;
/** An application that may log its users out without a question. */
let trusted: RelyingParty;
let visitor: Visitor;

beforeAll(async () => {
  [app, trusted] = await Promise.all([relyingParty(), relyingParty({ skip_logout_consent: true })]);
});

/** Signs a new user in for an application in a new browser. @returns its id token */
async function signIn(scripts: boolean, application = app): Promise<string> {
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  visitor = await arrive({ scripts });
  const { jar, tokens } = await grantAccess(application, account);
  await visitor.keep(jar);
  return tokens.id_token ?? '';
}

/** Expects nobody to be signed in at the portal. */
async function isSignedOut(): Promise<void> {
  await visitor.page.goto(app.request({ prompt: 'none' }));
  expect((await app.answer(visitor.page)).get('error')).toBe('login_required');
}

describe.each(scriptsOnAndOff)('$how, a logout', ({ scripts, withScripts, withoutScripts }) => {
  withoutScripts('requested by an application: Yes ends every session, No ends none', async () => {
    const idToken = await signIn(scripts);
    await visitor.page.goto(app.logoutUrl(idToken));
    await visitor.reads('Harbor Clinic asks you to log out.');
    await visitor.press('No');
    await visitor.page.waitForURL(app.home);
    await visitor.open('/');
    await visitor.arrives('Welcome, Ada');

    await visitor.page.goBack();
    await visitor.page.goBack();
    await visitor.reads('Harbor Clinic asks you to log out.');
    await visitor.press('Yes');
    await visitor.page.waitForURL(`${app.home}goodbye`);
    expect(await app.backChannelLogout()).not.toBe('');
    expect(app.frontChannelLogouts).toContain(decodeJwt(idToken).sid);
    await openSettings(visitor);
    await visitor.arrives('Sign in');
    await isSignedOut();
  });

  withoutScripts(
    'requested by an application that has no ID token: Yes ends every session, and leads back to it',
    async () => {
      await signIn(scripts);
      const request = new URL(app.logoutUrl('none'));
      request.searchParams.delete('id_token_hint');
      request.searchParams.set('state', 's1');
      await visitor.page.goto(request.href);
      await visitor.reads('Harbor Clinic asks you to log out.');
      await visitor.press('Yes');
      await visitor.page.waitForURL(`${app.home}goodbye?state=s1`);
      await openSettings(visitor);
      await visitor.arrives('Sign in');
      await isSignedOut();
    },
  );

  withScripts('requested in two tabs: the second Yes also leads back to the application', async () => {
    const idToken = await signIn(scripts);
    await visitor.page.goto(app.logoutUrl(idToken));
    const answered = visitor.page.url();
    const other = visitor.inTab(await visitor.context.newPage());
    await other.page.goto(app.logoutUrl(idToken));
    await visitor.press('Yes');
    await visitor.page.waitForURL(`${app.home}goodbye`);
    await app.backChannelLogout();

    await other.press('Yes');
    await other.page.waitForURL(`${app.home}goodbye`);
    await other.page.goto(answered);
    await other.page.waitForURL(`${app.home}goodbye`);
    await other.open('/logout?logout_challenge=unknown');
    await other.reads('The application’s request is no longer valid.');
  });

  withoutScripts('requested by a trusted application: the user is not asked', async () => {
    const idToken = await signIn(scripts, trusted);
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

  withScripts('at the portal logs applications out as well, after one question', async () => {
    await signIn(scripts);
    await visitor.open('/');
    await visitor.logOut();
    expect(await app.backChannelLogout()).not.toBe('');
    await isSignedOut();
  });
});
