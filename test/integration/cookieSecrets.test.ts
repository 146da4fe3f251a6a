import { beforeAll, expect, test } from '@jest/globals';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { sessionToken, signIn, type CookieJar } from '../support/kratosLogin.ts';
import { endSessions } from '../support/passTime.ts';
import { runningStack } from '../support/runningStack.ts';

const [older, newer] = ['older'.repeat(8), 'newer'.repeat(8)];

const stack = runningStack({ kratos: { SECRETS_COOKIE: older } });
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack.kratos.adminUrl);
});

const isSignedIn = async (jar: CookieJar): Promise<boolean> =>
  (await fetch(`${stack.url}/sessions/whoami`, { headers: { cookie: jar.header() } })).status === 200;

test('with a new cookie secret before the old one, Kratos keeps its sessions until the old one goes', async () => {
  const before = await signIn(stack.url, account);
  await stack.kratos.restart({ SECRETS_COOKIE: `${newer},${older}` });
  const after = await signIn(stack.url, account);
  expect([await isSignedIn(before), await isSignedIn(after)]).toEqual([true, true]);
  await stack.kratos.restart({ SECRETS_COOKIE: newer });
  expect([await isSignedIn(before), await isSignedIn(after)]).toEqual([false, true]);
});

test('a new cookie secret does not end the sessions of apps, which have tokens; ending them in the database does', async () => {
  await stack.kratos.restart({ SECRETS_COOKIE: older });
  const token = await sessionToken(stack.url, account);
  const statusOf = async (): Promise<number> =>
    (await fetch(`${stack.url}/sessions/whoami`, { headers: { 'x-session-token': token } })).status;
  await stack.kratos.restart({ SECRETS_COOKIE: newer });
  expect(await statusOf()).toBe(200);
  endSessions(stack);
  expect(await statusOf()).toBe(401);
});
