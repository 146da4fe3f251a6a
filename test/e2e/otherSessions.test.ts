import { beforeEach, describe, expect } from '@jest/globals';
import { enrolTotp, isSaved, pressIn, section, openSettings, unfold } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visitSignedIn } = useStack();
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

  withoutScripts(
    'a new password signs out every other browser; the page says so before and after',
    async () => {
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
    },
  );

  withScripts('a new second factor signs out every other browser', async () => {
    const elsewhere = await signInElsewhere();
    const here = await openHere();
    await enrolTotp(here);
    await saysSignedOutElsewhere(here);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await arrivesAt(here, 'Account Settings');
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
});
