import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { VerificationFlow } from '@ory/client';
import { createIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { startStack, type Stack } from '../support/stack.ts';

const boss = `boss-${randomUUID()}@test.example`;
const imported = `imported-${randomUUID()}@test.example`;

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({
    portal: { NODE_ENV: 'production', PORTAL_ADMINS: `${boss},${imported}`, PORTAL_ADMIN_AAL: 'aal1' },
  });
}, 120_000);

afterAll(() => stack.stop());

interface Flow {
  id: string;
  ui: { nodes: { attributes: { id?: string; name?: string; value?: unknown; text?: { text: string } } }[] };
}

const fieldOf = ({ ui }: Flow, name: string): unknown =>
  ui.nodes.find(({ attributes }) => attributes.name === name)?.attributes.value;

const json = { accept: 'application/json', 'content-type': 'application/json' };

const post = (path: string, body: object): Promise<Response> =>
  fetch(stack.kratos.publicUrl + path, { method: 'POST', headers: json, body: JSON.stringify(body) });

const reading = async (jar: CookieJar): Promise<number> =>
  (await fetch(`${stack.url}/admin/identities`, { headers: { cookie: jar.header() } })).status;

/** Proves an address by a mailed code. */
async function verify(email: string): Promise<void> {
  const start = await fetch(`${stack.kratos.publicUrl}/self-service/verification/api`);
  const path = `/self-service/verification?flow=${((await start.json()) as VerificationFlow).id}`;
  await post(path, { method: 'code', email });
  const { code } = await stack.mailbox.waitFor(email);
  const done = await post(path, { method: 'code', code });
  expect(((await done.json()) as VerificationFlow).state).toBe('passed_challenge');
}

describe('an address in PORTAL_ADMINS', () => {
  test('makes no admin of whoever registered it before its owner proved it, even with a new password', async () => {
    const squatter = await createIdentity(stack.kratos.adminUrl, { email: boss, verified: false });
    await verify(boss);
    const jar = await signIn(stack.url, squatter);
    expect(await reading(jar)).toBe(403);

    const headers = { ...json, cookie: jar.header() };
    const start = await fetch(`${stack.kratos.publicUrl}/self-service/settings/browser`, { headers });
    jar.keep(start);
    const flow = (await start.json()) as Flow;
    const changed = await fetch(`${stack.kratos.publicUrl}/self-service/settings?flow=${flow.id}`, {
      method: 'POST',
      headers: { ...json, cookie: jar.header() },
      body: JSON.stringify({
        method: 'password',
        password: randomUUID(),
        csrf_token: fieldOf(flow, 'csrf_token'),
      }),
    });
    expect(changed.status).toBe(200);
    jar.keep(changed);
    expect(await reading(jar)).toBe(403);
  });

  test('makes an admin of whom an account with that address was made for', async () => {
    const admin = await createIdentity(stack.kratos.adminUrl, { email: imported });
    expect(await reading(await signIn(stack.url, admin))).toBe(200);
  });
});
