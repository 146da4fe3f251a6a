import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { enrolTotp, isSaved, pressIn, section, totpCode } from '../support/accountVisitor.ts';
import { grantAccess, openConsent } from '../support/applicationSignIn.ts';
import { KratosAdmin } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { isOtherKratos } from '../support/isOtherKratos.ts';
import { signIn } from '../support/kratosLogin.ts';
import { allowAccess, type RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, url, arrive, visitSignedIn, relyingParty } = await useOAuth2();
let app: RelyingParty;
let visitor: Visitor;

beforeAll(async () => {
  app = await relyingParty();
});

const newAccount = (first = 'Ada'): Promise<TestIdentity> =>
  createIdentity(stack().kratos.adminUrl, { traits: { name: { first } } });
const ask = (parameters?: Record<string, string>): Promise<unknown> =>
  visitor.page.goto(app.request(parameters));
const consent = /^Authorize Harbor Clinic/;
const asksForSignIn = 'To authenticate Harbor Clinic';

/** Confirms the sign-in of a user who already has a session. */
async function confirm(password: string): Promise<void> {
  await visitor.fill(/^Password/, password);
  await visitor.press('Sign in');
}

describe.each(scriptsOnAndOff)(
  '$how, an application’s request survives',
  ({ scripts, withScripts, withoutScripts }) => {
    withoutScripts('a recovery', async () => {
      const { email } = await newAccount();
      const password = randomUUID();
      visitor = await arrive({ scripts });
      await ask();
      await visitor.page.getByRole('link', { name: 'Forgot Password?' }).click();
      await visitor.fill('Email', email);
      await visitor.press('Email me a code');
      await visitor.typeMailedCode(stack().mailbox, email, /code/i);
      await visitor.press('Continue');
      await visitor.page.waitForURL(/settings/);
      await section(visitor, 'password')
        .getByLabel(/^Password/)
        .fill(password);
      await pressIn(visitor, 'password', 'Change password');
      await isSaved(visitor, 'New password set');
      await visitor.page.getByRole('link', { name: 'Continue to Harbor Clinic' }).click();
      expect(await allowAccess(app, visitor)).toBe(email);
    });

    withoutScripts('a sign-up whose mailed link was opened on another device', async () => {
      const [email, password] = [`${randomUUID()}@test.example`, randomUUID()];
      visitor = await arrive({ scripts });
      await ask({ prompt: 'create' });
      await visitor.arrives('Register an account');
      await visitor.register({ email, password });
      await visitor.arrives('Verify your account');
      const { mailbox } = stack();
      const { links } = await mailbox.waitFor(email);
      const phone = await arrive({ scripts });
      await phone.page.goto(links[0] ?? '');
      await phone.press('Verify this address');
      await phone.arrives('Sign in');
      await visitor.page.reload();
      await visitor.reads(asksForSignIn);
      await visitor.page.getByRole('button', { name: 'Cancel and go back to Harbor Clinic' }).waitFor();
      await visitor.reads(asksForSignIn);
      await visitor.fill(/^Password/, password);
      await visitor.press('Sign in with password');
      await visitor.confirmByCode(mailbox, email);
      expect(await allowAccess(app, visitor)).toBe(email);
    });

    test('a sign-up that another tab verifies, from the mail to a mistyped address', async () => {
      // the pinned one does not tell whose the mail to the mistyped address was
      if (!isOtherKratos) return;
      const [email, password] = [`${randomUUID()}@test.example`, randomUUID()];
      visitor = await arrive({ scripts });
      await ask({ prompt: 'create' });
      await visitor.arrives('Register an account');
      await visitor.register({ email: `wrong-${email}`, password });
      await visitor.arrives('Verify your account');
      const { mailbox } = stack();
      const wrong = await mailbox.waitFor(`wrong-${email}`);
      await visitor.page.getByRole('link', { name: 'Change' }).click();
      await visitor.arrives('Register an account');
      await visitor.fill('Email', email);
      await visitor.fill(/^Password/, password);
      await visitor.press('Sign up');
      await visitor.reads(email);
      await mailbox.waitFor(email);
      const since = mailbox.messages.length;
      const tab = visitor.inTab(await visitor.context.newPage());
      await tab.page.goto(wrong.links[0] ?? '');
      await tab.press('Email me a code');
      await tab.typeMailedCode(mailbox, email, /^Verification code/, since);
      await tab.press('Continue');
      await tab.arrives('Sign in');
      await tab.page.close();
      await visitor.page.reload();
      await visitor.reads('You verified your email address. Sign in to continue.');
      await visitor.reads(asksForSignIn);
      await visitor.fill(/^Password/, password);
      await visitor.press('Sign in with password');
      await visitor.confirmByCode(mailbox, email);
      expect(await allowAccess(app, visitor)).toBe(email);
    });

    withoutScripts('another language', async () => {
      const { email, password } = await newAccount();
      visitor = await arrive({ scripts });
      await ask({ ui_locales: 'de' });
      await visitor.arrives('Anmelden');
      const header = visitor.page.getByRole('banner');
      await header.getByLabel(/Sprache/).click();
      await header.getByRole('button', { name: 'English' }).click();
      await visitor.reads(asksForSignIn);
      await visitor.signIn(email, password);
      expect(await allowAccess(app, visitor)).toBe(email);
    });

    withScripts('a switch of account', async () => {
      const [first, second] = await Promise.all([newAccount(), newAccount('Grace')]);
      visitor = await arrive({ scripts });
      await visitor.keep((await grantAccess(app, first)).jar);
      await visitor.context.clearCookies({ name: /^ory_kratos_session/ });
      await visitor.keep(await signIn(url, second));
      await ask();
      expect(await allowAccess(app, visitor)).toBe(second.email);
    });
  },
);

