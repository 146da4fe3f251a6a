import { test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visit } = useStack({
  kratos: {
    SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false',
    SELFSERVICE_METHODS_CODE_MFA_ENABLED: 'true',
  },
});

test.each(scriptsOnAndOff)('a mailed code is a second factor, $how', async ({ scripts }) => {
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  const visitor = await visit('/login', { scripts });
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Two-Factor Authentication');
  await visitor.pressToReach(/^Login code/, `Send code to ${account.email}`);
  await visitor.fill(/^Login code/, '000000');
  await visitor.press('Continue');
  await visitor.reads(/wrong or has already been used/);
  await visitor.typeMailedCode(stack().mailbox, account.email, /^Login code/);
  await visitor.press('Continue');
  await visitor.arrives('Welcome, Ada');
});
