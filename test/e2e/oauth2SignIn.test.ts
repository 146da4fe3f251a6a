import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { enrolTotp, isSaved, pressIn, section, totpCode } from '../support/accountVisitor.ts';
import { findingsInEveryLook } from '../support/accessibility.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { freePort } from '../../provider/local/freePort.ts';
import { startOpenidProvider } from '../support/openidProvider.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const acme = await startOpenidProvider(`http://localhost:${port}`);
const { stack, arrive, visit, visitSignedIn, relyingParty } = await useOAuth2({ port, kratos: acme.kratos });
let app: RelyingParty;
let visitor: Visitor;

beforeAll(async () => {
  app = await relyingParty();
});

afterAll(() => acme.stop());

const newAddress = (): string => `${randomUUID()}@example.com`;
const newAccount = (first = 'Ada'): Promise<TestIdentity> =>
  createIdentity(stack().kratos.adminUrl, { traits: { name: { first } } });
const ask = (parameters?: Record<string, string>): Promise<unknown> =>
  visitor.page.goto(app.request(parameters));
const consent = /^Authorize Harbor Clinic/;
const asksForSignIn = 'To authenticate Harbor Clinic';

/** Allows what the application asks for. @returns the address that the application then knows */
async function allow(): Promise<unknown> {
  await visitor.arrives(consent);
  await visitor.press('Allow');
  return (await app.tokens(visitor.page)).claims()?.email;
}

/** Signs in for the application, and allows what it asks for. @returns its id token */
async function signIn({ email, password }: TestIdentity): Promise<string> {
  await ask();
  await visitor.signIn(email, password);
  await visitor.arrives(consent);
  await visitor.press('Allow');
  return (await app.tokens(visitor.page)).id_token ?? '';
}

/** Confirms who signs in, where a session is there already. */
async function confirm(password: string): Promise<void> {
  await visitor.fill(/^Password/, password);
  await visitor.press('Sign in');
}

test.each([{ scripts: true }, { scripts: false }])(
  'a user who cancels the sign-in goes back to the application (scripts: $scripts)',
  async ({ scripts }) => {
    visitor = await arrive({ scripts });
    await ask();
    await visitor.reads(asksForSignIn);
    await visitor.press('Cancel and go back to Harbor Clinic');
    expect((await app.answer(visitor.page)).get('error')).toBe('access_denied');
  },
);

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how, an application’s request survives', ({ scripts }) => {
  test('a recovery', async () => {
    const { email } = await newAccount();
    const password = randomUUID();
    visitor = await visit('/login', { scripts });
    await ask();
    await visitor.page.getByRole('link', { name: 'Forgot Password?' }).click();
    await visitor.fill('Email', email);
    await visitor.press('Continue');
    await visitor.typeMailedCode(stack().mailbox, email, /code/i);
    await visitor.press('Continue');
    await visitor.page.waitForURL(/settings/);
    await section(visitor, 'password')
      .getByLabel(/^Password/)
      .fill(password);
    await pressIn(visitor, 'password', 'Change password');
    await isSaved(visitor, 'Password changed');
    await visitor.page.getByRole('link', { name: 'Continue to Harbor Clinic' }).click();
    await visitor.reads(asksForSignIn);
    await confirm(password);
    expect(await allow()).toBe(email);
  });

  test('a second factor', async () => {
    const account = await newAccount();
    visitor = await visitSignedIn(account, '/settings');
    const secret = await enrolTotp(visitor);
    visitor = await visit('/login', { scripts });
    await ask();
    await visitor.signIn(account.email, account.password);
    await visitor.fill(/code/i, totpCode(secret));
    await visitor.press(/Authenticator/);
    expect(await allow()).toBe(account.email);
  });

  test('another language', async () => {
    const { email, password } = await newAccount();
    visitor = await visit('/login', { scripts });
    await ask({ ui_locales: 'de' });
    await visitor.arrives('Anmelden');
    const footer = visitor.page.getByRole('contentinfo');
    await footer.getByLabel(/Sprache/).click();
    await footer.getByRole('button', { name: 'English' }).click();
    await visitor.reads(asksForSignIn);
    await visitor.signIn(email, password);
    expect(await allow()).toBe(email);
  });

  test('a switch of account', async () => {
    const [first, second] = await Promise.all([newAccount(), newAccount('Grace')]);
    visitor = await visit('/login', { scripts });
    await signIn(first);
    await visitor.context.clearCookies({ name: /^ory_kratos_session/ });
    await visitor.open('/login');
    await visitor.signIn(second.email, second.password);
    await visitor.arrives('Welcome, Grace');
    await ask();
    await visitor.reads(second.email);
    await confirm(second.password);
    expect(await allow()).toBe(second.email);
  });
});

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how, an application’s request survives', ({ scripts }) => {
  beforeEach(async () => {
    visitor = await visit('/login', { scripts });
    await ask();
    await visitor.reads(asksForSignIn);
  });

  async function verify(email: string): Promise<void> {
    await visitor.arrives('Verify your account');
    await visitor.typeMailedCode(stack().mailbox, email, /code/i);
    await visitor.press('Continue');
  }

  test('a registration with a verification', async () => {
    const email = newAddress();
    await visitor.page.getByRole('link', { name: 'Sign up' }).click();
    await visitor.register({ email, password: randomUUID() });
    await verify(email);
    expect(await allow()).toBe(email);
  });

  test('a registration with a mailed code', async () => {
    const email = newAddress();
    await visitor.page.getByRole('link', { name: 'Sign up' }).click();
    await visitor.fill('Email', email);
    await visitor.page.getByLabel(/informed consent/).check();
    await visitor.press('Send sign up code');
    await visitor.typeMailedCode(stack().mailbox, email, /code/i);
    await visitor.press('Continue');
    expect(await allow()).toBe(email);
  });

  test('a social sign-up with a verification, and the sign-ins after it', async () => {
    const email = newAddress();
    acme.signInAs(email);
    await visitor.press('Sign in with Acme');
    await verify(email);
    expect(await allow()).toBe(email);
    await visitor.context.clearCookies();
    await ask();
    await visitor.press('Sign in with Acme');
    expect(await allow()).toBe(email);
  });
});

