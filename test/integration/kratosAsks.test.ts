import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { moments } from '../../server/hooks/question.ts';
import { invisibleCharacter } from '../../shared/flow/messageId.ts';
import { startFakeHydraAdmin, type FakeHydraAdmin } from '../support/fakeHydraAdmin.ts';
import { FlowBrowser, KratosAdmin, mailedVerification, password, somebody } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { startPortal } from '../support/portal.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** People sign in with a user name; their mail address only proves who they are, and recovers the account. */
const schema = {
  $id: 'https://account-portal.example/names.schema.json',
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        username: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
        email: {
          type: 'string',
          format: 'email',
          'ory.sh/kratos': { verification: { via: 'email' }, recovery: { via: 'email' } },
        },
        nickname: { type: 'string' },
      },
    },
  },
};

let hydra: FakeHydraAdmin;
let stack: Stack;
let named: Stack;
let twofold: Stack;

/** Serves one identity schema under the usual name. */
const withSchema = (of: object): Record<string, string> => ({
  IDENTITY_SCHEMAS: JSON.stringify([
    { id: 'default', url: `base64://${Buffer.from(JSON.stringify(of)).toString('base64')}` },
  ]),
});

const mailAddress = {
  type: 'string',
  format: 'email',
  'ory.sh/kratos': {
    credentials: { password: { identifier: true }, code: { identifier: true, via: 'email' } },
    verification: { via: 'email' },
    recovery: { via: 'email' },
  },
};

/** People have two addresses. */
const twoAddresses = {
  ...schema,
  properties: {
    traits: { type: 'object', properties: { email: mailAddress, further: mailAddress } },
  },
};

beforeAll(async () => {
  hydra = await startFakeHydraAdmin();
  [stack, named, twofold] = await Promise.all([
    startStack({ kratos: { OAUTH2_PROVIDER_URL: hydra.url } }),
    startStack({ kratos: withSchema(schema) }),
    startStack({ kratos: withSchema(twoAddresses) }),
  ]);
}, 240_000);

afterAll(async () => {
  await Promise.all([stack.stop(), named.stop(), twofold.stop()]);
  hydra.stop();
});

/** The settings of another portal for a stack's Kratos. */
const connectedTo = ({ url, kratos }: Stack): Record<string, string> => ({
  PORTAL_URL: url,
  KRATOS_PUBLIC_URL: kratos.publicUrl,
  KRATOS_ADMIN_URL: kratos.adminUrl,
  KRATOS_HOOKS_KEY: kratos.hooksKey,
});

const browser = (of: Stack = stack): FlowBrowser => new FlowBrowser(of);

