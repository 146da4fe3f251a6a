import { afterAll, beforeAll, expect, test } from '@jest/globals';
import schema from '../../provider/kratos/identity.schema.json' with { type: 'json' };
import {
  fieldOf,
  FlowBrowser,
  KratosAdmin,
  mailedVerification,
  password,
  somebody,
  type AnsweredFlow,
} from '../support/flowBrowser.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { softKey, type KeyOptions } from '../support/softKey.ts';
import { startStack, type Stack } from '../support/stack.ts';

const { email, locale, tos, name } = schema.properties.traits.properties;

/** A profile with a second address, a user name, or both; none is required. */
const traits = {
  type: 'object',
  properties: {
    email,
    backup: email,
    username: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
    name,
    locale,
    tos,
  },
};

let stack: Stack;

beforeAll(async () => {
  const url = (all: object): string =>
    `base64://${Buffer.from(JSON.stringify({ ...schema, properties: { traits: all } })).toString('base64')}`;
  stack = await startStack({
    portal: { DATA_DIRECTORY: newDirectory() },
    kratos: { IDENTITY_SCHEMAS: JSON.stringify([{ id: 'default', url: url(traits) }]) },
  });
}, 240_000);

afterAll(() => stack.stop());

const optionsIn = (flow: AnsweredFlow, name: string): KeyOptions => {
  const value = JSON.parse(fieldOf(flow, name)) as KeyOptions & { credentialOptions?: KeyOptions };
  return value.credentialOptions ?? value;
};

const open = async (browser: FlowBrowser, path: string): Promise<string> =>
  (await browser.call(path, { headers: { accept: 'text/html' } })).text();

async function post(browser: FlowBrowser, path: string, fields: Record<string, string> = {}) {
  const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
  return browser.call(path, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ ...fields, _csrf: token }),
  });
}

async function signedIn(address: string): Promise<FlowBrowser> {
  const browser = new FlowBrowser(stack);
  await browser.register(address);
  const { flow, code } = await mailedVerification(stack, address);
  await browser.enterCode(flow, code);
  await browser.signIn(address);
  return browser;
}

/** Opens the link of a mail about an event, and presses its button. */
async function secureFrom(address: string, subject: string): Promise<FlowBrowser> {
  const { links } = await stack.mailbox.waitFor(address, {
    matching: (mail) => mail.subject === `Stethoscope: ${subject}`,
  });
  const browser = new FlowBrowser(stack);
  await open(browser, links.find((link) => link.includes('/secure?token=')) ?? '');
  await post(browser, '/secure');
  return browser;
}

/** Adds a second address, and proves it. */
async function addBackup(browser: FlowBrowser, main: string, backup: string): Promise<void> {
  await browser.change({
    method: 'profile',
    'traits.tos': 'true',
    'traits.email': main,
    'traits.backup': backup,
  });
  const { flow, code } = await mailedVerification(stack, backup);
  await browser.enterCode(flow, code);
}

const addressesOf = async (id: string): Promise<string[]> =>
  (
    await new KratosAdmin(stack).read<{ verifiable_addresses: { value: string }[] }>(`/identities/${id}`)
  ).verifiable_addresses.map(({ value }) => value);

