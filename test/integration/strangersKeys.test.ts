import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { confirmByCode, removeUnknown } from '../../shared/flow/messageId.ts';
import { attacker, fieldOf, type AttackedFlow } from '../support/attacker.ts';
import { createIdentity } from '../support/identities.ts';
import { FlowBrowser, mailedVerification, messagesIn, type AnsweredFlow } from '../support/flowBrowser.ts';
import { signIn } from '../support/kratosLogin.ts';
import { softKey, type KeyOptions, type SoftKey } from '../support/softKey.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
}, 240_000);

afterAll(() => stack.stop());

type Client = ReturnType<typeof attacker>;
const client = (): Client => attacker(stack.url, '198.51.100.1');
const somebody = (): string => `${randomUUID()}@test.example`;

interface Account {
  id: string;
  credentials?: Record<string, { config?: { credentials?: unknown[] }; identifiers?: string[] }>;
}

async function accountOf(email: string): Promise<Account | undefined> {
  const query = `credentials_identifier=${email}&include_credential=passkey&include_credential=webauthn`;
  const answer = await fetch(`${stack.kratos.adminUrl}/admin/identities?${query}`);
  return ((await answer.json()) as Account[])[0];
}

const keysOf = async (email: string): Promise<number> => {
  const { credentials } = (await accountOf(email)) ?? {};
  return ['passkey', 'webauthn'].reduce(
    (count, kind) => count + (credentials?.[kind]?.config?.credentials?.length ?? 0),
    0,
  );
};

const ownerOf = async (who: Client): Promise<string | undefined> =>
  ((await (await who.call('/sessions/whoami')).json()) as { identity?: { id: string } }).identity?.id;

const activeSessions = async (id: string): Promise<{ id: string }[]> => {
  const answer = await fetch(`${stack.kratos.adminUrl}/admin/identities/${id}/sessions?active=true`);
  const found = (await answer.json()) as unknown;
  return Array.isArray(found) ? (found as { id: string }[]) : [];
};

const optionsIn = (flow: AttackedFlow, name: string): KeyOptions => {
  const value = JSON.parse(fieldOf(flow, name)) as KeyOptions & { credentialOptions?: KeyOptions };
  return value.credentialOptions ?? value;
};

async function signUpWithPasskey(who: Client, email: string, key: SoftKey): Promise<Response> {
  const flow = await who.start('registration');
  return who.submit('registration', flow, {
    method: 'passkey',
    'traits.email': email,
    'traits.tos': 'true',
    passkey_register: key.create(optionsIn(flow, 'passkey_create_data')),
  });
}

async function signInWithPasskey(who: Client, key: SoftKey): Promise<Response> {
  const flow = await who.start('login');
  return who.submit('login', flow, {
    method: 'passkey',
    passkey_login: key.get(optionsIn(flow, 'passkey_challenge')),
  });
}

/** The kinds of flow that prove an address with a mailed code, each with the field for the address. */
const proofs = [
  ['login', 'identifier'],
  ['recovery', 'email'],
  ['verification', 'email'],
] as const;

/** Proves an address with a mailed code. */
async function prove(who: Client, email: string, [kind, field] = proofs[0] as (typeof proofs)[number]) {
  const since = stack.mailbox.messages.length;
  const flow = await who.start(kind);
  await who.submit(kind, flow, { method: 'code', [field]: email });
  const code = await mailedCode(stack.mailbox, email, since);
  return who.submit(kind, flow, { method: 'code', ...(kind === 'login' && { [field]: email }), code });
}

describe.each(proofs)(
  'an account that a stranger created with a passkey, after its address is proved in a %s',
  (...how) => {
    test('belongs to the address’s owner alone: the passkey signs nobody in', async () => {
      const email = somebody();
      const key = softKey(stack.url);
      const stranger = client();
      await signUpWithPasskey(stranger, email, key);
      // consumes the sign-up's mail, so that the next one is the proof's
      await mailedCode(stack.mailbox, email);

      const owner = client();
      await prove(owner, email, how);
      const { id = '' } = (await accountOf(email)) ?? {};
      expect(await ownerOf(owner)).toBe(how[0] === 'verification' ? undefined : id);
      expect(await activeSessions(id)).toHaveLength(how[0] === 'verification' ? 0 : 1);
      for (const who of [stranger, client()]) {
        const refused = await signInWithPasskey(who, key);
        expect(messagesIn((await refused.json()) as AnsweredFlow)).toEqual([confirmByCode]);
        expect(await ownerOf(who)).toBeUndefined();
      }
    });
  },
);

