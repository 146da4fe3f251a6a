import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { confirmByCode } from '../../shared/flow/messageId.ts';
import { FlowBrowser, KratosAdmin, messagesIn, type AnsweredFlow } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { runningStack } from '../support/runningStack.ts';

const source = path.join(import.meta.dirname, '../../scripts/trustMark.ts');
const bundled = path.join(import.meta.dirname, '../../dist/server/trustMark.mjs');

const stack = runningStack({});
const admin = new KratosAdmin(stack);

/** Runs the command. */
const mark = (
  options: string[] = [],
  { script = source, ...environment }: Record<string, string> = {},
): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const { publicUrl, adminUrl } = stack.kratos;
    const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: publicUrl, KRATOS_ADMIN_URL: adminUrl };
    execFile(
      process.execPath,
      [script, ...options],
      { env: { ...env, ...environment } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

const metadataOf = async (id: string): Promise<Record<string, unknown> | null | undefined> =>
  (await admin.read<{ metadata_admin?: Record<string, unknown> | null }>(`/identities/${id}`)).metadata_admin;

/** Signs in with the password. @returns the id of the identity, or of the first message */
async function signIn({ email, password }: TestIdentity): Promise<string | number | undefined> {
  const browser = new FlowBrowser(stack);
  const { answer } = await browser.signIn(email, password);
  return (await browser.identity()) ?? messagesIn((await answer.json()) as AnsweredFlow)[0];
}

test('marks accounts with credentials and without a proved address, on all pages, and no others', async () => {
  const { adminUrl } = stack.kratos;
  // more than a page
  const created = await fetch(`${adminUrl}/admin/identities`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      identities: Array.from({ length: 255 }, (_, at) => ({
        create: { schema_id: 'default', traits: { email: `many-${at}@test.example`, tos: true } },
      })),
    }),
  });
  expect(created.status).toBe(200);
  const unproved = await createIdentity(adminUrl, { verified: false });
  const kept = await createIdentity(adminUrl, { verified: false });
  await admin.patch(kept.id, [{ op: 'add', path: '/metadata_admin', value: { crm: 7 } }]);
  const proved = await createIdentity(adminUrl);

  expect(await mark(['--dry-run'])).toEqual({
    code: 0,
    said: 'Of 258 accounts, 2 had credentials, and an address that nobody has proved. 0 of them were marked.\n',
  });
  expect(await metadataOf(unproved.id)).toBeFalsy();
  expect((await mark()).said).toMatch(/^Of 258 accounts, 2 had .* 2 of them were marked\.$/m);
  const record = { addresses: [], confirmed: [], known: ['password'] };
  expect(await metadataOf(unproved.id)).toEqual({ portal: record });
  expect(await metadataOf(kept.id)).toEqual({ crm: 7, portal: record });
  expect(await metadataOf(proved.id)).toBeFalsy();
  expect((await mark()).said).toMatch(/^Of 258 accounts, 0 had .* 0 of them were marked\.$/m);
});

test('the owner’s code makes a marked account theirs: the password does not count until it is confirmed', async () => {
  const account = await createIdentity(stack.kratos.adminUrl, { verified: false });
  await mark([], { script: bundled });
  const owner = new FlowBrowser(stack);
  await owner.signInByCode(account.email);
  expect(await owner.identity()).toBe(account.id);
  expect(await signIn(account)).toBe(confirmByCode);
});

test.each([
  ['KRATOS_ADMIN_URL is not set', '', /KRATOS_ADMIN_URL: is required/],
  ['Kratos does not answer', 'http://127.0.0.1:9', /Run the command again/],
])('ends with 1 and a line if %s', async (_why, url, line) => {
  const { code, said } = await mark([], { KRATOS_ADMIN_URL: url });
  expect([code, said]).toEqual([1, expect.stringMatching(line)]);
});
