import { describe, expect, test } from '@jest/globals';
import { confirmByCode, removeUnknown } from '../../shared/flow/messageId.ts';
import { createIdentity } from '../support/identities.ts';
import {
  fieldOf,
  FlowBrowser,
  KratosAdmin,
  mailedVerification,
  messagesIn,
  somebody,
  type AnsweredFlow,
} from '../support/flowBrowser.ts';
import { signIn } from '../support/kratosLogin.ts';
import { softKey, type KeyOptions, type SoftKey } from '../support/softKey.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { runningStack } from '../support/runningStack.ts';

const stack = runningStack();
const admin = new KratosAdmin(stack);

const client = (): FlowBrowser => new FlowBrowser(stack);

interface Account {
  id: string;
  credentials?: Record<string, { config?: { credentials?: unknown[] }; identifiers?: string[] }>;
}

async function accountOf(email: string): Promise<Account | undefined> {
  const query = `credentials_identifier=${email}&include_credential=passkey&include_credential=webauthn`;
  return (await admin.read<Account[]>(`/identities?${query}`))[0];
}

const keysOf = async (email: string): Promise<number> => {
  const { credentials } = (await accountOf(email)) ?? {};
  return ['passkey', 'webauthn'].reduce(
    (count, kind) => count + (credentials?.[kind]?.config?.credentials?.length ?? 0),
    0,
  );
};

const optionsIn = (flow: AnsweredFlow, name: string): KeyOptions => {
  const value = JSON.parse(fieldOf(flow, name)) as KeyOptions & { credentialOptions?: KeyOptions };
  return value.credentialOptions ?? value;
};

async function signUpWithPasskey(who: FlowBrowser, email: string, key: SoftKey): Promise<Response> {
  const flow = await who.start('registration');
  return who.submit('registration', flow, {
    method: 'passkey',
    'traits.email': email,
    'traits.tos': 'true',
    passkey_register: key.create(optionsIn(flow, 'passkey_create_data')),
  });
}

/** Starts a sign-in and submits an answer to its passkey challenge. */
async function answerChallenge(who: FlowBrowser, answer: (options: KeyOptions) => string): Promise<Response> {
  const flow = await who.start('login');
  const passkey_login = answer(optionsIn(flow, 'passkey_challenge'));
  return who.submit('login', flow, { method: 'passkey', passkey_login });
}
const signInWithPasskey = (who: FlowBrowser, key: SoftKey): Promise<Response> =>
  answerChallenge(who, key.get);

/** The kinds of flow that prove an address with a mailed code. */
const proofs: Record<string, (who: FlowBrowser, email: string) => Promise<Response>> = {
  login: (who, email) => who.signInByCode(email),
  recovery: (who, email) => who.recover(email),
  verification: (who, email) => who.verify(email),
};

describe.each(Object.entries(proofs))(
  'an account that a stranger created with a passkey, after its address is proved in a %s',
  (how, prove) => {
    test('belongs to the address’s owner alone: the passkey signs nobody in', async () => {
      const email = somebody();
      const key = softKey(stack.url);
      const stranger = client();
      await signUpWithPasskey(stranger, email, key);
      // consumes the sign-up's mail, so that the next one is the proof's
      await mailedCode(stack.mailbox, email);

      const owner = client();
      await prove(owner, email);
      const { id = '' } = (await accountOf(email)) ?? {};
      expect(await owner.identity()).toBe(how === 'verification' ? undefined : id);
      expect(await admin.activeSessions(id)).toHaveLength(how === 'verification' ? 0 : 1);
      for (const who of [stranger, client()]) {
        const refused = await signInWithPasskey(who, key);
        expect(messagesIn((await refused.json()) as AnsweredFlow)).toEqual([confirmByCode]);
        expect(await who.identity()).toBeUndefined();
      }
    });
  },
);

test('a passkey that was verified in the browser of its sign-up counts', async () => {
  const email = somebody();
  const key = softKey(stack.url);
  const owner = client();
  await signUpWithPasskey(owner, email, key);
  const verification = await mailedVerification(stack, email);
  await owner.enterCode(verification.flow, verification.code);
  const who = client();
  await signInWithPasskey(who, key);
  expect(await who.identity()).toBe((await accountOf(email))?.id);
});

