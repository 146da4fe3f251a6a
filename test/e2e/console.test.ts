import { beforeAll, describe, expect, test } from '@jest/globals';
import { enrolTotp, totpCode } from '../support/accountVisitor.ts';
import { axeFindings, findingsInDarkAndNarrow } from '../support/accessibility.ts';
import { ConsoleMember } from '../support/consoleMember.ts';
import { FlowBrowser, KratosAdmin, somebody, totpSecretIn } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

/** The members' addresses: one gives the second factor in the browser, the other has given it. */
const [newcomer, writer] = [somebody(), somebody()];
const { stack, visitSignedIn, arrive } = useStack({
  portal: { PORTAL_ADMINS: `${newcomer},${writer}`, DATA_DIRECTORY: newDirectory() },
});
let member: ConsoleMember;

beforeAll(async () => {
  member = await ConsoleMember.arrive(stack(), writer);
});

const admin = (): KratosAdmin => new KratosAdmin(stack());

const someone = (email = somebody()): Promise<TestIdentity> =>
  createIdentity(stack().kratos.adminUrl, {
    email,
    traits: { name: { first: 'Ilvy', last: email.slice(0, 7) } },
  });

const nameOf = ({ email }: TestIdentity): string => `Ilvy ${email.slice(0, 7)}`;

/** Signs an account's owner in, with an authenticator app from then on. @returns the browser and its session */
async function withApp(account: TestIdentity): Promise<FlowBrowser> {
  const browser = new FlowBrowser(stack(), { jar: await signIn(stack().url, account) });
  const settings = await browser.start('settings');
  const secret = totpSecretIn(settings);
  await browser.submit('settings', settings, { method: 'totp', totp_code: totpCode(secret) });
  return browser;
}

/** Somebody with an authenticator app and a session, whose address counts as not proved any more. */
async function inTrouble(): Promise<{ account: TestIdentity; owner: FlowBrowser }> {
  const account = await someone();
  const owner = await withApp(account);
  const address = '/verifiable_addresses/0';
  await admin().patch(account.id, [
    { op: 'replace', path: `${address}/verified`, value: false },
    { op: 'replace', path: `${address}/status`, value: 'pending' },
  ]);
  return { account, owner };
}

