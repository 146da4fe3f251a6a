import { beforeAll, expect, test } from '@jest/globals';
import type { Mail } from '../../provider/local/mail.ts';
import { totpCode } from '../support/accountVisitor.ts';
import {
  fieldOf,
  FlowBrowser,
  KratosAdmin,
  mailedVerification,
  messagesIn,
  password,
  somebody,
  totpSecretIn,
  type AnsweredFlow,
} from '../support/flowBrowser.ts';
import { softKey, type KeyOptions } from '../support/softKey.ts';
import { sharedStoreStack, type Stack } from '../support/stack.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

let stack: Stack;

beforeAll(async () => {
  stack = await sharedStoreStack();
}, 240_000);

const newBrowser = (): FlowBrowser => new FlowBrowser(stack, { headers: { 'user-agent': firefox } });

/** Opens a page of the portal's, as a browser without scripts. */
const open = (browser: FlowBrowser, path: string): Promise<Response> =>
  browser.call(path, { headers: { accept: 'text/html' } });

/** Posts a form of the portal's own. */
async function post(
  browser: FlowBrowser,
  path: string,
  fields: [string, string][] | Record<string, string> = {},
): Promise<Response> {
  const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
  const body = new URLSearchParams(fields);
  body.set('_csrf', token);
  return browser.call(path, { method: 'POST', headers: { accept: 'text/html' }, body });
}

/** Signs somebody up, with a verified address, and signs them in. */
async function signedIn(email: string): Promise<FlowBrowser> {
  const browser = newBrowser();
  await browser.register(email);
  const { flow, code } = await mailedVerification(stack, email);
  await browser.enterCode(flow, code);
  await browser.signIn(email);
  await open(browser, '/');
  return browser;
}

/** Ends all sessions of an account, as their expiry would. */
async function endSessions(email: string): Promise<void> {
  const { adminUrl } = stack.kratos;
  await fetch(`${adminUrl}/admin/identities/${await new KratosAdmin(stack).idOf(email)}/sessions`, {
    method: 'DELETE',
  });
}

/** The mail about an event; waits for it. */
const noticeTo = (email: string, subject: string): Promise<Mail> =>
  stack.mailbox.waitFor(email, { matching: (mail) => mail.subject === `Stethoscope: ${subject}` });

const subjectsTo = (email: string): string[] =>
  stack.mailbox.messages
    .filter(({ to, subject }) => to.includes(email) && subject.startsWith('Stethoscope:'))
    .map(({ subject }) => subject.replace('Stethoscope: ', ''));

/** Opens the link of a mail, in a browser that nobody is signed in to. */
async function openNotMe(
  mail: Mail,
  browser = newBrowser(),
): Promise<{ browser: FlowBrowser; html: string }> {
  const link = mail.links.find((one) => one.includes('/secure?token=')) ?? '';
  const answer = await open(browser, link);
  expect(answer.headers.get('location')).toBe('/secure');
  return { browser, html: await (await open(browser, '/secure')).text() };
}

const traits = { method: 'profile', 'traits.tos': 'true' };

test('whoever changes a way in is told by mail what, when and where, and of the first sign-in nobody is', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  await browser.change({ method: 'password', password: `${password}!` });
  const mail = await noticeTo(email, 'Password changed');
  expect(mail.text).toMatch(/\d{4} at \d+:\d\d [AP]M UTC · Firefox on Linux · 127\.0\.0\.0\/24/);
  const flow = await browser.start('settings');
  await browser.submit('settings', flow, { method: 'totp', totp_code: totpCode(totpSecretIn(flow)) });
  await noticeTo(email, 'Authenticator app turned on');
  expect(subjectsTo(email)).toEqual(['Password changed', 'Authenticator app turned on']);
}, 60_000);

test('a sign-in with a browser that is new to the account is told, and one with a known browser is not', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  await browser.signIn(email, password, '?refresh=true');
  const other = newBrowser();
  await other.signIn(email);
  await noticeTo(email, 'New sign-in to your account');
  await open(other, '/');
  await other.signIn(email, password, '?refresh=true');
  await browser.change({ method: 'password', password: `${password}!` });
  await noticeTo(email, 'Password changed');
  expect(subjectsTo(email)).toEqual(['New sign-in to your account', 'Password changed']);
}, 60_000);