test('a passkey is confirmed by a code in the flow in which it was refused', async () => {
  const email = somebody();
  const key = softKey(stack.url);
  await signUpWithPasskey(client(), email, key);
  await mailedCode(stack.mailbox, email);
  const owner = client();
  const flow = await owner.start('login');
  const presented = { method: 'passkey', passkey_login: key.get(optionsIn(flow, 'passkey_challenge')) };
  await owner.submit('login', flow, presented);
  await owner.signInByCode(email, flow.id);
  const who = client();
  await signInWithPasskey(who, key);
  expect(await who.identity()).toBe((await accountOf(email))?.id);
});

test('a passkey of one’s own counts once the stranger’s is removed', async () => {
  const email = somebody();
  const [theirs, mine] = [softKey(stack.url), softKey(stack.url)];
  await signUpWithPasskey(client(), email, theirs);
  await mailedCode(stack.mailbox, email);
  const owner = client();
  await owner.signInByCode(email);
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
  expect(await who.identity()).toBe((await accountOf(email))?.id);
});

test('a passkey opens no session before the address is proved', async () => {
  const key = softKey(stack.url);
  const stranger = client();
  await signUpWithPasskey(stranger, somebody(), key);
  for (const who of [stranger, client()]) {
    await signInWithPasskey(who, key);
    expect(await who.identity()).toBeUndefined();
  }
});

/** Submits a form of the settings with a browser's session. */
async function change(
  who: FlowBrowser,
  fields: (flow: AnsweredFlow) => Record<string, string>,
): Promise<Response> {
  const flow = await who.start('settings');
  return who.submit('settings', flow, fields(flow));
}

/** Creates an account with a passkey and a security key, and a browser that is signed in to it. */
async function ownerOfKeys() {
  const account = await createIdentity(stack.kratos.adminUrl);
  const who = client();
  await signIn(stack.url, account, {}, who.jar);
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

test('no key, session or code opens an account that was changed to somebody else’s address, once that is proved', async () => {
  const { account: own, who: stranger, passkey } = await ownerOfKeys();
  // codes mailed to the first address, to be used later
  const kept: ((address: string) => Promise<FlowBrowser>)[] = [];
  for (const [kind, field] of [
    ['login', 'identifier'],
    ['recovery', 'email'],
  ] as const) {
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
  await owner.signInByCode(email);
  expect(await owner.identity()).toBe(own.id);
  // a security key as a second factor would lock the owner out
  expect(await keysOf(email)).toBe(1);
  expect(await stranger.identity()).toBeUndefined();
  const refused = await signInWithPasskey(stranger, passkey);
  expect(messagesIn((await refused.json()) as AnsweredFlow)).toEqual([confirmByCode]);
  for (const use of kept) expect(await (await use(email)).identity()).toBeUndefined();
  expect(await admin.activeSessions(own.id)).toHaveLength(1);
});

/** Tells whether an answer to the passkey challenge opens a session, even one that lacks the second factor. */
async function opens(answer: (options: KeyOptions) => string): Promise<boolean> {
  const who = client();
  await answerChallenge(who, answer);
  return [200, 403].includes((await who.call('/sessions/whoami')).status);
}

describe('somebody else’s keys', () => {
  test('only sign in to their own account, with a fresh challenge', async () => {
    const [mine, theirs] = [await ownerOfKeys(), await ownerOfKeys()];
    const used: string[] = [];
    const own = await opens((options) => {
      used.push(mine.passkey.get(options));
      return used[0] ?? '';
    });
    expect(own).toBe(true);
    const [replayed = ''] = used;
    const refused = [
      (options: KeyOptions) => mine.passkey.get(options, theirs.passkey.userHandle()),
      () => replayed,
      (options: KeyOptions) => softKey(stack.url).get(options, theirs.passkey.userHandle()),
      (options: KeyOptions) => mine.passkey.get({ publicKey: { ...options.publicKey, challenge: 'AAAA' } }),
      (options: KeyOptions) => softKey('https://evil.example').get(options),
    ];
    for (const answer of refused) expect(await opens(answer)).toBe(false);
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
