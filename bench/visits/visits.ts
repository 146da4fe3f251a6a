import { doneAnchor } from '../../shared/flow/settingsChange.ts';
import type { Mailbox } from '../../provider/local/startMailbox.ts';
import type { TestIdentity } from '../../test/support/identities.ts';
import { mailedCode } from '../../test/support/mailedCode.ts';
import type { RelyingParty } from '../../test/support/relyingParty.ts';
import { heading, type Browser, type Page } from './browser.ts';

/** A visit from its first page to its last. */
export interface Visit {
  name: string;
  /** Signs in once, before the visits that need a session. */
  prepare?: (browser: Browser, account: TestIdentity) => Promise<unknown>;
  run: (browser: Browser, account: TestIdentity) => Promise<unknown>;
}

const home = heading('Welcome');

/** Signs in with a password. @param url leads to the sign-in page @throws FailedStep */
async function signIn(browser: Browser, { email, password }: TestIdentity, url = '/login'): Promise<Page> {
  const page = await browser.open('sign-in page', url, heading('Sign in'));
  const fields = { identifier: email, password, method: 'password' };
  const [step, expected] =
    url === '/login' ? ['home page', home] : (['consent page', heading('Authorize')] as const);
  return browser.submit(`password, ${step}`, page, ['password', fields], expected);
}

/** Logs out, after the question whether to. @throws FailedStep */
async function logOut(browser: Browser): Promise<void> {
  const page = await browser.open('logout page', '/logout', heading('Do you wish to log out'));
  await browser.submit('logout, sign-in page', page, ['submit', { submit: 'Yes' }], heading('Sign in'));
}

/** The visits that are measured. @param mailbox gets the codes @param application asks for consent */
export const visits = (mailbox: Mailbox, application: RelyingParty): Visit[] => [
  {
    name: 'sign-in with a password',
    async run(browser, account) {
      await signIn(browser, account);
      await logOut(browser);
    },
  },
  {
    name: 'sign-in with a mailed code',
    async run(browser, { email }) {
      const page = await browser.open('sign-in page', '/login', heading('Sign in'));
      const since = mailbox.messages.length;
      const fields = { identifier: email, password: '', method: 'code' };
      const asked = await browser.submit('page for the code', page, ['password', fields], heading('Sign in'));
      const code = await browser.wait('mail', () => mailedCode(mailbox, email, since));
      await browser.submit('code, home page', asked, ['code', { code }], home);
      await logOut(browser);
    },
  },
  {
    name: 'refresh of a session',
    prepare: signIn,
    async run(browser, { password }) {
      const page = await browser.open('confirmation page', '/login?refresh=true', heading('Confirm it'));
      const fields = { password, method: 'password' };
      await browser.submit('password, home page', page, ['password', fields], home);
    },
  },
  {
    name: 'settings',
    prepare: signIn,
    run: (browser) => browser.open('settings', '/settings', heading('Account Settings')),
  },
  {
    name: 'recovery with a mailed code',
    async run(browser, { email }) {
      const page = await browser.open('recovery page', '/recovery', heading('Recover'));
      const since = mailbox.messages.length;
      const asked = await browser.submit(
        'page for the code',
        page,
        ['email', { email, method: 'code' }],
        heading('Recover'),
      );
      const code = await browser.wait('mail', () => mailedCode(mailbox, email, since));
      await browser.submit('code, new password', asked, ['code', { code }], heading('Account Settings'));
      await logOut(browser);
    },
  },
  {
    name: 'consent for an application',
    prepare: (browser, account) => signIn(browser, account, application.request({ scope: 'openid' })),
    async run(browser) {
      const request = application.request({ scope: 'openid', prompt: 'consent' });
      const page = await browser.open('consent page', request, heading('Authorize'));
      const fields = { consent_action: 'accept', grant_scope: 'openid' };
      const { url } = await browser.submit('consent, redirect', page, ['consent_challenge', fields]);
      await browser.wait('tokens', () => application.exchange(url));
    },
  },
];

/**
 * A visit that signs in, changes the first name and logs out.
 *
 * @param onSend called before the change is sent @param onSaved called after it was answered with success
 */
export const profileChange = (
  newName: () => string,
  onSend: (account: TestIdentity, name: string) => void,
  onSaved: (account: TestIdentity, name: string) => Promise<void>,
): Visit => ({
  name: 'sign-in, change of the profile, logout',
  async run(browser, account) {
    await signIn(browser, account);
    const page = await browser.open('settings', '/settings', heading('Account Settings'));
    const name = newName();
    onSend(account, name);
    const fields = { 'traits.name.first': name, method: 'profile' };
    const success = new RegExp(`id="${doneAnchor}"`);
    await browser.submit('change, settings', page, ['traits.name.first', fields], success);
    await onSaved(account, name);
    await logOut(browser);
  },
});