describe('an application', () => {
  test('signs in without a page where the user has signed in, and hears where not', async () => {
    const account = await newAccount();
    visitor = await visit('/login');
    await ask({ prompt: 'none' });
    expect((await app.answer(visitor.page)).get('error')).toBe('login_required');
    await signIn(account);
    await visitor.context.clearCookies({ name: /^ory_kratos_session/ });
    await ask({ prompt: 'none' });
    expect((await app.answer(visitor.page)).get('error')).toBe('login_required');
  });

  test.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }])(
    'makes the user sign in again with %j',
    async (parameters) => {
      const account = await newAccount();
      visitor = await visit('/login');
      await signIn(account);
      await ask(parameters);
      await visitor.reads(account.email);
      await confirm(account.password);
      expect(await allow()).toBe(account.email);
    },
  );
});

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how, an application', ({ scripts }) => {
  test('hints at who signs in or up, and in which language', async () => {
    visitor = await visit('/login', { scripts });
    await ask({ login_hint: 'ada@example.com', ui_locales: 'de' });
    await visitor.arrives('Anmelden');
    expect(await visitor.page.getByLabel('E-Mail').inputValue()).toBe('ada@example.com');
    await visitor.page.getByRole('link', { name: 'Registrieren' }).click();
    await visitor.arrives('Konto registrieren');
    expect(await visitor.page.getByLabel('E-Mail').inputValue()).toBe('ada@example.com');
  });
});

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how, the way to the application is found', ({ scripts }) => {
  test('after going back to a sign-in page that has been used', async () => {
    const { email, password } = await newAccount();
    visitor = await visit('/login', { scripts });
    await ask();
    const used = visitor.page.url();
    await visitor.signIn(email, password);
    await allow();
    await visitor.page.goto(used);
    // Hydra accepts a used challenge once more, the sandbox starts its request again
    if ((await visitor.page.getByLabel(/^Password/).count()) > 0) await confirm(password);
    await visitor.arrives(consent);
  });

  test('from an unknown challenge, by starting again at the application', async () => {
    const { email, password } = await newAccount();
    visitor = await visit('/login', { scripts });
    await ask();
    await visitor.open('/consent?consent_challenge=unknown');
    await visitor.page.getByRole('link', { name: 'Start again at Harbor Clinic' }).click();
    await visitor.signIn(email, password);
    expect(await allow()).toBe(email);
  });

  test('from a consent page opened in another browser, by starting again at the application', async () => {
    const account = await newAccount();
    visitor = await visit('/login', { scripts });
    await ask();
    await visitor.signIn(account.email, account.password);
    await visitor.arrives(consent);
    const consentUrl = visitor.page.url();
    visitor = await visit('/login', { scripts });
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Welcome, Ada');
    await visitor.page.goto(consentUrl);
    await visitor.arrives(consent);
    await visitor.press('Allow');
    // Hydra redirects to the application with an error, the sandbox shows one
    await visitor.page.waitForURL((address) => address.searchParams.has('error'));
    await visitor.open('/login?login_challenge=unknown');
    await visitor.page.getByRole('link', { name: 'Start again at Harbor Clinic' }).click();
    await confirm(account.password);
    expect(await allow()).toBe(account.email);
  });
});

test('in every theme and width, axe finds nothing on a consent and on an application’s logout, and they fit', async () => {
  const { email, password } = await newAccount();
  visitor = await visit('/login');
  await ask();
  await visitor.signIn(email, password);
  await visitor.arrives(consent);
  expect(await findingsInEveryLook(visitor.page)).toEqual([]);
  await visitor.press('Allow');
  const { id_token: idToken = '' } = await app.tokens(visitor.page);
  await visitor.page.goto(app.logoutUrl(idToken));
  await visitor.reads('Harbor Clinic asks you to log out.');
  expect(await findingsInEveryLook(visitor.page)).toEqual([]);
});

test('no token, code or challenge gets into the portal’s log, and no token into an address', async () => {
  const { email, password } = await newAccount();
  visitor = await visit('/login');
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
