import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { cookieJar } from '../support/kratosLogin.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({
    portal: { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback', RATE_LIMIT_POSTS_PER_MINUTE: '100000' },
  });
}, 240_000);

afterAll(() => stack.stop());

interface Flow {
  id: string;
  state?: string;
  ui: { nodes: { attributes: { name?: string; value?: unknown } }[] };
}

/** A visitor with their own browser, at an IP address. */
function visitor(address: string) {
  const jar = cookieJar();
  const call = async (
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<Response> => {
    const answer = await fetch(stack.url + path, {
      redirect: 'manual',
      headers: { accept: 'application/json', cookie: jar.header(), 'x-forwarded-for': address, ...headers },
      ...(body !== undefined && { method: 'POST', body }),
    });
    jar.keep(answer);
    return answer;
  };
  const start = async (kind: string): Promise<Flow> =>
    (await (await call(`/self-service/${kind}/browser`)).json()) as Flow;
  const csrfOf = ({ ui }: Flow): string =>
    String(ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value);
  const submit = (kind: string, flow: Flow, fields: object): Promise<Response> =>
    call(
      `/self-service/${kind}?flow=${flow.id}`,
      { 'content-type': 'application/json' },
      JSON.stringify({ csrf_token: csrfOf(flow), ...fields }),
    );
  const post = (
    kind: string,
    flow: Flow,
    fields: Record<string, string>,
    language: string,
  ): Promise<Response> =>
    call(
      `/self-service/${kind}?flow=${flow.id}`,
      {
        accept: 'text/html',
        'accept-language': language,
        'content-type': 'application/x-www-form-urlencoded',
      },
      new URLSearchParams({ csrf_token: csrfOf(flow), ...fields }).toString(),
    );
  return { start, submit, post };
}

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

const people = (count: number): number[] => Array.from({ length: count }, (_none, person) => person);

describe('somebody who signs up eighty strangers', () => {
  const attacker = '198.51.100.1';

  test('has mail sent to sixty of them', async () => {
    const emails = people(80).map((person) => `s${person}@strangers.example`);
    const statuses = await inBatches(emails, (email) => signUp(attacker, email));
    const mailed = emails.filter((_email, at) => statuses[at] === 200);
    expect([mailed.length, statuses.filter((status) => status === 429).length]).toEqual([60, 20]);
    for (const email of mailed) await stack.mailbox.waitFor(email);
    // a mail requested after all the others
    expect(await signUp('198.51.100.2', 'last@others.example')).toBe(200);
    await stack.mailbox.waitFor('last@others.example');
    const recipients = stack.mailbox.messages.flatMap(({ to }) => to);
    expect(recipients.filter((to) => to.endsWith('@strangers.example')).sort()).toEqual(mailed.sort());
  }, 120_000);

  test('is told when to try again, in a page and in JSON, and cannot recover or verify others instead', async () => {
    const one = visitor(attacker);
    for (const kind of ['recovery', 'verification']) {
      const flow = await one.start(kind);
      const refused = await one.submit(kind, flow, { method: 'code', email: `${kind}@strangers.example` });
      expect(refused.status).toBe(429);
      const { error } = (await refused.json()) as { error: { id: string; retry_after: number } };
      expect(error.id).toBe('mail_limited');
      expect(refused.headers.get('retry-after')).toBe(String(error.retry_after));
    }
    for (const [language, text] of [
      [
        'en',
        /Too many messages were requested for this address or from your network\. Try again in \d+ minutes\./,
      ],
      ['de', /wurden zu viele Nachrichten angefordert\. Versuchen Sie es in \d+ Minuten erneut\./],
    ] as const) {
      const flow = await one.start('registration');
      const fields = {
        method: 'password',
        password,
        'traits.email': 'page@strangers.example',
        'traits.tos': 'true',
      };
      const page = await one.post('registration', flow, fields, language);
      expect(page.status).toBe(429);
      expect(await page.text()).toMatch(text);
    }
  });
});

describe('a clinic behind one IP address', () => {
  const clinic = '203.0.113.1';

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
    const hospital = '203.0.113.2';
    await inBatches(people(100), async (person) => {
      const { email } = await createIdentity(stack.kratos.adminUrl, { email: `c${person}@clinic.example` });
      const one = visitor(hospital);
      const flow = await one.start('login');
      const sent = (await (
        await one.submit('login', flow, { method: 'code', identifier: email })
      ).json()) as Flow;
      expect(sent.state).toBe('sent_email');
      const { text } = await stack.mailbox.waitFor(email);
      const code = /\b\d{6}\b/.exec(text)?.[0];
      expect((await one.submit('login', sent, { method: 'code', identifier: email, code })).status).toBe(200);
    });
  }, 240_000);
});
