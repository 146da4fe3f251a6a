import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
import { totpCode } from '../support/accountVisitor.ts';
import { FlowBrowser, mailedVerification } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { startStack, type Stack } from '../support/stack.ts';

const boss = `boss-${randomUUID()}@test.example`;
const imported = `imported-${randomUUID()}@test.example`;

/** Long enough for a change right after a sign-in. */
const maxAgeMs = 5000;

let stack: Stack;
/** A second portal for the same provider: it requires a second factor, and a sign-in soon becomes too old for changes. */
let strict: RunningPortal;
let strictAdmin: Awaited<ReturnType<typeof createIdentity>>;

beforeAll(async () => {
  stack = await startStack({
    portal: { NODE_ENV: 'production', PORTAL_ADMINS: `${boss},${imported}`, PORTAL_ADMIN_AAL: 'aal1' },
  });
  strictAdmin = await createIdentity(stack.kratos.adminUrl);
  strict = await startPortal({
    NODE_ENV: 'production',
    KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
    KRATOS_ADMIN_URL: stack.kratos.adminUrl,
    PORTAL_ADMINS: strictAdmin.id,
    PORTAL_ADMIN_MAX_AGE: `${maxAgeMs / 1000}s`,
  });
}, 120_000);

afterAll(async () => {
  await strict.stop();
  await stack.stop();
});

interface Flow {
  id: string;
  ui: { nodes: { attributes: { id?: string; name?: string; value?: unknown; text?: { text: string } } }[] };
}

const fieldOf = ({ ui }: Flow, name: string): unknown =>
  ui.nodes.find(({ attributes }) => attributes.name === name)?.attributes.value;

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

  test('makes an admin of somebody whose account was created for them with that address', async () => {
    const admin = await createIdentity(stack.kratos.adminUrl, { email: imported });
    expect(await reading(await signIn(stack.url, admin))).toBe(200);
  });
});

describe('an admin whose sign-in is too old', () => {
  let jar: CookieJar;
  let secret: string;

  const start = async (kind: string, query: Record<string, string> = {}): Promise<Flow> => {
    const url = `${strict.url}/self-service/${kind}/browser?${new URLSearchParams(query).toString()}`;
    const answer = await fetch(url, { headers: { ...json, cookie: jar.header() } });
    jar.keep(answer);
    return (await answer.json()) as Flow;
  };

  /** Submits a code of the authenticator app. */
  async function giveCode(kind: string, flow: Flow): Promise<void> {
    const answer = await fetch(`${strict.url}/self-service/${kind}?flow=${flow.id}`, {
      method: 'POST',
      headers: { ...json, cookie: jar.header() },
      body: JSON.stringify({
        method: 'totp',
        totp_code: totpCode(secret),
        csrf_token: fieldOf(flow, 'csrf_token'),
      }),
    });
    expect(answer.status).toBe(200);
    jar.keep(answer);
  }

  beforeAll(async () => {
    jar = await signIn(strict.url, strictAdmin);
    const settings = await start('settings');
    secret =
      settings.ui.nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text
        ?.text ?? '';
    await giveCode('settings', settings);
    jar = await signIn(strict.url, strictAdmin);
    await giveCode('login', await start('login', { aal: 'aal2' }));
  });

  /** Waits until the sign-in is older than PORTAL_ADMIN_MAX_AGE. */
  async function age(): Promise<void> {
    const headers = { cookie: jar.header() };
    const answer = await fetch(`${stack.kratos.publicUrl}/sessions/whoami`, { headers });
    const { authenticated_at } = (await answer.json()) as Session;
    const oldFrom = Date.parse(authenticated_at ?? '') + maxAgeMs;
    while (Date.now() <= oldFrom) await fetch(`${strict.url}/health/alive`);
  }

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
    await age();
    const list = await fetch(`${strict.url}/admin/identities`, { headers: { cookie: jar.header() } });
    expect(list.status).toBe(200);

    const refused = await change();
    expect(refused.status).toBe(403);
    const { error } = (await refused.json()) as { error: { id: string; redirect_browser_to: string } };
    expect(error.id).toBe('session_refresh_required');
    const confirm = new URL(error.redirect_browser_to);
    expect(confirm.origin + confirm.pathname).toBe(`${strict.url}/login`);

    await giveCode('login', await start('login', Object.fromEntries(confirm.searchParams)));
    expect((await change()).status).toBe(200);
  });
});
