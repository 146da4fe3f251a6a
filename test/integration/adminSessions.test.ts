import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { totpCode } from '../support/accountVisitor.ts';
import { FlowBrowser, mailedVerification, totpSecretIn, type AnsweredFlow } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { ageSessions } from '../support/passTime.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { runningStack } from '../support/runningStack.ts';

const boss = `boss-${randomUUID()}@test.example`;

const stack = runningStack({
  portal: { NODE_ENV: 'production', PORTAL_ADMINS: boss, PORTAL_ADMIN_AAL: 'aal1' },
});
/** A second portal for the same provider, which requires a second factor. */
let strict: RunningPortal;
let strictAdmin: Awaited<ReturnType<typeof createIdentity>>;

beforeAll(async () => {
  strictAdmin = await createIdentity(stack.kratos.adminUrl);
  strict = await startPortal({
    NODE_ENV: 'production',
    KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
    KRATOS_ADMIN_URL: stack.kratos.adminUrl,
    PORTAL_ADMINS: strictAdmin.id,
  });
}, 120_000);

afterAll(() => strict.stop());

const json = { accept: 'application/json', 'content-type': 'application/json' };

const reading = async (jar: CookieJar): Promise<number> =>
  (await fetch(`${stack.url}/admin/identities`, { headers: { cookie: jar.header() } })).status;

describe('an address in PORTAL_ADMINS', () => {
  test('makes no admin of an account with a credential that its owner has not confirmed', async () => {
    await new FlowBrowser(stack).register(boss);
    await mailedVerification(stack, boss);
    const owner = new FlowBrowser(stack);
    await owner.signInByCode(boss);
    expect(await reading(owner.jar)).toBe(403);
    await owner.change({ method: 'password', password: randomUUID() });
    expect(await reading(owner.jar)).toBe(200);
  });
});

describe('an admin whose sign-in is too old', () => {
  let browser: FlowBrowser;
  let jar: CookieJar;
  let secret: string;

  const signedIn = async (): Promise<void> => {
    jar = await signIn(strict.url, strictAdmin);
    browser = new FlowBrowser(stack, { url: strict.url, jar });
  };

  /** Submits a code of the authenticator app. */
  async function giveCode(kind: string, flow: AnsweredFlow): Promise<void> {
    const fields = { method: 'totp', totp_code: totpCode(secret) };
    expect((await browser.submit(kind, flow, fields)).status).toBe(200);
  }

  beforeAll(async () => {
    await signedIn();
    const settings = await browser.start('settings');
    secret = totpSecretIn(settings);
    await giveCode('settings', settings);
    await signedIn();
    await giveCode('login', await browser.start('login', '?aal=aal2'));
  });

  /** Changes the admin's own account, as a page's script does. */
  async function change(): Promise<Response> {
    const answer = await fetch(`${strict.url}/api/csrf`, { headers: { cookie: jar.header() } });
    jar.keep(answer);
    const { token } = (await answer.json()) as { token: string };
    return fetch(`${strict.url}/admin/identities/${strictAdmin.id}`, {
      method: 'PATCH',
      headers: { ...json, cookie: jar.header(), 'x-csrf-token': token },
      body: JSON.stringify([{ op: 'replace', path: '/metadata_public', value: {} }]),
    });
  }

  test('can read, but cannot change anything until the second factor is given again at the URL in the refusal', async () => {
    ageSessions(stack, strictAdmin);
    const list = await fetch(`${strict.url}/admin/identities`, { headers: { cookie: jar.header() } });
    expect(list.status).toBe(200);

    const refused = await change();
    expect(refused.status).toBe(403);
    const { error } = (await refused.json()) as { error: { id: string; redirect_browser_to: string } };
    expect(error.id).toBe('session_refresh_required');
    const confirm = new URL(error.redirect_browser_to);
    expect(confirm.origin + confirm.pathname).toBe(`${strict.url}/login`);

    await giveCode('login', await browser.start('login', confirm.search));
    expect((await change()).status).toBe(200);
  });
});
