import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { productVariables } from '../../provider/local/kratosEnvironment.ts';
import { databaseFile } from '../../provider/local/localDirectory.ts';
import { seed } from '../../provider/local/seed.ts';
import { startKratos, type LocalKratos } from '../../provider/local/startKratos.ts';
import { startAgreeablePortal, type AgreeablePortal } from '../support/agreeablePortal.ts';
import { fastHashes } from '../support/fastHashes.ts';
import { sessionToken, signIn } from '../support/kratosLogin.ts';

let directory: string;
let portal: AgreeablePortal;
let kratos: LocalKratos;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'provider-'));
  portal = await startAgreeablePortal();
  kratos = await startKratos({
    directory,
    portalUrl: portal.url,
    smtpUrl: 'smtp://127.0.0.1:1',
    environment: { ...fastHashes, ...productVariables('Cardia') },
  });
}, 120_000);

afterAll(async () => {
  await kratos.stop();
  portal.stop();
  await rm(directory, { recursive: true });
});

test('the sample accounts can sign in, even after being seeded twice', async () => {
  const [user] = await seed(kratos.adminUrl, portal.url);
  const again = await seed(kratos.adminUrl, portal.url);
  expect(again).toHaveLength(2);
  expect(again[0]?.id).toBe(user?.id);
  expect(user?.id).toMatch(/^[\da-f-]{36}$/);
  if (!user) throw new Error('nobody was seeded');
  expect(await sessionToken(kratos.publicUrl, user)).toMatch(/^ory_st_/);
});

test('authenticator apps, passkeys and security keys get the product’s name', async () => {
  const [user] = await seed(kratos.adminUrl, portal.url);
  if (!user) throw new Error('nobody was seeded');
  const jar = await signIn(kratos.publicUrl, user);
  const settings = await fetch(`${kratos.publicUrl}/self-service/settings/browser`, {
    headers: { accept: 'application/json', cookie: jar.header() },
  });
  const relyingParties = [...(await settings.text()).matchAll(/\\"rp\\":\{\\"name\\":\\"(.*?)\\"/g)];
  expect(new Set(relyingParties.map(([, name]) => name))).toEqual(new Set(['Cardia']));
  const database = new DatabaseSync(databaseFile(directory, 'kratos'), { readOnly: true });
  const flows = database.prepare('SELECT internal_context FROM selfservice_settings_flows').all();
  database.close();
  expect(JSON.stringify(flows)).toContain('issuer=Cardia');
});

test('health checks leave no lines in its log', async () => {
  const lines = (): string[] =>
    readFileSync(kratos.logFile, 'utf8').match(/"path":"[^"]*health[^"]*"/g) ?? [];
  const before = lines().length;
  for (const url of [
    `${kratos.adminUrl}/admin/health/ready`,
    `${kratos.adminUrl}/admin/health/alive`,
    `${kratos.publicUrl}/health/ready`,
  ])
    expect((await fetch(url)).status).toBe(200);
  await fetch(`${kratos.publicUrl}/self-service/login/api`);
  expect(readFileSync(kratos.logFile, 'utf8')).toContain('"path":"/self-service/login/api"');
  expect(lines()).toHaveLength(before);
});
