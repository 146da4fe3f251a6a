import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoResource } from '../../provider/local/demo/demoClient.ts';
import { startDemo, type Demo } from '../../provider/local/demo/startDemo.ts';
import { freePort } from '../../provider/local/freePort.ts';
import { enrolTotp, openSignedIn, totpCode } from '../support/accountVisitor.ts';
import { ageSessions } from '../support/passTime.ts';
import { createIdentity } from '../support/identities.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const { stack, arrive, url, adminUrl } = await useOAuth2({
  portal: { PROTECTED_RESOURCES: demoResource(`http://127.0.0.1:${port}`), AUTHENTICATION_CONTEXT: 'on' },
});
let demo: Demo;

beforeAll(async () => {
  demo = await startDemo({ portalUrl: url, hydraAdminUrl: adminUrl, port });
});

afterAll(() => demo.stop());

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

test('after Back and Allow, the user is still signed in to the demo application, and not after Back and Deny', async () => {
  const { page } = await atConsent();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('You are signed in.').waitFor();
  await page.goto(`${demo.url}/callback?code=again&state=again`);
  await page.getByText('You are signed in.').waitFor();
  await page.goto(`${demo.url}/callback?error=access_denied&state=again`);
  expect(await page.getByRole('alert').textContent()).toContain('access_denied');
});

test('an answer to a sign-in of another browser leads to a sign-in', async () => {
  const { page } = await arrive();
  await page.goto(`${demo.url}/callback?code=other&state=other`);
  expect(await page.getByRole('alert').textContent()).toContain('not started in this browser');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
});

test('the demo application offers the sign-in of a device only where the provider has it', async () => {
  const { page } = await arrive();
  const discovered = await fetch(`${url}/.well-known/openid-configuration`);
  const hasDevices = 'device_authorization_endpoint' in ((await discovered.json()) as object);
  await page.goto(demo.url);
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('button').count()).toBe(hasDevices ? 1 : 0);
});

test('an API that wants a fresh second factor has the user sign in again, and answers then', async () => {
  const account = await createIdentity(stack().kratos.adminUrl);
  const visitor = await arrive();
  const { page } = visitor;
  await openSignedIn(visitor, stack(), account, '/settings');
  const secret = await enrolTotp(visitor);
  ageSessions(stack(), account);
  await page.goto(`${demo.url}/sign-in`);
  await visitor.press('Allow');
  await page.getByText('You are signed in.').waitFor();
  await page.getByRole('link', { name: 'Open the recordings' }).click();
  await visitor.reads('Your last sign-in is too long ago for this application.');
  await visitor.fill(/^Password/, account.password);
  await visitor.press(/^Sign in/);
  await visitor.fill(/code/i, totpCode(secret));
  await visitor.press('Use Authenticator');
  await visitor.press('Allow');
  await page.getByText('72 beats a minute').waitFor();
  expect(page.url()).toBe(`${demo.url}/recordings`);
});

test('whoever has no second factor sets one up, and goes on to the API that wants it', async () => {
  const account = await createIdentity(stack().kratos.adminUrl);
  const visitor = await arrive();
  const { page } = visitor;
  await openSignedIn(visitor, stack(), account, '/');
  await page.goto(`${demo.url}/sign-in`);
  await visitor.press('Allow');
  await page.getByRole('link', { name: 'Open the recordings' }).click();
  await visitor.reads(/no second factor yet/);
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await enrolTotp(visitor);
  await page
    .getByRole('link', { name: /^Continue/ })
    .first()
    .click();
  await visitor.press('Allow');
  await page.getByText('72 beats a minute').waitFor();
});
