import { beforeAll, expect, test } from '@jest/globals';
import { FlowBrowser, KratosAdmin, mailedVerification, password, somebody } from '../support/flowBrowser.ts';
import { sharedStoreStack, type Stack } from '../support/stack.ts';
import { unzip } from '../support/unzip.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await sharedStoreStack();
}, 240_000);

/** Signs somebody up, with a verified address, and signs them in. */
async function signedIn(email: string): Promise<FlowBrowser> {
  const browser = new FlowBrowser(stack, { headers: { 'user-agent': 'curl/8' } });
  await browser.register(email, { 'traits.name.first': 'Ada', 'traits.locale': 'de' });
  const { flow, code } = await mailedVerification(stack, email);
  await browser.enterCode(flow, code);
  await browser.signIn(email);
  return browser;
}

async function download(browser: FlowBrowser): Promise<Response> {
  const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
  return browser.call('/data/download', {
    method: 'POST',
    body: new URLSearchParams({ _csrf: token }),
  });
}

test('an archive has what Kratos and the portal keep of the account, and nothing of another or secret', async () => {
  const [email, other] = [somebody(), somebody()];
  await signedIn(other);
  const browser = await signedIn(email);
  const answer = await download(browser);
  expect(answer.status).toBe(200);
  const { 'data.json': json = '', 'data.html': html = '' } = unzip(Buffer.from(await answer.arrayBuffer()));
  expect(JSON.parse(json)).toMatchObject({
    identity: {
      id: await new KratosAdmin(stack).idOf(email),
      schema: 'default',
      state: 'active',
      createdAt: expect.any(String),
      traits: { email, name: { first: 'Ada' } },
    },
    addresses: [{ address: email, verified: true, verifiedAt: expect.any(String) }],
    credentials: expect.arrayContaining([
      { kind: 'password', createdAt: expect.any(String), updatedAt: expect.any(String) },
    ]),
    sessions: [
      {
        active: true,
        methods: ['password'],
        devices: [{ userAgent: 'curl/8', address: expect.any(String) }],
      },
    ],
    history: expect.arrayContaining(
      [
        { kind: 'dataDownloaded', userAgent: 'curl/8' },
        { kind: 'signedIn', method: 'password' },
        { kind: 'addressVerified', address: email },
        { kind: 'registered', method: 'password' },
        { kind: 'agreed' },
      ].map((event): unknown => expect.objectContaining(event)),
    ),
    messages: [{ kind: 'verification_code_valid', recipient: email, subject: expect.any(String) }],
    couldNotBeRead: [],
  });
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('Ihre Daten bei Stethoscope');
  const codes = stack.mailbox.messages.flatMap(({ code }) => code ?? []);
  for (const text of [json, html]) {
    expect(text).not.toContain(other);
    for (const secret of [password, '$2', ...codes]) expect(text).not.toContain(secret);
  }
}, 60_000);

test('all pages of Kratos’ lists are in it', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  for (let count = 0; count < 270; count += 10)
    await Promise.all(
      Array.from({ length: 10 }, () => new FlowBrowser(stack, { url: stack.kratos.publicUrl }).signIn(email)),
    );
  const { 'data.json': json = '{}' } = unzip(Buffer.from(await (await download(browser)).arrayBuffer()));
  const { sessions } = JSON.parse(json) as { sessions: unknown[] };
  expect(sessions.length).toBeGreaterThan(250);
}, 240_000);
