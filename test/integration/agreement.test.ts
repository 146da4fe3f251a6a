import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FlowBrowser, KratosAdmin, mailedVerification, somebody } from '../support/flowBrowser.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let raised: RunningPortal;

beforeAll(async () => {
  stack = await startStack({ portal: { CONSENT_VERSION: '2025-01' } });
  const { publicUrl, adminUrl, hooksKey } = stack.kratos;
  raised = await startPortal({
    PORTAL_URL: stack.url,
    KRATOS_PUBLIC_URL: publicUrl,
    KRATOS_ADMIN_URL: adminUrl,
    KRATOS_HOOKS_KEY: hooksKey,
    CONSENT_VERSION: '2026-11',
  });
}, 240_000);

afterAll(async () => {
  await raised.stop();
  await stack.stop();
});

const open = (browser: FlowBrowser, path: string): Promise<Response> =>
  browser.call(path, { headers: { accept: 'text/html' } });

/** What an account has agreed to. */
async function agreed(id: string): Promise<unknown> {
  const { metadata_public } = await new KratosAdmin(stack).read<{ metadata_public?: object }>(
    `/identities/${id}`,
  );
  return metadata_public;
}

test('a sign-up agrees to the version of its time, and a later one is asked for before the page that was wanted', async () => {
  const email = somebody();
  const browser = new FlowBrowser(stack);
  await browser.register(email);
  const { flow, code } = await mailedVerification(stack, email);
  await browser.enterCode(flow, code);
  await browser.signIn(email);
  const id = (await browser.identity()) ?? '';
  expect(await agreed(id)).toEqual({ agreement: { version: '2025-01', at: expect.any(String) } });
  expect((await open(browser, '/')).status).toBe(200);

  const later = new FlowBrowser(stack, { jar: browser.jar, url: raised.ownUrl });
  const first = await open(later, '/settings?x=1');
  expect(first.status).toBe(303);
  const page = first.headers.get('location') ?? '';
  expect(page).toMatch(/^\/agreement\?return_to=%2Fsettings%3Fx%3D1$/);
  const html = await (await open(later, page)).text();
  expect(html).toContain('What you agreed to has changed.');
  const { token } = (await (await later.call('/api/csrf')).json()) as { token: string };
  const agree = (version?: string): Promise<Response> =>
    later.call('/agreement', {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({
        _csrf: token,
        return_to: '/settings?x=1',
        ...(version !== undefined && { agree: version }),
      }),
    });
  expect((await agree()).headers.get('location')).toMatch(/^\/agreement\?return_to=.*settings/);
  expect(await (await open(later, page)).text()).toContain('Check this box to continue.');
  expect(await (await open(later, page)).text()).not.toContain('Check this box to continue.');
  // a form from before the words have changed again
  expect((await agree('2025-01')).headers.get('location')).toMatch(/^\/agreement\?return_to=.*settings/);
  expect((await agree('2026-11')).headers.get('location')).toBe(`${stack.url}/settings?x=1`);
  expect(await agreed(id)).toMatchObject({ agreement: { version: '2026-11' } });
  expect((await open(later, '/')).status).toBe(200);
}, 60_000);

test('a replica without a version asks nobody, and leads visitors of one that has it back', async () => {
  const { publicUrl, adminUrl, hooksKey } = stack.kratos;
  const plain = await startPortal({
    PORTAL_URL: stack.url,
    KRATOS_PUBLIC_URL: publicUrl,
    KRATOS_ADMIN_URL: adminUrl,
    KRATOS_HOOKS_KEY: hooksKey,
  });
  const browser = new FlowBrowser(stack, { url: plain.ownUrl });
  const page = await open(browser, '/agreement?return_to=%2Fsettings');
  expect([page.status, page.headers.get('location')]).toEqual([303, `${stack.url}/settings`]);
  const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
  const posted = await browser.call('/agreement', {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ _csrf: token, return_to: '/settings', agree: '2026-11' }),
  });
  expect([posted.status, posted.headers.get('location')]).toEqual([303, `${stack.url}/settings`]);
  await plain.stop();
}, 60_000);