test('once an account is secured, a sign-in with any browser is told once more, also with the thief’s', async () => {
  const email = somebody();
  const owner = await signedIn(email);
  const thief = newBrowser();
  await thief.signIn(email);
  await noticeTo(email, 'New sign-in to your account');
  await open(thief, '/');
  await post(owner, '/secure');
  await owner.recover(email);
  await owner.change({ method: 'password', password: `${password}!` });
  // the owner's own browser, too, until it has been seen again
  for (const browser of [thief, owner]) {
    const since = stack.mailbox.messages.length;
    await endSessions(email);
    await browser.signIn(email, `${password}!`);
    await stack.mailbox.waitFor(email, { since, matching: ({ subject }) => subject.includes('New sign-in') });
    await open(browser, '/');
  }
  await endSessions(email);
  await thief.signIn(email, `${password}!`);
  await addApp(thief);
  await noticeTo(email, 'Authenticator app turned on');
  expect(subjectsTo(email).filter((subject) => subject.startsWith('New sign-in'))).toHaveLength(3);
}, 90_000);

test('who wants no mail about sign-ins gets none, and still those about ways in', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  const answer = await post(browser, '/activity/mails', [['mail', 'applicationAllowed']]);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/activity#mails']);
  expect(await (await open(browser, '/activity')).text()).toContain('Your choice is saved.');
  await newBrowser().signIn(email);
  await browser.change({ method: 'password', password: `${password}!` });
  await noticeTo(email, 'Password changed');
  // saving the same choice once more says nothing new
  await post(browser, '/activity/mails', [['mail', 'applicationAllowed']]);
  await addApp(browser);
  await noticeTo(email, 'Authenticator app turned on');
  expect(subjectsTo(email)).toEqual([
    'Emails about new sign-ins turned off',
    'Password changed',
    'Authenticator app turned on',
  ]);
}, 60_000);

test('the link of a mail changes nothing by itself, leaves the URL, and works for nobody who made it up', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  await browser.change({ method: 'password', password: `${password}!` });
  const { html } = await openNotMe(await noticeTo(email, 'Password changed'));
  expect(html).toContain(email);
  expect(html).toContain('Secure my account');
  expect(await browser.identity()).toBeDefined();
  const stranger = newBrowser();
  await open(stranger, '/secure?token=AAAA');
  expect(await (await open(stranger, '/secure')).text()).toContain('This link no longer works');
  await post(stranger, '/secure');
  expect(await browser.identity()).toBeDefined();
}, 60_000);

test('one press ends all sessions, and no password works without a code, until the owner sets a new one', async () => {
  const email = somebody();
  const owner = await signedIn(email);
  const thief = newBrowser();
  await thief.signIn(email);
  await thief.change({ method: 'password', password: 'the-thief-was-here' });
  const flow = await thief.start('settings');
  await thief.submit('settings', flow, { method: 'totp', totp_code: totpCode(totpSecretIn(flow)) });
  const mail = await noticeTo(email, 'Password changed');

  const { browser } = await openNotMe(mail);
  expect((await post(browser, '/secure')).status).toBe(303);
  const done = await (await open(browser, '/secure')).text();
  expect(done).toContain('Your account is secured');
  expect(await thief.identity()).toBeUndefined();
  expect(await owner.identity()).toBeUndefined();
  for (const secret of [password, 'the-thief-was-here']) {
    const { answer } = await newBrowser().signIn(email, secret);
    expect(answer.status).not.toBe(200);
  }

  // the thief's authenticator app is gone: the code is enough
  await browser.recover(email);
  expect(await browser.identity()).toBe(await new KratosAdmin(stack).idOf(email));
  await browser.change({ method: 'password', password: `${password}!!` });
  const review = await (await open(browser, '/secure')).text();
  expect(review).toContain('Check what has changed');
  expect(review).toContain('Authenticator app turned on');
  expect((await newBrowser().signIn(email, `${password}!!`)).answer.status).toBe(200);
  expect((await newBrowser().signIn(email, 'the-thief-was-here')).answer.status).not.toBe(200);

  // the same link does not lock it again
  const again = await openNotMe(mail);
  expect(again.html).toContain('This link no longer works');
  await post(again.browser, '/secure');
  expect(await browser.identity()).toBeDefined();
  await noticeTo(email, 'Account secured');
}, 90_000);

