import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FlowBrowser, KratosAdmin, mailedVerification, somebody } from '../support/flowBrowser.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { sharedStoreStack, startStack, type Stack } from '../support/stack.ts';

const secret = randomBytes(32);

let patient: Stack;
let hasty: Stack;
let operator: Server;
const told: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  operator = createServer((request, response) => {
    void text(request).then((body) => {
      told.push({ headers: request.headers, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => operator.listen(0, '127.0.0.1', resolve));
  const { port } = operator.address() as AddressInfo;
  [patient, hasty] = await Promise.all([
    sharedStoreStack(),
    startStack({
      portal: {
        DATA_DIRECTORY: newDirectory(),
        DELETION_GRACE_DAYS: '0',
        DELETION_WEBHOOK_URL: `http://127.0.0.1:${port}/deleted`,
        DELETION_WEBHOOK_KEY: `whsec_${secret.toString('base64')}`,
      },
    }),
  ]);
}, 240_000);

afterAll(async () => {
  await hasty.stop();
  operator.close();
});

async function signedIn(stack: Stack, email: string): Promise<FlowBrowser> {
  const browser = new FlowBrowser(stack);
  await browser.register(email);
  const { flow, code } = await mailedVerification(stack, email);
  await browser.enterCode(flow, code);
  await browser.signIn(email);
  return browser;
}

/** Deletes the account that is signed in. */
async function deleteAccount(browser: FlowBrowser, fields = { confirm: 'true' }): Promise<Response> {
  const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
  return browser.call('/data/delete', {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ ...fields, _csrf: token }),
  });
}

const notice = (stack: Stack, email: string, subject: string) =>
  stack.mailbox.waitFor(email, {
    matching: (mail) => mail.subject === `Stethoscope: ${subject}`,
    timeout: 40_000,
  });

test('who deletes their account is signed out everywhere, is told until when it can come back, and comes back by signing in', async () => {
  const email = somebody();
  const browser = await signedIn(patient, email);
  const other = new FlowBrowser(patient);
  await other.signIn(email);
  expect((await deleteAccount(browser)).status).toBe(303);
  expect([await browser.identity(), await other.identity()]).toEqual([undefined, undefined]);
  const { text: mail } = await notice(patient, email, 'Deletion of the account requested');
  const date = new Date(Date.now() + 14 * 86_400_000);
  expect(mail).toContain(new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date));

  const back = new FlowBrowser(patient);
  expect((await back.signIn(email)).answer.status).toBe(200);
  await notice(patient, email, 'Account kept: it will not be deleted');
  const id = await new KratosAdmin(patient).idOf(email);
  const { metadata_admin } = await new KratosAdmin(patient).read<{ metadata_admin: object }>(
    `/identities/${id}`,
  );
  expect(JSON.stringify(metadata_admin)).not.toContain('deletion');
  const page = await back.call('/settings', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('location')]).toEqual([303, '/data?return_to=%2Fsettings']);
}, 90_000);

test('nothing is deleted unless the box is ticked, and the page says so once, in the reader’s language', async () => {
  const browser = await signedIn(patient, somebody());
  const answer = await deleteAccount(browser, { confirm: '' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/data']);
  expect(await browser.identity()).toBeDefined();
  const open = async (): Promise<string> =>
    (await browser.call('/data', { headers: { accept: 'text/html', 'accept-language': 'de' } })).text();
  expect(await open()).toMatch(/data-message="agreement\.notTicked".*Setzen Sie dieses H&#228;kchen/);
  expect(await open()).not.toContain('agreement.notTicked"');
}, 60_000);

test('once its time has come the account is gone, its owner and the operator’s system are told, and the address is free', async () => {
  const email = somebody();
  const browser = await signedIn(hasty, email);
  const id = await browser.identity();
  await deleteAccount(browser);
  const { text: mail } = await notice(hasty, email, 'Account deleted');
  expect(mail).not.toContain('/secure');
  expect(await new KratosAdmin(hasty).read<object>(`/identities/${id ?? ''}`)).toMatchObject({
    error: { code: 404 },
  });
  expect(told).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = told;
  expect(JSON.parse(body)).toEqual({
    type: 'account.deleted',
    timestamp: expect.any(String),
    data: { identity: id },
  });
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  await signedIn(hasty, email);
}, 120_000);
