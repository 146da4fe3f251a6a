import { randomUUID } from 'node:crypto';
import { describe, test } from '@jest/globals';
import { openSignedIn, pressIn, section } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

const { stack, arrive } = useStack({ portal: { RATE_LIMIT: 'on' } });

const mailsAnHour = 6;

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  test('an address that has been mailed too often is refused with where to enter the newest code, which still works', async () => {
    const email = `${randomUUID()}@example.com`;
    const refusal = /Enter the newest code on the page that asks for it, or try again in \d+ minutes\./;
    const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    const visitor = await arrive({ scripts });
    await openSignedIn(visitor, stack(), account, '/settings');
    await section(visitor, 'profile').getByLabel('Email').fill(email);
    await pressIn(visitor, 'profile', 'Save profile');
    await visitor.arrives('Verify your new address');
    for (let mails = 0; mails < mailsAnHour; mails += 1) {
      await visitor.open('/');
      await visitor.press('Email me a code');
      await visitor.arrives('Verify your new address');
    }
    const codePage = visitor.page.url();

    await visitor.open('/');
    await visitor.press('Email me a code');
    await visitor.reads(refusal);
    await visitor.page.getByRole('link', { name: 'Go Back' }).click();
    await visitor.arrives(/^Welcome/);
    await visitor.open('/verification');
    await visitor.press('Email me a code');
    await visitor.reads(refusal);

    await visitor.page.goto(codePage);
    await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
    await visitor.press('Continue');
    await visitor.reads(/You verified/);
  });
});