test('from the mail to the old address its owner gets the account back, and the thief cannot get it again', async () => {
  const [email, thiefs] = [somebody(), somebody()];
  await signedIn(email);
  const thief = newBrowser();
  await thief.signIn(email);
  await thief.change({ ...traits, 'traits.email': thiefs });
  const mail = await noticeTo(email, 'Address changed');
  const { flow, code } = await mailedVerification(stack, thiefs);
  await thief.enterCode(flow, code);
  const id = await new KratosAdmin(stack).idOf(thiefs);
  expect(await thief.identity()).toBe(id);
  await thief.change({ method: 'password', password: 'the-thief-was-here' });
  const thiefsMail = await noticeTo(thiefs, 'Password changed');
  // who sits in the account can lock it, and the owner gets it back all the same
  await post((await openNotMe(thiefsMail)).browser, '/secure');

  const { browser, html } = await openNotMe(mail);
  expect(html).toContain('is the address of the account again');
  await post(browser, '/secure');
  expect(await new KratosAdmin(stack).idOf(email)).toBe(id);
  await browser.recover(email);
  expect(await browser.identity()).toBe(id);
  await browser.change({ method: 'password', password: `${password}!` });

  for (const one of [thiefsMail, mail]) {
    const again = await openNotMe(one);
    expect(again.html).toContain('This link no longer works');
    await post(again.browser, '/secure');
  }
  expect(await browser.identity()).toBe(id);
  const { answer } = await newBrowser().signIn(thiefs, 'the-thief-was-here');
  expect(messagesIn((await answer.json()) as AnsweredFlow)).toEqual([4_000_006]);
}, 120_000);

test('an address that a stranger has signed up with in the meantime is put back all the same', async () => {
  const [email, thiefs] = [somebody(), somebody()];
  const owner = await signedIn(email);
  const id = (await owner.identity()) ?? '';
  await owner.change({ ...traits, 'traits.email': thiefs });
  const mail = await noticeTo(email, 'Address changed');
  const { flow, code } = await mailedVerification(stack, thiefs);
  await owner.enterCode(flow, code);
  await newBrowser().register(email);
  const { browser } = await openNotMe(mail);
  await post(browser, '/secure');
  expect(await new KratosAdmin(stack).idOf(email)).toBe(id);
}, 60_000);

test('who is signed in secures their account after a recent sign-in, from the page', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  const page = await (await open(browser, '/secure')).text();
  expect(page).toContain('Every device is signed out, also this one.');
  await post(browser, '/secure');
  expect(await browser.identity()).toBeUndefined();
  expect((await newBrowser().signIn(email)).answer.status).not.toBe(200);

  // and again, because of a later event
  await browser.recover(email);
  expect(await (await open(browser, '/secure?own=true')).text()).toContain('Secure my account');
  await post(browser, '/secure', { own: 'true' });
  expect(await browser.identity()).toBeUndefined();
}, 60_000);

/** Adds an authenticator app. */
async function addApp(browser: FlowBrowser): Promise<void> {
  const flow = await browser.start('settings');
  await browser.submit('settings', flow, { method: 'totp', totp_code: totpCode(totpSecretIn(flow)) });
}

/** Has the address of an account changed to a thief's, who proves it. */
async function takenTo(thief: FlowBrowser, address: string): Promise<void> {
  await thief.change({ ...traits, 'traits.email': address });
  const { flow, code } = await mailedVerification(stack, address);
  await thief.enterCode(flow, code);
}

test('the first owner gets the account back, although the thief has put an address of theirs back before', async () => {
  const [email, first, second] = [somebody(), somebody(), somebody()];
  await signedIn(email);
  const thief = newBrowser();
  await thief.signIn(email);
  await takenTo(thief, first);
  const owners = await noticeTo(email, 'Address changed');
  await takenTo(thief, second);
  const thiefs = await noticeTo(first, 'Address changed');
  const id = await new KratosAdmin(stack).idOf(second);
  await post((await openNotMe(thiefs)).browser, '/secure');
  expect(await new KratosAdmin(stack).idOf(first)).toBe(id);

  const { browser } = await openNotMe(owners);
  await post(browser, '/secure');
  expect(await new KratosAdmin(stack).idOf(email)).toBe(id);
  await post((await openNotMe(thiefs)).browser, '/secure');
  await browser.recover(email);
  expect(await browser.identity()).toBe(id);
}, 90_000);

