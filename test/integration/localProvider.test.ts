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
import { startMailbox, type Mailbox } from '../../provider/local/startMailbox.ts';
import { startAgreeablePortal, type AgreeablePortal } from '../support/agreeablePortal.ts';
import { fastHashes } from '../support/fastHashes.ts';
import { sessionToken, signIn } from '../support/kratosLogin.ts';

let directory: string;
let mailbox: Mailbox;
let portal: AgreeablePortal;
let kratos: LocalKratos;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'provider-'));
  mailbox = await startMailbox();
  portal = await startAgreeablePortal();
  kratos = await startKratos({
    directory,
    portalUrl: portal.url,
    smtpUrl: mailbox.smtpUrl,
    environment: { ...fastHashes, ...productVariables('Cardia') },
  });
}, 120_000);

afterAll(async () => {
  await kratos.stop();
  await mailbox.stop();
  portal.stop();
  await rm(directory, { recursive: true });
});

interface Flow {
  issued_at: string;
  expires_at: string;
  ui: { action: string; nodes: { group: string; attributes: { name?: string; required?: boolean } }[] };
}

const flow = async (kind: string): Promise<Flow> =>
  (await (await fetch(`${kratos.publicUrl}/self-service/${kind}/api`)).json()) as Flow;

const lifespan = ({ issued_at, expires_at }: Flow): number =>
  (Date.parse(expires_at) - Date.parse(issued_at)) / 1000;

test('the sample accounts can sign in, even after being seeded twice', async () => {
  const [user] = await seed(kratos.adminUrl, portal.url);
  const again = await seed(kratos.adminUrl, portal.url);
  expect(again).toHaveLength(2);
  expect(again[0]?.id).toBe(user?.id);
  expect(user?.id).toMatch(/^[\da-f-]{36}$/);
  if (!user) throw new Error('nobody was seeded');
  expect(await sessionToken(kratos.publicUrl, user)).toMatch(/^ory_st_/);
});

test('login flows post to the portal and offer every enabled method', async () => {
  const login = await flow('login');
  expect(login.ui.action).toMatch(`${portal.url}/self-service/login?flow=`);
  expect(new Set(login.ui.nodes.map(({ group }) => group))).toEqual(new Set(['default', 'code', 'password']));
});

test('registration asks for every trait, and requires the address and the consent', async () => {
  const { ui } = await flow('registration');
  const traits = ui.nodes.filter(({ attributes }) => attributes.name?.startsWith('traits.'));
  expect(traits.map(({ attributes }) => [attributes.name, attributes.required === true])).toEqual([
    ['traits.email', true],
    ['traits.name.first', false],
    ['traits.name.last', false],
    ['traits.doctor', false],
    ['traits.tos', true],
    ['traits.locale', false],
  ]);
});

test('a recovery code arrives in the mailbox', async () => {
  const [user] = await seed(kratos.adminUrl, portal.url);
  const { ui } = await flow('recovery');
  const action = new URL(ui.action);
  await fetch(`${kratos.publicUrl}${action.pathname}${action.search}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'code', email: user?.email }),
  });
  expect((await mailbox.waitFor(user?.email ?? '')).code).toMatch(/^\d{6}$/);
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
  await flow('login');
  expect(readFileSync(kratos.logFile, 'utf8')).toContain('"path":"/self-service/login/api"');
  expect(lines()).toHaveLength(before);
});

test('a restart applies changed variables and keeps the accounts', async () => {
  const [user] = await seed(kratos.adminUrl, portal.url);
  await kratos.restart({ SELFSERVICE_FLOWS_LOGIN_LIFESPAN: '3s' });
  expect(lifespan(await flow('login'))).toBe(3);
  expect(await sessionToken(kratos.publicUrl, user ?? { email: '', password: '' })).toMatch(/^ory_st_/);
});