test('an address that a thief has added beside the owner’s is no way in after the owner has secured the account', async () => {
  const [owners, thiefs] = [somebody(), somebody()];
  const owner = await signedIn(owners);
  const id = (await owner.identity()) ?? '';
  const thief = new FlowBrowser(stack);
  await thief.signIn(owners);
  await addBackup(thief, owners, thiefs);
  expect(await addressesOf(id)).toEqual(expect.arrayContaining([owners, thiefs]));
  // begun before, ended after: a sign-in and a recovery with a code in the thief's mailbox
  const since = stack.mailbox.messages.length;
  const recovering = new FlowBrowser(stack);
  const recovery = await recovering.start('recovery');
  await recovering.submit('recovery', recovery, { method: 'code', email: thiefs });
  const recoveryCode = await mailedCode(stack.mailbox, thiefs, since);
  const signingIn = new FlowBrowser(stack);
  const login = await signingIn.start('login');
  const later = stack.mailbox.messages.length;
  await signingIn.submit('login', login, { method: 'code', identifier: thiefs });
  const loginCode = await mailedCode(stack.mailbox, thiefs, later);

  const browser = await secureFrom(owners, 'Address changed');
  expect(await addressesOf(id)).toEqual([owners]);
  await recovering.submit('recovery', await recovering.flow('recovery', recovery.id), {
    method: 'code',
    code: recoveryCode,
  });
  await signingIn.submit('login', await signingIn.flow('login', login.id), {
    method: 'code',
    identifier: thiefs,
    code: loginCode,
  });
  expect([await recovering.identity(), await signingIn.identity()]).toEqual([undefined, undefined]);
  expect(await new KratosAdmin(stack).idOf(thiefs)).toBe('');

  await browser.recover(owners);
  expect(await browser.identity()).toBe(id);
  await browser.change({ method: 'password', password: `${password}!` });
  expect(await open(browser, '/secure')).toMatch(/Address changed to .*Undone/);
}, 90_000);

test('an address that a thief has added and changed again does not come back once the account is secured', async () => {
  const [owners, first, second] = [somebody(), somebody(), somebody()];
  const owner = await signedIn(owners);
  const id = (await owner.identity()) ?? '';
  const thief = new FlowBrowser(stack);
  await thief.signIn(owners);
  await addBackup(thief, owners, first);
  await addBackup(thief, owners, second);
  await secureFrom(owners, 'Address changed');
  expect(await addressesOf(id)).toEqual([owners]);
  await secureFrom(first, 'Address changed');
  expect(await addressesOf(id)).toEqual([owners]);
}, 90_000);

test('of an account without an address nobody locks its owner out', async () => {
  const created = await fetch(`${stack.kratos.adminUrl}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'default',
      traits: { username: 'ada' },
      credentials: { password: { config: { password } } },
    }),
  });
  const { id } = (await created.json()) as { id: string };
  const browser = new FlowBrowser(stack);
  await browser.signIn('ada');
  expect(await browser.identity()).toBe(id);
  expect(await open(browser, '/secure')).toContain('no address for recovering it');
  await post(browser, '/secure');
  expect(await browser.identity()).toBe(id);
  const other = new FlowBrowser(stack);
  expect((await other.signIn('ada')).answer.status).toBe(200);
}, 60_000);

test('the owner of an account whose only way in is a passkey gets it back, and the thief’s password lets nobody in', async () => {
  const owners = somebody();
  const owner = new FlowBrowser(stack);
  const key = softKey(stack.url);
  const form = await owner.start('registration');
  await owner.submit('registration', form, {
    method: 'passkey',
    'traits.email': owners,
    'traits.tos': 'true',
    passkey_register: key.create(optionsIn(form, 'passkey_create_data')),
  });
  const { flow, code } = await mailedVerification(stack, owners);
  await owner.enterCode(flow, code);
  const withPasskey = async (): Promise<FlowBrowser> => {
    const browser = new FlowBrowser(stack);
    const login = await browser.start('login');
    const passkey_login = key.get(optionsIn(login, 'passkey_challenge'));
    await browser.submit('login', login, { method: 'passkey', passkey_login });
    return browser;
  };
  const thief = await withPasskey();
  const id = (await thief.identity()) ?? '';
  expect(id).toBe(await new KratosAdmin(stack).idOf(owners));
  await thief.change({ method: 'password', password: 'the-thief-was-here' });
  const browser = await secureFrom(owners, 'Password changed');
  expect(await (await withPasskey()).identity()).toBeUndefined();
  await browser.recover(owners);
  expect(await browser.identity()).toBe(id);
  expect((await new FlowBrowser(stack).signIn(owners, 'the-thief-was-here')).answer.status).not.toBe(200);
}, 90_000);
