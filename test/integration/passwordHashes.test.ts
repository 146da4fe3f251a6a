import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startKratos, type LocalKratos } from '../../provider/local/startKratos.ts';
import { startAgreeablePortal, type AgreeablePortal } from '../support/agreeablePortal.ts';
import { createIdentity } from '../support/identities.ts';
import { sessionToken } from '../support/kratosLogin.ts';

let directory: string;
let kratos: LocalKratos;
let portal: AgreeablePortal;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'passwords-'));
  portal = await startAgreeablePortal();
  kratos = await startKratos({
    directory,
    portalUrl: portal.url,
    smtpUrl: 'smtp://127.0.0.1:1',
    migrated: process.env.MIGRATED_DATABASE,
  });
}, 120_000);

afterAll(async () => {
  await kratos.stop();
  portal.stop();
  await rm(directory, { recursive: true });
});

/** Returns the hash of an account's password. */
async function hashOf(id: string): Promise<string | undefined> {
  const address = `${kratos.adminUrl}/admin/identities/${id}?include_credential=password`;
  const { credentials } = (await (await fetch(address)).json()) as {
    credentials: { password?: { config?: { hashed_password?: string } } };
  };
  return credentials.password?.config?.hashed_password;
}

const argon2id = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('passwords are hashed with argon2id and OWASP’s parameters', async () => {
  const { id } = await createIdentity(kratos.adminUrl);
  expect(await hashOf(id)).toMatch(argon2id);
});

test.each(['ä', 'ź', '€', '🩺'])(
  'a password of 64 characters signs in, and its first 63 do not: %s',
  async (letter) => {
    const password = letter.repeat(64);
    const account = await createIdentity(kratos.adminUrl, { password });
    expect(await sessionToken(kratos.publicUrl, account)).toMatch(/^ory_st_/);
    await expect(sessionToken(kratos.publicUrl, { ...account, password: letter.repeat(63) })).rejects.toThrow(
      '4000006',
    );
  },
);

test('an older bcrypt hash still signs in, and is then replaced by argon2id', async () => {
  const account = { email: 'before@test.example', password: 'lub-dub-lub-dub' };
  const answer = await fetch(`${kratos.adminUrl}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'default',
      traits: { email: account.email, tos: true },
      verifiable_addresses: [{ value: account.email, via: 'email', verified: true, status: 'completed' }],
      credentials: {
        password: {
          config: { hashed_password: '$2b$12$abcdefghijklmnopqrstuuxqWaZwsHCJ0JLb83ll1USgLflaWDGXO' },
        },
      },
    }),
  });
  const { id } = (await answer.json()) as { id: string };
  expect(await hashOf(id)).toMatch(/^\$2[aby]\$12\$/);
  expect(await sessionToken(kratos.publicUrl, account)).toMatch(/^ory_st_/);
  expect(await hashOf(id)).toMatch(argon2id);
  expect(await sessionToken(kratos.publicUrl, account)).toMatch(/^ory_st_/);
});