describe.each(scriptsOnAndOff)(
  '$how, a session at the portal',
  ({ scripts, withScripts, withoutScripts }) => {
    withoutScripts('gives a second factor first if the application asks for one', async () => {
      const account = await newAccount();
      visitor = await visitSignedIn(account, '/settings');
      const secret = await enrolTotp(visitor);
      visitor = await arrive({ scripts });
      await visitor.keep(await signIn(url, account));
      await ask({ acr_values: 'aal2' });
      await visitor.fill(/code/i, totpCode(secret));
      await visitor.press(/Authenticator/);
      await visitor.arrives(/^Authorize Harbor Clinic/);
      await visitor.page.goBack();
      expect(await allowAccess(app, visitor)).toBe(account.email);
    });

    withScripts('of another account than the one asked for leads to that one, or stays', async () => {
      const [first, second] = await Promise.all([newAccount(), newAccount('Grace')]);
      visitor = await arrive({ scripts });
      await visitor.keep((await grantAccess(app, first)).jar);
      await ask({ login_hint: second.email });
      await visitor.arrives('Choose an account');
      await visitor.page.getByRole('link', { name: `Stay as ${first.email}` }).click();
      await visitor.arrives(/^Authorize Harbor Clinic/);
      await visitor.page.goBack();
      await visitor.press(`Use ${second.email}`);
      await visitor.arrives('Sign in');
      await visitor.fill(/^Password/, second.password);
      await visitor.press('Sign in with password');
      expect(await allowAccess(app, visitor)).toBe(second.email);
    });
  },
);

describe('an application', () => {
  test('learns without a page whether its user is signed in', async () => {
    visitor = await arrive();
    await ask({ prompt: 'none' });
    expect((await app.answer(visitor.page)).get('error')).toBe('login_required');
    await visitor.keep((await grantAccess(app, await newAccount())).jar);
    await ask({ prompt: 'none' });
    expect((await app.answer(visitor.page)).get('error')).toBe('consent_required');
    await visitor.context.clearCookies({ name: /^ory_kratos_session/ });
    await ask({ prompt: 'none' });
    expect((await app.answer(visitor.page)).get('error')).toBe('login_required');
  });

  test('asks only once its user has read that the account is not deleted after all', async () => {
    const account = await newAccount();
    const cameBack = [{ op: 'add', path: '/metadata_public', value: { cameBack: true } }];
    await new KratosAdmin(stack()).patch(account.id, cameBack);
    visitor = await arrive({ scripts: false });
    await ask();
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Your account stays');
    await ask({ prompt: 'none' });
    expect((await app.answer(visitor.page)).get('error')).toBe('consent_required');
    await ask();
    await visitor.arrives('Your account stays');
    await visitor.press('Go on');
    expect(await allowAccess(app, visitor)).toBe(account.email);
  });

  test('can receive its answer as a form post, so that no URL contains the code', async () => {
    visitor = await arrive();
    await openConsent(visitor, app.request({ response_mode: 'form_post' }), await newAccount());
    const posted = visitor.page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().startsWith(app.home),
    );
    await visitor.press('Allow');
    const body = new URLSearchParams((await posted).postData() ?? '');
    expect([...body.keys()]).toEqual(expect.arrayContaining(['code', 'state']));
    expect((await app.answer(visitor.page)).size).toBe(0);
  });

  test.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }])(
    'makes the user sign in again with %j',
    async (parameters) => {
      const account = await newAccount();
      visitor = await arrive();
      await visitor.keep((await grantAccess(app, account)).jar);
      await ask(parameters);
      await visitor.reads(account.email);
      await confirm(account.password);
      expect(await allowAccess(app, visitor)).toBe(account.email);
    },
  );
});