test('a passkey that was verified in the browser of its sign-up counts', async () => {
  const email = somebody();
  const key = softKey(stack.url);
  const owner = new FlowBrowser(stack);
  const flow = await owner.start('registration');
  await owner.submit('registration', flow, {
    method: 'passkey',
    'traits.email': email,
    'traits.tos': 'true',
    passkey_register: key.create(optionsIn(flow, 'passkey_create_data')),
  });
  const verification = await mailedVerification(stack, email);
  await owner.enterCode(verification.flow, verification.code);
  const who = client();
  await signInWithPasskey(who, key);
  expect(await ownerOf(who)).toBe((await accountOf(email))?.id);
});

test('a passkey is confirmed by a code in the flow in which it was refused', async () => {
  const email = somebody();
  const key = softKey(stack.url);
  await signUpWithPasskey(client(), email, key);
  await mailedCode(stack.mailbox, email);
  const owner = new FlowBrowser(stack);
  const flow = await owner.start('login');
  const presented = { method: 'passkey', passkey_login: key.get(optionsIn(flow, 'passkey_challenge')) };
  await owner.submit('login', flow, presented);
  await owner.signInByCode(email, flow.id);
  const who = client();
  await signInWithPasskey(who, key);
  expect(await ownerOf(who)).toBe((await accountOf(email))?.id);
});

test('a passkey of one’s own counts once the stranger’s is removed', async () => {
  const email = somebody();
  const [theirs, mine] = [softKey(stack.url), softKey(stack.url)];
  await signUpWithPasskey(client(), email, theirs);
  await mailedCode(stack.mailbox, email);
  const owner = client();
  await prove(owner, email);
  await change(owner, (flow) => ({
    method: 'passkey',
    passkey_settings_register: mine.create(optionsIn(flow, 'passkey_create_data')),
  }));
  expect(await keysOf(email)).toBe(2);
  for (const key of [theirs, mine]) {
    const refused = await signInWithPasskey(client(), key);
    expect(messagesIn((await refused.json()) as AnsweredFlow)).toEqual([removeUnknown]);
  }
  await change(owner, () => ({ method: 'passkey', passkey_remove: theirs.id }));
  const who = client();
  await signInWithPasskey(who, mine);
  expect(await ownerOf(who)).toBe((await accountOf(email))?.id);
});

test('a passkey opens no session before the address is proved', async () => {
  const key = softKey(stack.url);
  const stranger = client();
  await signUpWithPasskey(stranger, somebody(), key);
  for (const who of [stranger, client()]) {
    await signInWithPasskey(who, key);
    expect(await ownerOf(who)).toBeUndefined();
  }
});

/** Submits a form of the settings with a browser's session. */
async function change(
  who: Client,
  fields: (flow: AttackedFlow) => Record<string, string>,
): Promise<Response> {
  const flow = await who.start('settings');
  return who.submit('settings', flow, fields(flow));
}

async function signedIn(account: { email: string; password: string }): Promise<Client> {
  const who = client();
  await signIn(stack.url, account, {}, who.jar);
  return who;
}

