import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { enrolBackupCodes, enrolTotp, openSignedIn, totpCode } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { Keyboard } from '../support/keyboard.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive } = useStack({ kratos: { SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false' } });
let visitor: Visitor;
let keyboard: Keyboard;
let account: TestIdentity;
let secret: string;
let codes: string[];

async function arriveWithKeyboard(scripts: boolean): Promise<void> {
  visitor = await arrive({ scripts });
  keyboard = new Keyboard(visitor.page);
}

const refused = (text: RegExp): Promise<unknown> => visitor.page.getByText(text).first().waitFor();

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  beforeEach(async () => {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    await arriveWithKeyboard(scripts);
    await openSignedIn(visitor, stack(), account, '/settings');
    secret = await enrolTotp(visitor);
    codes = await enrolBackupCodes(visitor);
    await openSignedIn(visitor, stack(), account, '/login?aal=aal2');
  });

  withoutScripts('a wrong code from the app is refused, and the right one signs in', async () => {
    await keyboard.goTo('Authentication code');
    await keyboard.type('000000');
    await keyboard.press('Enter');
    await refused(/^This code is wrong/);
    await keyboard.goTo('Authentication code');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(totpCode(secret));
    await keyboard.press('Enter');
    await visitor.arrives('Welcome, Ada');
  });

  withScripts(
    'a backup code works instead of the app; Enter submits the field that has the focus',
    async () => {
      await keyboard.goTo('Authentication code');
      await keyboard.type('12');
      await keyboard.goTo('Backup recovery code');
      await keyboard.type('nonsense');
      await keyboard.press('Enter');
      await refused(/backup code is wrong/);
      await keyboard.goTo('Backup recovery code');
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(codes[0] ?? '');
      await keyboard.press('Enter');
      await visitor.arrives('Welcome, Ada');
    },
  );
});

describe('where a mailed code is a second factor', () => {
  beforeAll(() => stack().kratos.restart({ SELFSERVICE_METHODS_CODE_MFA_ENABLED: 'true' }));

  test.each([{ scripts: true }, { scripts: false }])(
    'the code can be requested and entered, and methods that are not set up are not offered (scripts: $scripts)',
    async ({ scripts }) => {
      account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
      await arriveWithKeyboard(scripts);
      await openSignedIn(visitor, stack(), account, '/login?aal=aal2');
      const send = `Send code to ${account.email}`;
      await keyboard.goTo(send);
      await keyboard.press('Enter');
      await visitor.page.getByLabel(/^Login code/).waitFor();
      expect(await visitor.page.getByText('Use another method').count()).toBe(0);
      await visitor.page.reload();
      await visitor.page.getByLabel(/^Login code/).waitFor();
      expect(await visitor.page.getByText('Use another method').count()).toBe(0);
      const { code = '' } = await stack().mailbox.waitFor(account.email);
      await keyboard.goTo('Login code');
      await keyboard.type('000000');
      await keyboard.press('Enter');
      await refused(/Wrong code/);
      await keyboard.goTo('Login code');
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(code);
      await keyboard.press('Enter');
      await visitor.arrives('Welcome, Ada');
    },
  );
});
