import { expect, test } from '@jest/globals';
import { openSignedIn } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { Keyboard } from '../support/keyboard.ts';
import { useStack } from '../support/useStack.ts';

const { stack, arrive } = useStack({
  kratos: {
    SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false',
    SELFSERVICE_METHODS_CODE_MFA_ENABLED: 'true',
  },
});

test('a mailed code is requested and entered as a second factor, and methods that are not set up are not offered', async () => {
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  const visitor = await arrive({ scripts: false });
  const keyboard = new Keyboard(visitor.page);
  const asksOnlyForCode = async (): Promise<void> => {
    await visitor.page.getByLabel(/^Login code/).waitFor();
    expect(await visitor.page.getByText('Use another method').count()).toBe(0);
  };
  await openSignedIn(visitor, stack(), account, '/login?aal=aal2');
  await keyboard.goTo(`Send code to ${account.email}`);
  await keyboard.press('Enter');
  await asksOnlyForCode();
  await visitor.page.reload();
  await asksOnlyForCode();
  const { code = '' } = await stack().mailbox.waitFor(account.email);
  await keyboard.goTo('Login code');
  await keyboard.type('000000');
  await keyboard.press('Enter');
  await visitor.reads(/Wrong code/);
  await keyboard.goTo('Login code');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(code);
  await keyboard.press('Enter');
  await visitor.arrives('Welcome, Ada');
});
