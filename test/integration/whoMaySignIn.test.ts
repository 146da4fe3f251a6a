import { describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { confirmByCode } from '../../shared/flow/messageId.ts';
import {
  FlowBrowser,
  KratosAdmin,
  mailedVerification,
  messagesIn,
  password,
  somebody,
  totpSecretIn,
  type AnsweredFlow,
} from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { runningStack } from '../support/runningStack.ts';

const stack = runningStack();
const admin = new KratosAdmin(stack);

const browser = (scripts = true): FlowBrowser => new FlowBrowser(stack, { scripts });

/** Signs in with the password in a new browser. @returns the id of the identity, or of Kratos' first message */
async function passwordOpens(email: string, secret = password): Promise<string | number | undefined> {
  const visitor = browser();
  const { answer } = await visitor.signIn(email, secret);
  return (await visitor.identity()) ?? messagesIn((await answer.json()) as AnsweredFlow)[0];
}

/** Signs somebody up, and waits for the mail, so that the next one is another. */
async function signUp(visitor: FlowBrowser, email = somebody()): Promise<string> {
  await visitor.register(email);
  await mailedVerification(stack, email);
  return email;
}

const signUpsOwn = 'the code of the sign-up or change';

/** The ways in which the owner of an address proves it, in a browser of their own. */
const proofs: Record<string, (owner: FlowBrowser, email: string) => Promise<unknown>> = {
  'a sign-in by code': (owner, email) => owner.signInByCode(email),
  'a recovery by code': (owner, email) => owner.recover(email),
  'a recovery by link, although codes are configured': async (owner, email) =>
    owner.openLink(await owner.askForLink(email)),
  'a recovery by a link that the stranger asked for': async (owner, email) =>
    owner.openLink(await browser().askForLink(email)),
  'a verification of their own': (owner, email) => owner.verify(email),
  [signUpsOwn]: async (owner, email) => {
    const { flow, code } = await mailedVerification(stack, email);
    return owner.enterCode(flow, code);
  },
};
const opensSession = (how: string): boolean => /sign-in|recovery/.test(how);

describe.each(scriptsOnAndOff)('an address that nobody has proved, $how', ({ scripts }) => {
  test('opens no session by registration or sign-in', async () => {
    const stranger = browser(scripts);
    const email = await signUp(stranger);
    expect(await stranger.identity()).toBeUndefined();
    await stranger.signIn(email);
    expect(await stranger.identity()).toBeUndefined();
    expect(await passwordOpens(email)).toBe(confirmByCode);
  });

  test('is verified in the browser of the sign-up: the password counts, and no second session is left', async () => {
    const visitor = browser(scripts);
    const email = await signUp(visitor);
    const { flow, code } = await mailedVerification(stack, email);
    await visitor.enterCode(flow, code);
    const id = await admin.idOf(email);
    expect(await admin.activeSessions(id)).toEqual([]);
    expect(await passwordOpens(email)).toBe(id);
  });

  test('goes on to a code in the flow of a refused sign-in, which confirms the password', async () => {
    const visitor = browser(scripts);
    const email = await signUp(visitor);
    const { flow } = await visitor.signIn(email);
    expect(messagesIn(await visitor.flow('login', flow))).toEqual([confirmByCode]);
    await visitor.signInByCode(email, flow);
    expect(await visitor.identity()).toBe(await admin.idOf(email));
    expect(await passwordOpens(email)).toBe(await admin.idOf(email));
  });
});

describe.each(Object.entries(proofs))(
  'a stranger’s sign-up whose address its owner proves by %s',
  (how, prove) => {
    test('is the owner’s: the stranger’s password opens nothing, and one that the owner sets counts', async () => {
      const stranger = browser();
      const email = await signUp(stranger);
      const id = await admin.idOf(email);
      const pending = await stranger.signIn(email);
      const owner = browser();
      await prove(owner, email);
      expect(await owner.identity()).toBe(opensSession(how) ? id : undefined);
      expect(await admin.activeSessions(id)).toHaveLength(opensSession(how) ? 1 : 0);
      expect(await passwordOpens(email)).toBe(confirmByCode);
      // neither does the flow that was refused before the proof
      await stranger.submit('login', await stranger.flow('login', pending.flow), {
        method: 'password',
        identifier: email,
        password,
      });
      expect(await stranger.identity()).toBeUndefined();
      if (!opensSession(how)) await owner.signInByCode(email);
      const saved = await owner.change({ method: 'password', password: 'systole-and-diastole' });
      expect(saved.status).toBe(200);
      expect(await passwordOpens(email, 'systole-and-diastole')).toBe(id);
      expect(await passwordOpens(email)).not.toBe(id);
    });
  },
);

test.each(Object.entries(proofs).filter(([how]) => how !== signUpsOwn))(
  'nothing is confirmed in a shared browser in which a stranger signed up and the owner proves the address by %s',
  async (_how, prove) => {
    const shared = browser();
    const email = await signUp(shared);
    await prove(shared, email);
    expect(await passwordOpens(email)).toBe(confirmByCode);
  },
);

describe('an app', () => {
  const app = new FlowBrowser(stack, { app: true });
  type Answered = AnsweredFlow & { session_token?: string };
  const post = async (kind: string, flow: AnsweredFlow, fields: object) => {
    const answer = await app.submit(kind, flow, fields);
    return { status: answer.status, body: (await answer.json()) as Answered };
  };

  test('is refused with the message, and goes on to the code in the same flow', async () => {
    const email = await signUp(browser());
    const flow = await app.start('login');
    const refused = await post('login', flow, { method: 'password', identifier: email, password });
    expect([refused.status, messagesIn(refused.body)]).toEqual([400, [confirmByCode]]);
    const since = stack.mailbox.messages.length;
    await post('login', flow, { method: 'code', identifier: email });
    const code = await mailedCode(stack.mailbox, email, since);
    const done = await post('login', flow, { method: 'code', identifier: email, code });
    expect(done.body.session_token).toEqual(expect.any(String));
    expect(await passwordOpens(email)).toBe(await admin.idOf(email));
  });

  test('verifies an address in a flow of its own', async () => {
    const { email } = await createIdentity(stack.kratos.adminUrl, { verified: false });
    const flow = await app.start('verification');
    const asked = await post('verification', flow, { method: 'code', email });
    expect(asked).toMatchObject({ status: 200, body: { state: 'sent_email' } });
    const code = await mailedCode(stack.mailbox, email);
    const done = await post('verification', flow, { method: 'code', code });
    expect(done).toMatchObject({ status: 200, body: { state: 'passed_challenge' } });
  });
});

test('two requests with one code open one session', async () => {
  const email = await signUp(browser());
  const visitor = browser();
  const flow = await visitor.start('login');
  const since = stack.mailbox.messages.length;
  await visitor.submit('login', flow, { method: 'code', identifier: email });
  const code = await mailedCode(stack.mailbox, email, since);
  const shown = await visitor.flow('login', flow.id);
  await Promise.all(
    [1, 2, 3].map(() => visitor.submit('login', shown, { method: 'code', identifier: email, code })),
  );
  expect(await admin.activeSessions(await admin.idOf(email))).toHaveLength(1);
});

test.each(['code', 'link'])(
  'a recovery with an administrator’s %s is the person’s, and leaves a stranger’s password without effect',
  async (kind) => {
    const email = await signUp(browser());
    const id = await admin.idOf(email);
    const answer = await fetch(`${stack.kratos.adminUrl}/admin/recovery/${kind}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity_id: id, expires_in: '15m' }),
    });
    const made = (await answer.json()) as { recovery_link: string; recovery_code?: string };
    const link = new URL(made.recovery_link);
    const person = browser();
    if (made.recovery_code === undefined) await person.openLink(link);
    else
      await person.submit('recovery', await person.flow('recovery', link.searchParams.get('flow') ?? ''), {
        method: 'code',
        code: made.recovery_code,
      });
    expect(await person.identity()).toBe(id);
    expect(await passwordOpens(email)).toBe(confirmByCode);
  },
);

describe('an account of an administrator', () => {
  test('is never locked out with an address that nobody has proved', async () => {
    const { id, email, password: own } = await createIdentity(stack.kratos.adminUrl, { verified: false });
    const visitor = browser();
    const { flow } = await visitor.signIn(email, own);
    expect(await visitor.identity()).toBeUndefined();
    await visitor.signInByCode(email, flow);
    expect(await visitor.identity()).toBe(id);
    expect(await passwordOpens(email, own)).toBe(id);
  });
});

/** Somebody whose account has a password, changes its address, and is still signed in. */
async function changedTo(
  email: string,
  setUp?: (thief: FlowBrowser, account: TestIdentity) => Promise<unknown>,
) {
  const account = await createIdentity(stack.kratos.adminUrl);
  const thief = browser();
  await thief.signIn(account.email, account.password);
  await setUp?.(thief, account);
  const since = stack.mailbox.messages.length;
  const saved = await thief.change({ method: 'profile', 'traits.email': email, 'traits.tos': 'true' });
  expect(saved.status).toBe(200);
  const verification = await mailedVerification(stack, email, since);
  return { ...account, thief, verification };
}

/** Sets up an authenticator app. @returns it */
async function addTotp(visitor: FlowBrowser): Promise<TOTP> {
  const flow = await visitor.start('settings');
  const app = new TOTP({ secret: totpSecretIn(flow) });
  const code = app.generate();
  expect((await visitor.submit('settings', flow, { method: 'totp', totp_code: code })).status).toBe(200);
  return app;
}

describe.each(Object.entries(proofs))(
  'an account that was changed to somebody’s address, which they prove by %s',
  (how, prove) => {
    test('loses its sessions, and its password opens nothing; no second factor keeps its owner out', async () => {
      const email = somebody();
      const { id, thief, password: own } = await changedTo(email, addTotp);
      const owner = browser();
      await prove(owner, email);
      expect(await thief.identity()).toBeUndefined();
      expect(await admin.activeSessions(id)).toHaveLength(opensSession(how) ? 1 : 0);
      expect(await passwordOpens(email, own)).toBe(confirmByCode);
      if (!opensSession(how)) await owner.signInByCode(email);
      expect(await owner.identity()).toBe(id);
    });
  },
);

test('a code that was entered on another device leaves the second factor of whoever has the password', async () => {
  const email = somebody();
  const person = await changedTo(email, addTotp);
  await browser().enterCode(person.verification.flow, person.verification.code);
  const visitor = browser();
  const { flow } = await visitor.signIn(email, person.password);
  await visitor.signInByCode(email, flow);
  // the sign-in goes on to the second factor
  expect((await visitor.call('/sessions/whoami')).status).toBe(403);
});

test('a changed address that is not verified is named to who signs in, by the page too', async () => {
  const email = somebody();
  const { password: own } = await changedTo(email);
  for (const scripts of [true, false]) {
    const visitor = browser(scripts);
    const { flow } = await visitor.signIn(email, own);
    const page = await visitor.call(`/login?flow=${flow}`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect(html).toContain(`${email} has not been verified yet. Enter the code that we mail you`);
    expect(html).toContain('Mistyped? Correct it in the settings');
    expect(html).toContain(`value="${email}"`);
  }
});

test('a changed address that is verified in a session opened with all that signs in keeps the other sessions and the password', async () => {
  const email = somebody();
  const other = browser();
  const changed = await changedTo(email, (_person, account) => other.signIn(account.email, account.password));
  const { id, thief: person, password: own, verification } = changed;
  await person.enterCode(verification.flow, verification.code);
  expect(await person.identity()).toBe(id);
  expect(await other.identity()).toBe(id);
  expect(await passwordOpens(email, own)).toBe(id);
});

test('a session from a recovery confirms nothing when it verifies a changed address, and ends all others', async () => {
  const { id, email: first, password: own } = await createIdentity(stack.kratos.adminUrl);
  const victim = browser();
  await victim.recover(first);
  const other = browser();
  await other.signIn(first, own);
  const email = somebody();
  const since = stack.mailbox.messages.length;
  await victim.change({ method: 'profile', 'traits.email': email, 'traits.tos': 'true' });
  const { flow, code } = await mailedVerification(stack, email, since);
  await victim.enterCode(flow, code);
  expect([await other.identity(), await victim.identity()]).toEqual([undefined, id]);
  expect(await passwordOpens(email, own)).toBe(confirmByCode);
});

test('a code that was mailed to the former address opens nothing once the new one is proved', async () => {
  const account = await createIdentity(stack.kratos.adminUrl);
  const thief = browser();
  const kept = browser();
  const flow = await kept.start('login');
  const since = stack.mailbox.messages.length;
  await kept.submit('login', flow, { method: 'code', identifier: account.email });
  const code = await mailedCode(stack.mailbox, account.email, since);
  await thief.signIn(account.email, account.password);
  const email = somebody();
  await thief.change({ method: 'profile', 'traits.email': email, 'traits.tos': 'true' });
  await mailedVerification(stack, email);
  await browser().signInByCode(email);
  for (const identifier of [email, account.email])
    await kept.submit('login', await kept.flow('login', flow.id), { method: 'code', identifier, code });
  expect(await kept.identity()).toBeUndefined();
});

describe('a recovery', () => {
  test('ends all other sessions', async () => {
    const { id, email, password: own } = await createIdentity(stack.kratos.adminUrl);
    const other = browser();
    await other.signIn(email, own);
    const person = browser();
    await person.recover(email);
    expect([await other.identity(), await person.identity()]).toEqual([undefined, id]);
  });

  test('without the second factor leaves the sessions that could turn it off; they end once it is given, and no later ones', async () => {
    const { id, email, password: own } = await createIdentity(stack.kratos.adminUrl);
    const other = browser();
    await other.signIn(email, own);
    const app = await addTotp(other);
    const person = browser();
    await person.recover(email);
    expect([await other.identity(), await person.identity()]).toEqual([id, undefined]);

    const giveFactor = async (visitor: FlowBrowser, query: string, time: number): Promise<void> => {
      const flow = await visitor.start('login', query);
      const totp_code = app.generate({ timestamp: time });
      await visitor.submit('login', flow, { method: 'totp', totp_code });
    };
    await giveFactor(person, '?aal=aal2', Date.now() + 30_000);
    expect([await other.identity(), await person.identity()]).toEqual([undefined, id]);
    await other.recover(email);
    await giveFactor(person, '?aal=aal2&refresh=true', Date.now() - 30_000);
    expect(await person.identity()).toBe(id);
    expect(await admin.activeSessions(id)).toHaveLength(2);
  });
});
