import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { grantAccess, openConsent } from '../support/applicationSignIn.ts';
import { createIdentity } from '../support/identities.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';

const { stack, arrive, url, relyingParty } = await useOAuth2();

/** The requests for the application's front-channel logout page. */
const logouts: URL[] = [];
const logoutPage = http.createServer((request, response) => {
  logouts.push(new URL(request.url ?? '', url));
  response.setHeader('content-type', 'text/html').end('logged out');
});
let app: RelyingParty;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    logoutPage.listen(0, '127.0.0.1', resolve);
  });
  const { port: logoutPort } = logoutPage.address() as AddressInfo;
  app = await relyingParty({
    frontchannel_logout_uri: `http://127.0.0.1:${logoutPort}/`,
    frontchannel_logout_session_required: true,
  });
});

afterAll(() => {
  logoutPage.close();
});

test('an application can receive its answer as a form post, so that no URL contains the code', async () => {
  const visitor = await arrive();
  const account = await createIdentity(stack().kratos.adminUrl);
  await openConsent(visitor, app.request({ response_mode: 'form_post' }), account);
  const posted = visitor.page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().startsWith(app.home),
  );
  await visitor.press('Allow');
  const body = new URLSearchParams((await posted).postData() ?? '');
  expect([...body.keys()]).toEqual(expect.arrayContaining(['code', 'state']));
  expect((await app.answer(visitor.page)).size).toBe(0);
});

test('a logout calls the front-channel logout page of the application, and then returns to it', async () => {
  const visitor = await arrive();
  const { jar, tokens } = await grantAccess(app, await createIdentity(stack().kratos.adminUrl));
  await visitor.keep(jar);
  await visitor.page.goto(app.logoutUrl(tokens.id_token ?? ''));
  await visitor.press('Yes');
  await visitor.page.waitForURL((at) => at.href.startsWith(`${app.home}goodbye`));
  expect(logouts.map(({ searchParams }) => searchParams.get('iss'))).toEqual([url]);
});