test('no key, session or code opens an account that was changed to somebody else’s address, once that is proved', async () => {
  const own = await createIdentity(stack.kratos.adminUrl);
  const stranger = await signedIn(own);
  const [passkey, key] = [softKey(stack.url), softKey(stack.url)];
  await change(stranger, (flow) => ({
    method: 'passkey',
    passkey_settings_register: passkey.create(optionsIn(flow, 'passkey_create_data')),
  }));
  await change(stranger, (flow) => ({
    method: 'webauthn',
    webauthn_register_displayname: 'a key',
    webauthn_register: key.create(optionsIn(flow, 'webauthn_register_trigger')),
  }));
  expect(await keysOf(own.email)).toBe(2);
  // codes mailed to the first address, to be used later
  const kept: ((address: string) => Promise<Client>)[] = [];
  for (const [kind, field] of proofs.slice(0, 2)) {
    const who = client();
    const since = stack.mailbox.messages.length;
    const flow = await who.start(kind);
    await who.submit(kind, flow, { method: 'code', [field]: own.email });
    const code = await mailedCode(stack.mailbox, own.email, since);
    kept.push(async (address) => {
      await who.submit(kind, flow, { method: 'code', ...(kind === 'login' && { [field]: address }), code });
      return who;
    });
  }
  const since = stack.mailbox.messages.length;
  const email = somebody();
  await change(stranger, () => ({ method: 'profile', 'traits.email': email, 'traits.tos': 'true' }));
  expect((await accountOf(email))?.id).toBe(own.id);
  // consumes the change's mail, so that the next one is the proof's
  await mailedCode(stack.mailbox, email, since);

  const owner = client();
  await prove(owner, email);
  expect(await ownerOf(owner)).toBe(own.id);
  // a security key as a second factor would lock the owner out
  expect(await keysOf(email)).toBe(1);
  expect(await ownerOf(stranger)).toBeUndefined();
  const refused = await signInWithPasskey(stranger, passkey);
  expect(messagesIn((await refused.json()) as AnsweredFlow)).toEqual([confirmByCode]);
  for (const use of kept) expect(await ownerOf(await use(email))).toBeUndefined();
  expect(await activeSessions(own.id)).toHaveLength(1);
});

/** Creates an account with a passkey and a security key, and a browser that is signed in to it. */
async function ownerOfKeys() {
  const account = await createIdentity(stack.kratos.adminUrl);
  const who = await signedIn(account);
  const [passkey, key] = [softKey(stack.url), softKey(stack.url)];
  await change(who, (flow) => ({
    method: 'passkey',
    passkey_settings_register: passkey.create(optionsIn(flow, 'passkey_create_data')),
  }));
  await change(who, (flow) => ({
    method: 'webauthn',
    webauthn_register_displayname: 'a key',
    webauthn_register: key.create(optionsIn(flow, 'webauthn_register_trigger')),
  }));
  expect(await keysOf(account.email)).toBe(2);
  return { account, who, passkey, key };
}

/** Starts a sign-in and submits an answer to its passkey challenge. */
async function signInWith(answer: (options: KeyOptions) => string): Promise<Client> {
  const who = client();
  const flow = await who.start('login');
  await who.submit('login', flow, {
    method: 'passkey',
    passkey_login: answer(optionsIn(flow, 'passkey_challenge')),
  });
  return who;
}

/** Tells whether a browser has a session, even one that lacks the second factor. */
const hasSession = async (who: Client): Promise<boolean> =>
  [200, 403].includes((await who.call('/sessions/whoami')).status);

describe('somebody else’s keys', () => {
  test('only sign in to their own account, with a fresh challenge', async () => {
    const [mine, theirs] = [await ownerOfKeys(), await ownerOfKeys()];
    const used: string[] = [];
    const own = await signInWith((options) => {
      used.push(mine.passkey.get(options));
      return used[0] ?? '';
    });
    expect(await hasSession(own)).toBe(true);
    const [replayed = ''] = used;
    const refused = [
      (options: KeyOptions) => mine.passkey.get(options, theirs.passkey.userHandle()),
      () => replayed,
      (options: KeyOptions) => softKey(stack.url).get(options, theirs.passkey.userHandle()),
      (options: KeyOptions) => mine.passkey.get({ publicKey: { ...options.publicKey, challenge: 'AAAA' } }),
      (options: KeyOptions) => softKey('https://evil.example').get(options),
    ];
    for (const answer of refused) expect(await hasSession(await signInWith(answer))).toBe(false);
  });

  test('cannot be removed by their ids, not even in a settings flow of their owner', async () => {
    const [mine, theirs] = [await ownerOfKeys(), await ownerOfKeys()];
    const flows = [await mine.who.start('settings'), await theirs.who.start('settings')];
    for (const flow of flows)
      for (const [field, { id }] of [
        ['passkey_remove', theirs.passkey],
        ['webauthn_remove', theirs.key],
      ] as const)
        await mine.who.submit('settings', flow, { method: field.replace('_remove', ''), [field]: id });
    expect(await keysOf(theirs.account.email)).toBe(2);
    expect(await keysOf(mine.account.email)).toBe(2);
  });
});
