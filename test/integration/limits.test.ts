import { beforeAll, describe, expect, test } from '@jest/globals';
import { totpCode } from '../support/accountVisitor.ts';
import { FlowBrowser, totpSecretIn, type AnsweredFlow } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { runningStack } from '../support/runningStack.ts';
import { statusesOf, times } from '../support/statuses.ts';

const stack = runningStack({
  portal: { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback', RATE_LIMIT_POSTS_PER_MINUTE: '100000' },
});

beforeAll(async () => {
  // each visitor below has their own IP address
}, 240_000);

let visitors = 0;

/** A visitor with their own browser and IP address. */
const visitor = (address = `198.51.100.${(visitors += 1)}`): FlowBrowser =>
  new FlowBrowser(stack, { headers: { 'x-forwarded-for': address } });

const withoutScripts = { scripts: false };

const account = (): Promise<TestIdentity> => createIdentity(stack.kratos.adminUrl);

const signIn = async (who: FlowBrowser, { email, password }: TestIdentity, secret = password) =>
  (await who.signIn(email, secret)).answer;

describe('passwords', () => {
  test('after ten wrong ones even the right one is refused, except from another IP address', async () => {
    const ada = await account();
    const guesser = visitor();
    expect(await statusesOf(12, () => signIn(guesser, ada, 'wrong'))).toEqual([...times(10, 400), 429, 429]);
    expect((await signIn(guesser, ada)).status).toBe(429);
    expect((await signIn(visitor(), ada)).status).toBe(200);
  });

  test.each([
    [true, 200],
    [false, 303],
  ])('somebody who keeps signing in is never limited (with scripts: %s)', async (scripts, status) => {
    const ada = await account();
    const fields = { method: 'password', identifier: ada.email, password: ada.password };
    for (let count = 0; count < 12; count += 1) {
      const one = visitor(`203.0.113.${status}`);
      const answer = await one.submit('login', await one.start('login'), fields, { scripts });
      expect(answer.status).toBe(status);
      expect(await one.identity()).toBe(ada.id);
    }
  });

  test('without scripts the refusal is a page that gives the time to wait, in the visitor’s language', async () => {
    const ada = await account();
    const guesser = visitor();
    const flow = await guesser.start('login');
    const fields = { method: 'password', identifier: ada.email, password: 'wrong' };
    expect(await statusesOf(10, () => guesser.submit('login', flow, fields, withoutScripts))).toEqual(
      times(10, 303),
    );
    for (const [language, text] of [
      ['en', 'Too many attempts. Try again in 15 minutes.'],
      ['de', 'Zu viele Versuche. Versuchen Sie es in 15 Minuten erneut.'],
    ] as const) {
      const how = { ...withoutScripts, 'accept-language': language };
      const answer = await guesser.submit('login', flow, fields, how);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(840);
      const page = await answer.text();
      expect(page).toContain(`>${text}<`);
      expect(page).toContain(`href="/login?flow=${flow.id}"`);
    }
  });
});

describe('mail', () => {
  test('one recipient gets at most six recovery mails an hour, requested with or without scripts', async () => {
    const ada = await account();
    const stranger = visitor();
    const recover = async (scripts: boolean) => {
      const flow = await stranger.start('recovery');
      return stranger.submit('recovery', flow, { method: 'code', email: ada.email }, { scripts });
    };
    expect(await statusesOf(3, () => recover(true))).toEqual(times(3, 200));
    expect(await statusesOf(4, () => recover(false))).toEqual([...times(3, 303), 429]);
    expect((await recover(true)).status).toBe(429);
    const { mailbox } = stack;
    const arrived = () => mailbox.messages.filter(({ to }) => to.includes(ada.email)).length;
    await mailbox.waitFor(ada.email, { matching: () => arrived() === 6 });
  });
});

test('codes of an authenticator app are refused if they were used before, even in another session', async () => {
  const ada = await account();
  const owner = visitor();
  await signIn(owner, ada);
  const settings = await owner.start('settings');
  const secret = totpSecretIn(settings);
  const enrol = { method: 'totp', totp_code: totpCode(secret) };
  expect((await owner.submit('settings', settings, enrol)).status).toBe(200);
  const code = totpCode(secret);
  const use = async () => {
    const one = visitor();
    await signIn(one, ada);
    return one.submit('login', await one.start('login', '?aal=aal2'), { method: 'totp', totp_code: code });
  };
  expect((await use()).status).toBe(200);
  const again = await use();
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ error: { id: 'code_used' } });
});

