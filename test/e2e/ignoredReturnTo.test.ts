import { test } from '@jest/globals';
import { openSignedIn } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visit, arrive } = useStack();

test.each([
  { what: 'a sign-in in another tab', scripts: false },
  { what: 'a sign-in in another tab, and a wrong password before', scripts: true },
])('a return_to survives $what (scripts: $scripts)', async ({ what, scripts }) => {
  const account = await createIdentity(stack().kratos.adminUrl);
  const visitor = await arrive({ scripts });
  await visitor.open('/login?return_to=%2Faccessibility');
  if (what.endsWith('before')) {
    await visitor.signIn(account.email, 'wrong');
    await visitor.reads(/password/i);
  }
  const other = await visitor.another('/login');
  await other.signIn(account.email, account.password);
  await other.page.waitForURL(`${stack().url}/`);
  await visitor.signIn(account.email, account.password);
  await visitor.page.waitForURL(`${stack().url}/accessibility`);
});

test('a return_to that Kratos ignored does not redirect off-site after signing in in another tab', async () => {
  const account = await createIdentity(stack().kratos.adminUrl);
  const visitor = await visit('/self-service/login/browser?return_to=https://evil.example/;a');
  const cookies = await visitor.context.cookies();
  await openSignedIn(await visitor.another('/login'), stack(), account, '/');
  // restores the flow's cookies beside the session's
  await visitor.context.addCookies(cookies);
  await visitor.signIn(account.email, account.password);
  await visitor.page.waitForURL(`${stack().url}/`);
  await visitor.arrives(/^Welcome/);
});