/** Opens the console as a member. */
async function enter(scripts = true): Promise<Visitor> {
  const visitor = await arrive({ scripts });
  await visitor.keep(member.browser.jar);
  await visitor.open('/manage');
  await visitor.arrives('Overview');
  return visitor;
}

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  let visitor: Visitor;
  const follow = async (name: string | RegExp): Promise<void> =>
    visitor.page.getByRole('main').getByRole('link', { name }).first().click();
  const find = async (text: string): Promise<void> => {
    await visitor.page.getByLabel('Find a person, an id or a line of a log').fill(text);
    await visitor.page.keyboard.press('Enter');
  };

  /** Waits for the mail with a link to a page; other mails may come before it. */
  const mailedLink = async (email: string, page: string, since = 0): Promise<string> => {
    const isIt = (one: string): boolean => one.includes(page);
    const { links } = await stack().mailbox.waitFor(email, {
      since,
      matching: (mail) => mail.links.some(isIt),
    });
    return links.find(isIt) ?? '';
  };

  withoutScripts('a member gives the second factor before the console opens', async () => {
    const account = await createIdentity(stack().kratos.adminUrl, { email: newcomer });
    visitor = await visitSignedIn(account, '/settings', { scripts });
    const secret = await enrolTotp(visitor);
    await visitor.context.clearCookies();
    await visitor.keep(await signIn(stack().url, account));
    await visitor.open('/manage');
    await visitor.fill(/^Authentication code/, totpCode(secret));
    await visitor.press('Use Authenticator');
    await visitor.arrives('Overview');
  });

  test('a member helps somebody, edits, invites, deletes, and sees it in the log', async () => {
    visitor = await enter(scripts);
    const { account, owner } = await inTrouble();

    await find(account.email);
    await visitor.arrives(nameOf(account));
    await visitor.reads(`The address ${account.email} is not proved yet.`);
    const since = stack().mailbox.messages.length;
    await follow(/^Mail a code/);
    await visitor.press('Mail a code');
    await visitor.reads('The code is on its way.');
    // whoever does not see it is there at once
    await visitor.page.locator('[data-act=mailVerificationCode]:focus').waitFor();
    const link = await mailedLink(account.email, '/verification?', since);
    const mailed = await arrive({ scripts });
    await mailed.page.goto(link);
    await mailed.press('Verify this address');
    await mailed.reads(/^Verified\./);

    await follow('End all…');
    await visitor.press('End all');
    await visitor.reads('All sessions have ended.');
    expect((await owner.call('/sessions/whoami')).status).toBe(401);

    await follow('Deactivate…');
    await visitor.fill('Reason, for the log', 'asked on the phone');
    await visitor.press('Deactivate');
    await visitor.reads('The account is deactivated.');
    await follow('Reactivate…');
    await visitor.press('Reactivate');
    await visitor.reads('The account is active.');

    await follow('Remove: Authenticator app');
    await visitor.fill('Reason, for the log', 'lost the phone');
    await visitor.press('Remove');
    await visitor.reads('The second factor is removed.');
    const { credentials } = await admin().read<{ credentials: object }>(
      `/identities/${account.id}?include_credential=totp`,
    );
    expect(credentials).not.toHaveProperty('totp');

    await follow('Edit');
    await visitor.fill('First name', 'Ilva');
    await visitor.press('Review changes');
    await visitor.page.getByRole('row', { name: /^First name .*Ilvy.*Ilva$/ }).waitFor();
    await visitor.press('Save 1 change');
    await visitor.reads('The changes are saved.');
    const renamed = nameOf(account).replace('Ilvy', 'Ilva');
    await visitor.arrives(renamed);

    await follow('Delete…');
    await visitor.fill('Reason, for the log', 'asked in writing');
    await visitor.fill(/^Type/, renamed);
    await visitor.press('Delete');
    await visitor.reads('The account will be deleted.');

    await visitor.page.getByRole('navigation').getByRole('link', { name: 'Log' }).click();
    await visitor.arrives('Log');
    for (const done of ['Deletion asked for', 'Edited', 'Second factor removed', 'Deactivated'])
      await visitor.reads(done);
    await visitor.reads('lost the phone');
  });

  test('on a phone the navigation is behind a button, and filters are folded with how many are set', async () => {
    visitor = await enter(scripts);
    await visitor.page.setViewportSize({ width: 375, height: 800 });
    await visitor.open('/manage/people?state=active&proved=yes');
    const state = visitor.page.getByLabel('State');
    expect(await state.isVisible()).toBe(false);
    await visitor.page
      .locator('summary')
      .filter({ hasText: /^Filters 2$/ })
      .click();
    await state.selectOption('Inactive');
    await visitor.press('Show');
    await visitor.reads('Nobody fits.');
    await visitor.page.getByRole('button', { name: 'Menu' }).click();
    await visitor.page.getByRole('link', { name: 'Log', exact: true }).click();
    await visitor.arrives('Log');
  });

  const invite = async (email: string, how: string): Promise<void> => {
    visitor = await enter(scripts);
    await visitor.open('/manage/people');
    await follow('Invite');
    await visitor.fill('Email', email);
    await visitor.page.getByLabel(/informed consent/).selectOption('Yes');
    await visitor.page.getByLabel(how).check();
    await visitor.press('Create the account');
  };

  withScripts('a member invites somebody by mail, who signs in by a mailed code', async () => {
    const { mailbox } = stack();
    const email = somebody();
    await invite(email, 'Code by email');
    await visitor.reads('The account is created, and a code is on its way.');
    expect(await mailedCode(mailbox, email)).toMatch(/^\d+$/);
    const link = await mailedLink(email, '/recovery?');
    const invited = await arrive({ scripts });
    await invited.page.goto(link);
    await invited.typeMailedCode(mailbox, email, /^Recovery code/);
    await invited.press('Continue');
    await invited.arrives('Account Settings');
  });

  withoutScripts('a member reads a code to somebody, who signs in with it', async () => {
    await invite(somebody(), 'Code to read out');
    await visitor.arrives('The recovery code');
    const main = visitor.page.getByRole('main');
    const link = await main.locator('code').first().innerText();
    const code = (await main.locator('output').textContent()) ?? '';
    expect(await main.locator('output').innerText()).not.toBe(code);
    const invited = await arrive({ scripts });
    await invited.page.goto(link);
    await invited.fill(/^Recovery code/, code);
    await invited.press('Continue');
    await invited.arrives('Account Settings');

    await visitor.page.reload();
    await visitor.reads(/^It was shown once/);
  });
});

