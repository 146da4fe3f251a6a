import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDemo, type Demo } from '../../provider/local/demo/startDemo.ts';
import { freePort } from '../../provider/local/freePort.ts';
import { startSandbox } from '../../provider/sandbox/startSandbox.ts';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const ports = { public: await freePort(), admin: await freePort() };
const hydra = { public: `http://127.0.0.1:${ports.public}`, admin: `http://127.0.0.1:${ports.admin}` };

const { stack, arrive } = useStack({
  kratos: { OAUTH2_PROVIDER_URL: hydra.admin },
  portal: { HYDRA_PUBLIC_URL: hydra.public, HYDRA_ADMIN_URL: hydra.admin },
});

let directory: string;
let demo: Demo;
let stopSandbox: () => Promise<void>;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  const portalUrl = stack().url;
  ({ stop: stopSandbox } = await startSandbox({
    directory,
    portalUrl,
    ports,
    kratosAdminUrl: stack().kratos.adminUrl,
  }));
  demo = await startDemo({ portalUrl, hydraAdminUrl: hydra.admin, port: await freePort() });
});

afterAll(async () => {
  await demo.stop();
  await stopSandbox();
  await rm(directory, { recursive: true });
});

/** Signs a new user in to the demo application, up to the consent page. */
async function atConsent(): Promise<Visitor & { email: string }> {
  const { email, password } = await createIdentity(stack().kratos.adminUrl);
  const visitor = await arrive();
  await visitor.page.goto(demo.url);
  await visitor.page.getByRole('link', { name: 'Sign in' }).click();
  await visitor.signIn(email, password);
  await visitor.page.waitForURL((url) => url.pathname === '/consent');
  return Object.assign(visitor, { email });
}

test('a user signs in to the demo application, sees the claims and scopes, and refreshes the tokens', async () => {
  const { page, email } = await atConsent();
  await page.locator('[value=offline_access]').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('You are signed in.').waitFor();
  expect(page.url()).toBe(`${demo.url}/`);
  const shown = page.getByRole('main');
  expect(await shown.textContent()).toContain(email);
  await page.getByRole('button', { name: 'Refresh the tokens' }).click();
  await page.getByText('You are signed in.').waitFor();
  expect(await shown.textContent()).toContain('openid profile email offline_access');
});

test('the demo application reports that the user denied access', async () => {
  const { page } = await atConsent();
  await page.getByRole('button', { name: 'Deny' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('access_denied');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
});