test('an application asks for a sign-up, and for a choice of account, which the consent offers', async () => {
  visitor = await arrive();
  await ask({ prompt: 'create' });
  await visitor.arrives('Register an account');
  await visitor.reads(asksForSignIn);
  const account = await newAccount();
  await visitor.keep(await signIn(url, account));
  await ask({ prompt: 'select_account' });
  await visitor.arrives(consent);
  await visitor.reads(account.email);
  expect(await visitor.page.getByRole('link', { name: 'Not you?' }).count()).toBe(1);
  expect(await allowAccess(app, visitor)).toBe(account.email);
});

test('without scripts, after ‘Not you?’ at the consent, the sign-in names the application, and can be cancelled or completed', async () => {
  const [first, other] = [await newAccount(), await newAccount()];
  visitor = await arrive({ scripts: false });
  const leavesConsent = async (): Promise<void> => {
    await ask();
    await visitor.signIn(first.email, first.password);
    await visitor.arrives(consent);
    await visitor.page.getByRole('link', { name: 'Not you?' }).click();
    await visitor.press('Yes');
    await visitor.arrives('Sign in');
  };
  await leavesConsent();
  await visitor.reads('You are signed out.');
  await visitor.reads(asksForSignIn);
  await visitor.page.getByRole('button', { name: /^Cancel and go back to/ }).waitFor();
  await visitor.page.getByRole('link', { name: 'Sign up' }).click();
  await visitor.press(/^Cancel and go back to/);
  expect((await app.answer(visitor.page)).get('error')).toBe('access_denied');

  await leavesConsent();
  await visitor.signIn(other.email, other.password);
  expect(await allowAccess(app, visitor)).toBe(other.email);
});

test('without scripts, the way to the application is found from a consent page opened in another browser', async () => {
  const account = await newAccount();
  visitor = await arrive({ scripts: false });
  await openConsent(visitor, app.request(), account);
  await visitor.arrives(consent);
  const consentUrl = visitor.page.url();
  visitor = await arrive({ scripts: false });
  await visitor.keep(await signIn(url, account));
  await visitor.page.goto(consentUrl);
  await visitor.arrives(consent);
  await visitor.press('Allow');
  // Hydra answers with an error, which begins the request again
  expect((await app.tokens(visitor.page)).claims()?.email).toBe(account.email);
});

test('no token, code or challenge gets into the portal’s log, and no token into an address', async () => {
  const { email, password } = await newAccount();
  visitor = await arrive();
  const addresses: URL[] = [];
  visitor.context.on('request', (request) => addresses.push(new URL(request.url())));
  await ask({ scope: 'openid email offline_access' });
  await visitor.signIn(email, password);
  await visitor.arrives(consent);
  await visitor.page.getByLabel(/^Keep access when you are away/).check();
  await visitor.press('Allow');
  const answer = await app.tokens(visitor.page);
  const tokens = [answer.access_token, answer.refresh_token ?? '', answer.id_token ?? ''];
  expect(tokens).not.toContain('');
  expect(tokens.filter((token) => addresses.some(({ href }) => href.includes(token)))).toEqual([]);
  // the application passes the id token as a hint
  await visitor.page.goto(app.logoutUrl(answer.id_token ?? ''));
  await visitor.press('Yes');
  await visitor.page.waitForURL(`${app.home}goodbye`);

  const carriers = /^(code|state|flow|(login|consent|logout)_(challenge|verifier))$/;
  const secrets = new Map(
    addresses.flatMap(({ searchParams }) => [...searchParams].filter(([name]) => carriers.test(name))),
  );
  expect([...secrets.keys()]).toEqual(
    expect.arrayContaining(['code', 'login_challenge', 'consent_challenge', 'logout_challenge']),
  );
  await stack().portal.logged(/\/oauth2\/sessions\/logout/);
  const log = stack().portal.log();
  expect([...secrets.values(), ...tokens].filter((secret) => log.includes(secret))).toEqual([]);
});