describe('by keyboard', () => {
  let visitor: Visitor;
  const press = (key: string): Promise<void> => visitor.page.keyboard.press(key);
  /** Waits for a page by its heading, and for its script, which listens to the keys. */
  const arrives = async (heading: string): Promise<void> => {
    await visitor.arrives(heading);
    await visitor.page.waitForLoadState();
  };
  const chosen = () => visitor.page.getByRole('option', { selected: true });
  const focused = (): Promise<string> =>
    visitor.page.evaluate(() => document.activeElement?.textContent.trim() ?? '');

  beforeAll(async () => {
    await someone('zenobia@test.example');
  });

  test('the palette finds pages, acts and people, and gives the focus back', async () => {
    visitor = await enter();
    await press('Control+k');
    const field = visitor.page.getByRole('combobox', { name: 'Find or do anything' });
    await field.waitFor();
    await field.fill('sess');
    expect(await chosen().innerText()).toBe('Sessions');
    await press('Escape');
    await field.waitFor({ state: 'hidden' });
    await press('Control+k');
    await field.fill('zenobia@test.example');
    await visitor.page.getByRole('option', { name: /^Ilvy zenobia/ }).waitFor();
    expect(await chosen().innerText()).toContain('Ilvy zenobia');
    await press('ArrowDown');
    await press('ArrowUp');
    await press('Enter');
    await arrives('Ilvy zenobia');
    await press('Control+k');
    await field.fill('deactiv');
    await press('Enter');
    await arrives('Deactivate Ilvy zenobia?');
  });

  test('single letters lead on, and can be turned off', async () => {
    visitor = await enter();
    await press('g');
    await press('p');
    await arrives('People');
    await press('i');
    await arrives('Invite somebody');
    await visitor.page.getByRole('textbox', { name: /^Email/ }).fill('gp');
    await press('Escape');
    await arrives('Invite somebody');
    await visitor.open('/manage/people');
    await press('j');
    expect(await focused()).not.toBe('');
    await press('/');
    await press('?');
    expect(await visitor.page.locator('dialog[open]').count()).toBe(0);
    await visitor.page.getByRole('heading', { level: 1 }).click();
    await press('?');
    await visitor.page.getByRole('checkbox', { name: 'Keys of a single letter work' }).uncheck();
    await press('Escape');
    await press('g');
    await press('l');
    await press('?');
    expect(await visitor.page.locator('dialog[open]').count()).toBe(0);
    await arrives('People');
    await visitor.page.getByRole('button', { name: 'Keys' }).click();
    await visitor.page.getByRole('checkbox', { name: 'Keys of a single letter work' }).check();
  });

  test('an id is copied', async () => {
    visitor = await enter();
    const account = await someone();
    await visitor.open(`/manage/people/${account.id}`);
    await visitor.page.getByRole('main').getByRole('button', { name: 'Copy' }).first().click();
    await visitor.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  });
});

/** The gallery's tests see every page of the console; these are a page of a real account, and what scripts show. */
test('axe finds nothing in a person, a difference, the palette and the keys, in dark and on a phone, too', async () => {
  const visitor = await enter();
  const { account } = await inTrouble();
  const findings = async (): Promise<string[]> => [
    ...(await axeFindings(visitor.page)),
    ...(await findingsInDarkAndNarrow(visitor.page)),
  ];
  await visitor.open(`/manage/people/${account.id}`);
  expect(await findings()).toEqual([]);
  await visitor.open(`/manage/people/${account.id}/edit`);
  await visitor.fill('First name', 'Ilva');
  await visitor.press('Review changes');
  await visitor.page.getByRole('row', { name: /^First name .*Ilva$/ }).waitFor();
  expect(await findings()).toEqual([]);
  await visitor.page.keyboard.press('Control+k');
  await visitor.page.getByRole('combobox', { name: 'Find or do anything' }).waitFor();
  expect(await findings()).toEqual([]);
  await visitor.page.keyboard.press('Escape');
  await visitor.page.getByRole('button', { name: 'Keys' }).click();
  await visitor.page.locator('dialog[open]').waitFor();
  expect(await findings()).toEqual([]);
});
