import { describe, expect, test } from '@jest/globals';
import { axeFindings } from '../support/accessibility.ts';
import { FlowBrowser, totpSecretIn } from '../support/flowBrowser.ts';
import { totpCode } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStoreStack } from '../support/useStack.ts';

const { stack, visit, visitSignedIn } = useStoreStack();

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  test('from the mail about a change, its owner locks everybody out, chooses a password, and undoes what is left', async () => {
    const account = await createIdentity(stack().kratos.adminUrl);
    const thief = new FlowBrowser(stack());
    await thief.signIn(account.email, account.password);
    const flow = await thief.start('settings');
    await thief.submit('settings', flow, { method: 'totp', totp_code: totpCode(totpSecretIn(flow)) });
    const { links } = await stack().mailbox.waitFor(account.email, {
      matching: ({ subject }) => subject.endsWith('Authenticator app turned on'),
    });
    const link = links.find((one) => one.includes('/secure?')) ?? '';

    const visitor = await visit(link.replace(stack().url, ''), { scripts });
    await visitor.arrives('Secure your account');
    expect(new URL(visitor.page.url()).search).toBe('');
    await visitor.reads(account.email);
    if (scripts) expect(await axeFindings(visitor.page)).toEqual([]);
    await visitor.press('Secure my account');
    await visitor.arrives('Your account is secured');
    expect(await thief.identity()).toBeUndefined();

    await visitor.page.getByRole('link', { name: 'Choose a new password' }).click();
    await visitor.arrives('Recover your account');
    expect(await visitor.page.getByLabel('Email').first().inputValue()).toBe(account.email);
    const since = stack().mailbox.messages.length;
    await visitor.press(/email me a/i);
    await visitor.typeMailedCode(stack().mailbox, account.email, /code/i, since);
    await visitor.page.keyboard.press('Enter');
    await visitor.arrives('Account Settings');
    await visitor.page
      .getByLabel(/^Password/)
      .first()
      .fill(`${account.password}!`);
    await visitor.page.keyboard.press('Enter');
    await visitor.arrives('Check what has changed');
    await visitor.reads('Authenticator app turned on');
    if (scripts) expect(await axeFindings(visitor.page)).toEqual([]);
  }, 90_000);

  test('somebody deletes their account, is told until when it can come back, and comes back', async () => {
    const account = await createIdentity(stack().kratos.adminUrl);
    const visitor = await visitSignedIn(account, '/data', { scripts });
    await visitor.arrives('Your data');
    await visitor.press('Delete my account');
    await visitor.reads('Check this box to continue.');
    const box = visitor.page.getByLabel('I want to delete my account.');
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    if (scripts) expect(await axeFindings(visitor.page)).toEqual([]);
    await box.check();
    await visitor.press('Delete my account');
    await visitor.arrives('Your account will be deleted');
    if (scripts) expect(await axeFindings(visitor.page)).toEqual([]);
    await visitor.page.getByRole('main').getByRole('link').first().click();
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Your account stays');
    if (scripts) expect(await axeFindings(visitor.page)).toEqual([]);
    await visitor.press('Go on');
    await visitor.page.waitForURL(`${stack().url}/`);
    await visitor.open('/activity');
    await visitor.reads('Account kept: it will not be deleted');
  }, 60_000);
});