test('with a session token, no more codes can be tried than with a cookie', async () => {
  const ada = await account();
  const headers = { 'x-forwarded-for': '198.51.102.1' };
  const app = new FlowBrowser(stack, { app: true, headers });
  const guess = async () => {
    const { session_token: token } = (await (await signIn(app, ada)).json()) as { session_token: string };
    const signedIn = new FlowBrowser(stack, {
      app: true,
      headers: { ...headers, 'x-session-token': token },
    });
    const flow = await signedIn.start('login', '?aal=aal2');
    return signedIn.submit('login', flow, { method: 'totp', totp_code: '000000' });
  };
  expect(await statusesOf(11, guess)).toEqual([...times(10, 400), 429]);
});

const password = 'Vf7-kettle-Marmot';
const signUpFields = (email: string, typed = password) => ({
  method: 'password',
  password: typed,
  traits: { email, tos: true },
});

async function signUp(address: string, email: string): Promise<number> {
  const one = visitor(address);
  return (await one.submit('registration', await one.start('registration'), signUpFields(email))).status;
}

/** Runs something for each item, for eight at a time. */
async function inBatches<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 8)
    results.push(...(await Promise.all(items.slice(at, at + 8).map(run))));
  return results;
}

const people = (count: number): number[] => [...Array(count).keys()];

describe('somebody who signs up eighty strangers', () => {
  const spammer = '198.51.101.1';

  test('has mail sent to sixty of them', async () => {
    const emails = people(80).map((person) => `s${person}@strangers.example`);
    const statuses = await inBatches(emails, (email) => signUp(spammer, email));
    const mailed = emails.filter((_email, at) => statuses[at] === 200);
    expect([mailed.length, statuses.filter((status) => status === 429).length]).toEqual([60, 20]);
    for (const email of mailed) await stack.mailbox.waitFor(email);
    // a mail requested after all the others
    expect(await signUp('198.51.101.2', 'last@others.example')).toBe(200);
    await stack.mailbox.waitFor('last@others.example');
    const recipients = stack.mailbox.messages.flatMap(({ to }) => to);
    expect(recipients.filter((to) => to.endsWith('@strangers.example')).sort()).toEqual(mailed.sort());
  }, 120_000);

  test('is told when to try again, in a page and in JSON, and cannot recover or verify others instead', async () => {
    const one = visitor(spammer);
    for (const kind of ['recovery', 'verification']) {
      const flow = await one.start(kind);
      const refused = await one.submit(kind, flow, { method: 'code', email: `${kind}@strangers.example` });
      expect(refused.status).toBe(429);
      const { error } = (await refused.json()) as { error: { id: string; retry_after: number } };
      expect(error.id).toBe('mail_limited');
      expect(refused.headers.get('retry-after')).toBe(String(error.retry_after));
    }
    for (const [language, text] of [
      ['en', /We have sent several emails already\. Use the newest one, or try again in \d+ minutes\./],
      ['de', /Nutzen Sie die neueste oder versuchen Sie es in \d+ Minuten erneut\./],
    ] as const) {
      const flow = await one.start('registration');
      const fields = {
        method: 'password',
        password,
        'traits.email': 'page@strangers.example',
        'traits.tos': 'true',
      };
      const how = { ...withoutScripts, 'accept-language': language };
      const page = await one.submit('registration', flow, fields, how);
      expect(page.status).toBe(429);
      expect(await page.text()).toMatch(text);
    }
  });
});

describe('a clinic behind one IP address', () => {
  const clinic = '203.0.114.1';

  test('can sign up fifty people in a morning, each after two refused attempts', async () => {
    await inBatches(people(50), async (person) => {
      const one = visitor(clinic);
      const email = `p${person}@clinic.example`;
      const flow = await one.start('registration');
      expect((await one.submit('registration', flow, signUpFields(email, 'short'))).status).toBe(400);
      expect((await one.submit('registration', flow, signUpFields(`x${email}`, 'short'))).status).toBe(400);
      expect((await one.submit('registration', flow, signUpFields(email))).status).toBe(200);
    });
  }, 120_000);

  test('can have a hundred people sign in by mailed code', async () => {
    const hospital = '203.0.114.2';
    await inBatches(people(100), async (person) => {
      const { email } = await createIdentity(stack.kratos.adminUrl, { email: `c${person}@clinic.example` });
      const one = visitor(hospital);
      const flow = await one.start('login');
      const sent = (await (
        await one.submit('login', flow, { method: 'code', identifier: email })
      ).json()) as AnsweredFlow;
      expect(sent.state).toBe('sent_email');
      const { text } = await stack.mailbox.waitFor(email);
      const code = /\b\d{6}\b/.exec(text)?.[0];
      expect((await one.submit('login', sent, { method: 'code', identifier: email, code })).status).toBe(200);
    });
  }, 240_000);
});
