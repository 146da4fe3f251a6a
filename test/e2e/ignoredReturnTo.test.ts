import { test } from '@jest/globals';
import { openSignedIn } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visit } = useStack();

test('a return_to that Kratos ignored does not redirect off-site after signing in in another tab', async () => {
  const account = await createIdentity(stack().kratos.adminUrl);
  const visitor = await visit('/self-service/login/browser?return_to=https://evil.example/;a');
  const cookies = await visitor.context.cookies();
  await openSignedIn(await visitor.another('/login'), stack(), account, '/');
  // restores the flow's cookies beside the session's
  await visitor.context.addCookies(cookies);
  await visitor.signIn(account.email, account.password);
  await visitor.page.waitForURL(`${stack().url}/`);
});
