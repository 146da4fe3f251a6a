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

/** Opens the sign-in page, and signs in with a password. @throws FailedStep */
export async function signIn(browser: Browser, { email, password }: TestIdentity): Promise<Page> {
  const page = await browser.open('sign-in page', '/login', heading('Sign in'));
  const fields = { identifier: email, password, method: 'password' };
  return browser.submit('password, home page', page, ['password', fields], home);
}

/** Logs out, after the question whether to. @throws FailedStep */
export async function logOut(browser: Browser): Promise<void> {
  const page = await browser.open('logout page', '/logout', heading('Do you wish to log out'));
  await browser.submit('logout, sign-in page', page, ['submit', { submit: 'Yes' }], heading('Sign in'));
}

const withPassword: Visit = {
  name: 'sign-in with a password',
  async run(browser, account) {
    await signIn(browser, account);
    await logOut(browser);
  },
};

const withCode = (mailbox: Mailbox): Visit => ({
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
});

const refresh: Visit = {
  name: 'refresh of a session',
  prepare: signIn,
  async run(browser, { password }) {
    const page = await browser.open('confirmation page', '/login?refresh=true', heading('Confirm it'));
    const fields = { password, method: 'password' };
    await browser.submit('password, home page', page, ['password', fields], home);
  },
};

const consent = (application: RelyingParty): Visit => ({
  name: 'consent for an application',
  async prepare(browser, { email, password }) {
    const page = await browser.open(
      'sign-in page',
      application.request({ scope: 'openid' }),
      heading('Sign in'),
    );
    const fields = { identifier: email, password, method: 'password' };
    await browser.submit('password, consent page', page, ['password', fields], heading('Authorize'));
  },
  async run(browser) {
    const request = application.request({ scope: 'openid', prompt: 'consent' });
    const page = await browser.open('consent page', request, heading('Authorize'));
    const fields = { consent_action: 'accept', grant_scope: 'openid' };
    const { url } = await browser.submit('consent, redirect', page, ['consent_challenge', fields]);
    await browser.wait('tokens', () => application.exchange(url));
  },
});

/** The visits that are measured. @param mailbox gets the codes @param application asks for consent */
export const visits = (mailbox: Mailbox, application: RelyingParty): Visit[] => [
  withPassword,
  withCode(mailbox),
  refresh,
  consent(application),
];