test('an address that was taken after a mail is put back from that mail, too', async () => {
  const [email, thiefs] = [somebody(), somebody()];
  await signedIn(email);
  const thief = newBrowser();
  await thief.signIn(email);
  const mail = await noticeTo(email, 'New sign-in to your account');
  await takenTo(thief, thiefs);
  const id = await thief.identity();
  const { browser, html } = await openNotMe(mail);
  expect(html).toContain('is the address of the account again');
  await post(browser, '/secure');
  expect(await new KratosAdmin(stack).idOf(email)).toBe(id);
}, 60_000);

test('the newest mail lets the owner in again, whatever second factors were added before', async () => {
  const email = somebody();
  await signedIn(email);
  const thief = newBrowser();
  await thief.signIn(email);
  await addApp(thief);
  const codes = await thief.start('settings');
  await thief.submit('settings', codes, { method: 'lookup_secret', lookup_secret_regenerate: 'true' });
  await thief.submit('settings', codes, { method: 'lookup_secret', lookup_secret_confirm: 'true' });
  for (let key = 0; key < 2; key += 1) {
    const flow = await thief.start('settings');
    const options = JSON.parse(fieldOf(flow, 'webauthn_register_trigger')) as KeyOptions;
    await thief.submit('settings', flow, {
      method: 'webauthn',
      webauthn_register_displayname: `key ${key}`,
      webauthn_register: softKey(stack.url).create(options),
    });
  }
  await thief.change({ method: 'password', password: 'the-thief-was-here' });
  const { browser } = await openNotMe(await noticeTo(email, 'Password changed'));
  await post(browser, '/secure');
  await browser.recover(email);
  expect(await browser.identity()).toBe(await new KratosAdmin(stack).idOf(email));
}, 90_000);

test('who has secured an account gets all mails again, and keeps what somebody else wanted to delete', async () => {
  const email = somebody();
  await signedIn(email);
  const thief = newBrowser();
  await thief.signIn(email);
  await post(thief, '/activity/mails', [['mail', 'applicationAllowed']]);
  await post(thief, '/data/delete', { confirm: 'true' });
  await noticeTo(email, 'Deletion of the account requested');
  const { browser } = await openNotMe(await noticeTo(email, 'New sign-in to your account'));
  await post(browser, '/secure');
  await noticeTo(email, 'Account kept: it will not be deleted');
  const kratos = new KratosAdmin(stack);
  const id = await kratos.idOf(email);
  expect(await kratos.read(`/identities/${id}`)).not.toHaveProperty('metadata_admin.portal.deletion');
  await browser.recover(email);
  const page = await (await open(browser, '/activity')).text();
  expect(page).toMatch(/checked="" [^>]*value="signedIn"|value="signedIn" [^>]*checked=""/);
}, 90_000);

test('who has secured an account can do so again', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  await post(browser, '/secure');
  await browser.recover(email);
  expect(await browser.identity()).toBeDefined();
  await post(browser, '/secure');
  expect(await browser.identity()).toBeUndefined();
}, 60_000);

test('a link of another account that was opened in a browser does not stand in the way of one’s own', async () => {
  const [email, others] = [somebody(), somebody()];
  const other = await signedIn(others);
  await other.change({ method: 'password', password: `${password}!` });
  const browser = await signedIn(email);
  const { html } = await openNotMe(await noticeTo(others, 'Password changed'), browser);
  expect(html).toContain(others);
  const own = await (await open(browser, '/secure?own=true')).text();
  expect(own).toContain('name="own"');
  expect(own).not.toContain(others);
  await post(browser, '/secure', { own: 'true' });
  expect(await browser.identity()).toBeUndefined();
  expect(await other.identity()).toBeDefined();
}, 60_000);

test('many events of a kind are told ten times an hour, and bury no other mail', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  for (let count = 0; count < 13; count += 1)
    await browser.change({ method: 'password', password: `${password}${count}` });
  await addApp(browser);
  await noticeTo(email, 'Authenticator app turned on');
  expect(subjectsTo(email).filter((subject) => subject === 'Password changed')).toHaveLength(10);
}, 60_000);
