import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { isOtherKratos } from '../support/isOtherKratos.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visit } = useStack({ kratos: { SELFSERVICE_METHODS_CODE_CONFIG_LIFESPAN: '1ns' } });

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  withoutScripts('an expired sign-in code restarts the sign-in and keeps the address', async () => {
    const { email } = await createIdentity(stack().kratos.adminUrl);
    const visitor = await visit('/login', { scripts });
    await visitor.fill('Email', email);
    await visitor.press('Email me a code');
    await visitor.typeMailedCode(stack().mailbox, email, /^Login code/);
    await visitor.press('Continue');
    await visitor.reads(/sign-in expired .* Try again/);
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    await visitor.press('Email me a code');
    await visitor.page.getByLabel(/^Login code/).waitFor();
  });

  test('an expired recovery code restarts the recovery, or is reported where Kratos refuses it like a wrong one', async () => {
    const { email } = await createIdentity(stack().kratos.adminUrl);
    const visitor = await visit('/recovery', { scripts });
    await visitor.fill('Email', email);
    await visitor.press('Email me a code');
    await visitor.typeMailedCode(stack().mailbox, email, /^Recovery code/);
    await visitor.press('Continue');
    const restarted = visitor.page.getByText(/account recovery expired .* Try again/);
    if (isOtherKratos) {
      const refused = visitor.page.getByText('Wrong code. Check the newest email.');
      await restarted.or(refused).first().waitFor();
      if ((await refused.count()) > 0) return visitor.reads(email);
    }
    await restarted.waitFor();
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
  });

  withScripts('an expired verification code restarts the verification', async () => {
    const email = `${randomUUID()}@example.org`;
    const visitor = await visit('/registration', { scripts });
    await visitor.register({ email, password: 'seven purple stethoscopes' });
    await visitor.arrives('Verify your account');
    await visitor.typeMailedCode(stack().mailbox, email, /^Verification code/);
    await visitor.press('Continue');
    await visitor.reads(/verification expired .* Try again/);
    await visitor.reads('Wrong address?');
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    await visitor.press('Email me a code');
    await visitor.page.getByLabel(/^Verification code/).waitFor();
    await visitor.page.getByRole('link', { name: 'Change' }).waitFor();
    expect(await visitor.page.getByText('Wrong address?').count()).toBe(0);
  });
});