describe('the web hooks of Kratos', () => {
  const ask = (
    moment: string,
    headers: Record<string, string>,
    body: string,
    url = stack.url,
  ): Promise<Response> =>
    fetch(`${url}/hooks/kratos/${moment}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  test.each(moments)('do not exist for a caller without the key: %s', async (moment) => {
    const nowhere = await ask('nothing', {}, '{}');
    for (const key of [undefined, '', 'x'.repeat(32)]) {
      const answer = await ask(moment, key === undefined ? {} : { 'x-hooks-key': key }, '{}');
      expect(answer.status).toBe(nowhere.status);
      expect(await answer.json()).toMatchObject({ error: { code: 404, id: 'not_found' } });
    }
  });

  test('take each of two keys, for a change of it', async () => {
    const next = 'x'.repeat(32);
    const portal = await startPortal({
      ...connectedTo(stack),
      KRATOS_HOOKS_KEY: `${stack.kratos.hooksKey},${next}`,
    });
    try {
      for (const key of [stack.kratos.hooksKey, next])
        expect((await ask('login', { 'x-hooks-key': key }, '{}', portal.ownUrl)).status).toBe(400);
      expect((await ask('login', { 'x-hooks-key': 'y'.repeat(32) }, '{}', portal.ownUrl)).status).toBe(404);
    } finally {
      await portal.stop();
    }
  });

  test.each(['', '{', '[]', '{"flow":{"id":"f"}}', '{"flow":{"id":"f"},"identity":{"id":""}}'])(
    'answer %p with an error, so that Kratos refuses',
    async (body) => {
      for (const moment of moments) {
        const answer = await ask(moment, { 'x-hooks-key': stack.kratos.hooksKey }, body);
        expect(answer.status).toBe(400);
      }
    },
  );
});

test('while the portal is away, Kratos registers and signs in nobody; once it is back, a code signs in, and confirms what it saw refused', async () => {
  const own = await startStack();
  try {
    const { kratos, url } = own;
    const account = await createIdentity(kratos.adminUrl);
    const visitor = new FlowBrowser(own);
    const email = somebody();
    await visitor.register(email);
    await mailedVerification(own, email);
    const { flow } = await visitor.signIn(email);
    await own.portal.stop();

    const straight = new FlowBrowser(own, { url: kratos.publicUrl });
    expect((await straight.signIn(account.email, account.password)).answer.status).toBeGreaterThanOrEqual(
      400,
    );
    expect(await straight.identity()).toBeUndefined();
    const stranger = somebody();
    expect((await straight.register(stranger)).status).toBeGreaterThanOrEqual(400);
    const admin = new KratosAdmin(own);
    expect(await admin.idOf(stranger)).toBe('');

    const portal = await startPortal({ ...connectedTo(own), PORT: new URL(url).port });
    await visitor.signInByCode(email, flow);
    const id = await admin.idOf(email);
    expect(await visitor.identity()).toBe(id);
    const again = new FlowBrowser(own);
    await again.signInByCode(email, (await again.signIn(email)).flow);
    const opened = new FlowBrowser(own);
    await opened.signIn(email);
    expect(await opened.identity()).toBe(id);
    await portal.stop();
  } finally {
    await own.stop();
  }
}, 120_000);

test('a sign-up at one replica is verified and confirmed at another', async () => {
  const replica = await startPortal(connectedTo(stack));
  try {
    const email = somebody();
    const first = browser();
    await first.register(email);
    const { flow, code } = await mailedVerification(stack, email);
    const second = new FlowBrowser(stack, { url: replica.ownUrl, jar: first.jar });
    await second.enterCode(flow, code);
    const again = new FlowBrowser(stack, { url: replica.ownUrl });
    await again.signIn(email);
    expect(await again.identity()).toBe(await new KratosAdmin(stack).idOf(email));
  } finally {
    await replica.stop();
  }
}, 60_000);

test.each([true, false])(
  'a sign-up is confirmed in the verification that takes the place of its own after too many wrong codes; scripts: %p',
  async (scripts) => {
    const email = somebody();
    const first = new FlowBrowser(stack, { scripts });
    await first.register(email);
    const { flow } = await mailedVerification(stack, email);
    let next: string | undefined;
    while (next === undefined) {
      const answer = await first.enterCode(flow, '000000');
      const { use_flow_id: shown } = scripts ? ((await answer.json()) as { use_flow_id?: string }) : {};
      next = shown ?? /flow=([\w-]+)/.exec(answer.headers.get('location')?.replace(flow, '') ?? '')?.[1];
    }
    const since = stack.mailbox.messages.length;
    await first.submit('verification', await first.flow('verification', next), { method: 'code', email });
    await first.enterCode(next, await mailedCode(stack.mailbox, email, since));
    const again = browser();
    await again.signIn(email);
    expect(await again.identity()).toBe(await new KratosAdmin(stack).idOf(email));
  },
);

describe('of an account with two addresses', () => {
  test('the one that is proved later ends what counted beside the first', async () => {
    const [first, further] = [somebody(), somebody()];
    const stranger = browser(twofold);
    await stranger.register(first, { 'traits.tos': '' });
    const { flow, code } = await mailedVerification(twofold, first);
    await stranger.enterCode(flow, code);
    await stranger.signIn(first);
    await stranger.change({ method: 'profile', 'traits.email': first, 'traits.further': further });
    expect(await stranger.identity()).toEqual(expect.any(String));
    const mailed = await mailedVerification(twofold, further);
    await browser(twofold).enterCode(mailed.flow, mailed.code);
    expect(await stranger.identity()).toBeUndefined();
    await stranger.signIn(first);
    expect(await stranger.identity()).toBeUndefined();
  });
});

describe('an address that nobody signs in with', () => {
  const register = async (visitor: FlowBrowser, username: string, email: string) =>
    visitor.register(email, { 'traits.username': username, 'traits.tos': '' });
  const opens = async (username: string): Promise<boolean> => {
    const visitor = browser(named);
    await visitor.signIn(username);
    return (await visitor.identity()) !== undefined;
  };

  test('is its owner’s once they recover the account: the stranger’s password opens nothing', async () => {
    const stranger = browser(named);
    const email = somebody();
    const username = email.slice(0, 12);
    await register(stranger, username, email);
    await mailedVerification(named, email);
    const owner = browser(named);
    await owner.recover(email);
    expect(await owner.identity()).toEqual(expect.any(String));
    expect(await opens(username)).toBe(false);
  });

  test.each<[string, Record<string, string>]>([
    ['user name', { 'traits.username': 'nur\u200Bse' }],
    ['address', { 'traits.email': 'nur\u00ADse@test.example' }],
  ])('is refused with an invisible character in the %s, at its field', async (_what, fields) => {
    const [name = ''] = Object.keys(fields);
    const visitor = browser(named);
    const answer = await visitor.register(somebody(), {
      'traits.username': 'doctor',
      'traits.tos': '',
      ...fields,
    });
    const { ui } = (await answer.json()) as {
      ui: { nodes: { attributes: { name?: string }; messages: { id: number }[] }[] };
    };
    const node = ui.nodes.find(({ attributes }) => attributes.name === name);
    expect(node?.messages.map(({ id }) => id)).toContain(invisibleCharacter);
  });

  test('may have an invisible character in a text that identifies nobody', async () => {
    const answer = await browser(named).register(somebody(), {
      'traits.username': somebody(),
      'traits.tos': '',
      'traits.nickname': 'می\u200Cخواهم',
    });
    expect(answer.status).toBe(200);
  });
});

const changeTo = (email: string) => ({ method: 'profile', 'traits.email': email, 'traits.tos': 'true' });

test('a change of the address to one with an invisible character is refused', async () => {
  const account = await createIdentity(stack.kratos.adminUrl);
  const visitor = browser();
  await visitor.signIn(account.email, account.password);
  const answer = await visitor.change(changeTo('ada\u00AD@test.example'));
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(String(invisibleCharacter));
});

test('settings written in the moment of the proof do not make the password count', async () => {
  const account = await createIdentity(stack.kratos.adminUrl);
  const thief = browser();
  await thief.signIn(account.email, account.password);
  const email = somebody();
  await thief.change(changeTo(email));
  await mailedVerification(stack, email);
  const forms = await Promise.all([1, 2, 3, 4, 5, 6].map(() => thief.start('settings')));
  const owner = browser();
  await Promise.all([
    owner.signInByCode(email),
    ...forms.map((form) =>
      thief.submit('settings', form, { method: 'password', password: 'of-the-thief-forever' }),
    ),
  ]);
  for (const secret of ['of-the-thief-forever', account.password]) {
    const visitor = browser();
    await visitor.signIn(email, secret);
    expect(await visitor.identity()).toBeUndefined();
  }
});

test('several changes of the address at once do not make the password count', async () => {
  const admin = new KratosAdmin(stack);
  for (let round = 0; round < 4; round += 1) {
    const { id, email: former, password: own } = await createIdentity(stack.kratos.adminUrl);
    const thief = browser();
    await thief.signIn(former, own);
    const email = somebody();
    const forms = await Promise.all([1, 2, 3, 4, 5, 6].map(() => thief.start('settings')));
    await Promise.all(forms.map((form) => thief.submit('settings', form, changeTo(email))));
    expect(await admin.read(`/identities/${id}`)).toMatchObject({
      traits: { email },
      metadata_admin: { portal: { addresses: expect.not.arrayContaining([email]) as unknown } },
    });
  }
});

test.each([
  ['a new password', { method: 'password', password: 'of-the-thief-forever' }],
  ['other backup codes', { method: 'lookup_secret', lookup_secret_regenerate: 'true' }],
])(
  '%s that is saved while the address changes leaves a record beside which it does not count',
  async (_what, fields) => {
    for (let round = 0; round < 8; round += 1) {
      const { id, email: former, password: own } = await createIdentity(stack.kratos.adminUrl);
      const thief = browser();
      await thief.signIn(former, own);
      const email = somebody();
      const [first, second] = [await thief.start('settings'), await thief.start('settings')];
      await Promise.all([
        thief.submit('settings', first, fields),
        thief.submit('settings', second, changeTo(email)),
      ]);
      expect(await new KratosAdmin(stack).read(`/identities/${id}`)).toMatchObject({
        metadata_admin: { portal: { addresses: [former] } },
      });
    }
  },
);

test('a stranger who is refused again and again does not undo the owner’s new password', async () => {
  const email = somebody();
  await browser().register(email);
  await mailedVerification(stack, email);
  const owner = browser();
  await owner.signInByCode(email);
  const form = await owner.start('settings');
  const strangers = Array.from({ length: 4 }, () => browser().signIn(email));
  await Promise.all([
    ...strangers,
    owner.submit('settings', form, { method: 'password', password: 'systole-and-diastole' }),
  ]);
  const again = browser();
  await again.signIn(email, 'systole-and-diastole');
  expect(await again.identity()).toBe(await new KratosAdmin(stack).idOf(email));
});

describe('a sign-up for an application', () => {
  const challenge = '?login_challenge=c0ffee';

  const signUp = async (visitor: FlowBrowser, email: string) => {
    await visitor.submit('registration', await visitor.start('registration', challenge), {
      method: 'password',
      password,
      'traits.email': email,
      'traits.tos': 'true',
    });
    return mailedVerification(stack, email);
  };

  test('goes on to the application with the code, in its own browser', async () => {
    // Kratos 1.3.1 goes on only without scripts
    const visitor = new FlowBrowser(stack, { scripts: false });
    const email = somebody();
    const { flow, code } = await signUp(visitor, email);
    const id = await new KratosAdmin(stack).idOf(email);
    hydra.accepted.length = 0;
    await visitor.enterCode(flow, code);
    expect(await visitor.identity()).toBe(id);
    expect(hydra.accepted).toEqual([id]);
  });

  test('is verified in another browser, which is told to sign in', async () => {
    const visitor = browser();
    const email = somebody();
    const { flow, code } = await signUp(visitor, email);
    hydra.accepted.length = 0;
    const phone = browser();
    const answer = await phone.enterCode(flow, code);
    expect(JSON.stringify(await answer.json())).toContain('use_flow_id');
    expect([await phone.identity(), await visitor.identity()]).toEqual([undefined, undefined]);
    expect(hydra.accepted).toEqual([]);
  });

  test('does not sign a stranger in whose code was mailed to an address of their own', async () => {
    const stranger = browser();
    const victim = somebody();
    const { flow } = await signUp(stranger, victim);
    // their own account, whose sign-up is not over either
    const own = somebody();
    await browser().register(own);
    await mailedVerification(stack, own);
    const since = stack.mailbox.messages.length;
    await stranger.submit('verification', await stranger.flow('verification', flow), {
      method: 'code',
      email: own,
    });
    const { code } = await stack.mailbox.waitFor(own, { since, matching: (mail) => mail.code !== undefined });
    hydra.accepted.length = 0;
    await stranger.enterCode(flow, code ?? '');
    expect(await stranger.identity()).toBeUndefined();
    expect(hydra.accepted).toEqual([]);
  });
});
