import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  confirmIn,
  enrolTotp,
  isSaved,
  pressIn,
  section,
  openSettings,
  unfold,
} from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive, visit, visitSignedIn } = useStack();
const endedOthers = 'You stay signed in here. Everywhere else you were signed out.';
const nowhereElse = 'You are not signed in anywhere else.';
let account: TestIdentity;

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  const openHere = (): Promise<Visitor> => visitSignedIn(account, '/settings', { scripts });
  const signInElsewhere = (): Promise<CookieJar> => signIn(stack().url, account);
  const arrivesAt = async (visitor: Visitor, heading: string): Promise<void> => {
    await openSettings(visitor);
    await visitor.arrives(heading);
  };
  const saysSignedOutElsewhere = async (visitor: Visitor): Promise<void> => {
    await visitor.reads(endedOthers);
    await unfold(visitor, 'sessions');
    await section(visitor, 'sessions').getByText(nowhereElse).waitFor();
  };

  /** Whether another browser, with these cookies, is still signed in. */
  const isSignedIn = async (jar: CookieJar): Promise<boolean> => {
    const headers = { accept: 'text/html', cookie: jar.header() };
    const answer = await fetch(`${stack().url}/settings`, { redirect: 'manual', headers });
    if (answer.status === 200) return true;
    expect(answer.headers.get('location')).toMatch(/\/login\b/);
    return false;
  };

  beforeEach(async () => {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  });

  test('a new password signs out every other browser; the page says so before and after', async () => {
    const elsewhere = await signInElsewhere();
    const here = await openHere();
    await section(here, 'password').getByText('A new password signs you out everywhere else.').waitFor();
    await section(here, 'password')
      .getByLabel(/^Password/)
      .first()
      .fill('nine yellow stethoscopes');
    await pressIn(here, 'password', 'Change password');
    await isSaved(here);
    await saysSignedOutElsewhere(here);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await arrivesAt(here, 'Account Settings');
  });

  withScripts('a new second factor signs out every other browser', async () => {
    const elsewhere = await signInElsewhere();
    const here = await openHere();
    await enrolTotp(here);
    await saysSignedOutElsewhere(here);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await arrivesAt(here, 'Account Settings');
  });

  withScripts('removing a passkey signs out every other browser; adding one signs out none', async () => {
    const here = await visitSignedIn(account, '/settings');
    const key = await addAuthenticator(here, 'passkey');
    await pressIn(here, 'passkey', 'Add passkey');
    await isSaved(here, 'Passkey added');
    await key.remove();
    const cookies = await here.context.cookies();
    const elsewhere = await signInElsewhere();
    expect(await isSignedIn(elsewhere)).toBe(true);
    const remover = await arrive({ scripts });
    await remover.context.addCookies(cookies);
    await openSettings(remover);
    await section(remover, 'passkey')
      .getByText(/^Added on/)
      .waitFor();
    await confirmIn(remover, 'passkey', /^Remove/);
    await isSaved(remover, 'Passkey removed');
    await remover.reads(endedOthers);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await arrivesAt(remover, 'Account Settings');
  });

  withoutScripts('changing the profile signs out no other browser', async () => {
    const elsewhere = await signInElsewhere();
    const here = await openHere();
    await section(here, 'profile').getByLabel('First name').fill('Bea');
    await pressIn(here, 'profile', 'Save profile');
    await isSaved(here);
    expect(await here.page.getByText(endedOthers).count()).toBe(0);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  withoutScripts('a recovery signs out every other browser; the page says so before and after', async () => {
    const elsewhere = await signInElsewhere();
    const here = await visit('/recovery', { scripts });
    await here.reads('We email you a code. Once you are back in, you are signed out everywhere else.');
    await here.fill('Email', account.email);
    await here.press('Continue');
    await here.typeMailedCode(stack().mailbox, account.email, /^Recovery code/);
    await here.press('Continue');
    await here.arrives('Account Settings');
    await here.reads(/You have your account back/);
    await saysSignedOutElsewhere(here);
    expect(await isSignedIn(elsewhere)).toBe(false);
  });
});
