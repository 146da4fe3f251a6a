import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Configuration, IdentityApi } from '@ory/client';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { createIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const adminAddress = 'admin@test.example';

let stack: Stack;
let browser: Browser;
let identities: IdentityApi;

beforeAll(async () => {
  [stack, browser] = await Promise.all([
    startStack({ portal: { PORTAL_ADMINS: adminAddress, PORTAL_ADMIN_AAL: 'aal1' } }),
    sharedBrowser(),
  ]);
  const jar = await signIn(stack.url, await createIdentity(stack.kratos.adminUrl, { email: adminAddress }));
  const csrf = await fetch(`${stack.url}/api/csrf`, { headers: { cookie: jar.header() } });
  jar.keep(csrf);
  const { token } = (await csrf.json()) as { token: string };
  const headers = { Cookie: jar.header(), 'X-CSRF-Token': token };
  identities = new IdentityApi(new Configuration({ basePath: stack.url, baseOptions: { headers } }));
}, 240_000);

afterAll(async () => {
  await closePages(browser);
  await stack.stop();
});

test('a recovery code made by an admin signs its owner in', async () => {
  const { id, email } = await createIdentity(stack.kratos.adminUrl);
  const { data: made } = await identities.createRecoveryCodeForIdentity({
    createRecoveryCodeForIdentityBody: { identity_id: id },
  });
  const visitor = await Visitor.at(stack.url, browser);
  await visitor.page.goto(made.recovery_link);
  await visitor.fill(/^Recovery code/, made.recovery_code);
  await visitor.press('Continue');
  await visitor.arrives('Account Settings');
  expect(await visitor.page.getByLabel('Email').first().inputValue()).toBe(email);
  await visitor.leave();
});

test('a recovery link made by an admin signs its owner in, without scripts', async () => {
  const { id } = await createIdentity(stack.kratos.adminUrl);
  const { data: made } = await identities.createRecoveryLinkForIdentity({
    createRecoveryLinkForIdentityBody: { identity_id: id },
  });
  const visitor = await Visitor.at(stack.url, browser, { scripts: false });
  await visitor.page.goto(made.recovery_link);
  await visitor.press('Recover account');
  await visitor.arrives('Account Settings');
  await visitor.leave();
});
