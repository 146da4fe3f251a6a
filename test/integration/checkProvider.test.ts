import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileProgram, kratosBinary } from '../../provider/local/kratosProgram.ts';
import { sampleAccounts } from '../../provider/local/seed.ts';
import { startKratos, type LocalKratos } from '../../provider/local/startKratos.ts';
import { startMailbox, type Mailbox } from '../../provider/local/startMailbox.ts';
import { fastHashes } from '../support/fastHashes.ts';
import { createIdentity } from '../support/identities.ts';
import { startPortal } from '../support/portal.ts';

const script = path.join(import.meta.dirname, '../../scripts/checkProvider.ts');
const unproved = 'An unproved address signs in';
const early = 'A registration opens a session before its address is proved';

/** Hooks after a password sign-in and registration, for a Kratos that requires a proved address and one that does not. */
const hooks = {
  safe: [['require_verified_address'], ['show_verification_ui']],
  // a hook without effect here, because Kratos replaces an empty list with its default
  open: [['revoke_active_sessions'], ['session']],
};

let directory: string;
let mailbox: Mailbox;
let safe: LocalKratos;
let open: LocalKratos;

async function kratosWith(mode: keyof typeof hooks): Promise<LocalKratos> {
  const [login, registration] = hooks[mode].map((names) => ({
    after: { password: { hooks: names.map((hook) => ({ hook })) } },
  }));
  const own = path.join(directory, mode);
  const file = `${own}.json`;
  await writeFile(file, JSON.stringify({ selfservice: { flows: { login, registration } } }));
  const binary = (await kratosBinary()) ?? '';
  const program = fileProgram(binary, binary);
  return startKratos({
    directory: own,
    portalUrl: 'http://localhost:3000',
    smtpUrl: mailbox.smtpUrl,
    environment: fastHashes,
    migrated: process.env.MIGRATED_DATABASE,
    program: { ...program, command: (args, run) => program.command([...args, '--config', file], run) },
  });
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'portal-check-'));
  mailbox = await startMailbox();
  [safe, open] = await Promise.all([kratosWith('safe'), kratosWith('open')]);
}, 240_000);

afterAll(async () => {
  await safe.stop();
  await open.stop();
  await mailbox.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Runs `npm run check:provider`. */
const check = ({ publicUrl, adminUrl }: LocalKratos): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: publicUrl, KRATOS_ADMIN_URL: adminUrl };
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

/** All identities and mail recipients of a Kratos. */
async function tracesIn({ adminUrl }: LocalKratos): Promise<string[]> {
  const list = async (what: string): Promise<object[]> =>
    (await (await fetch(`${adminUrl}/admin/${what}`)).json()) as object[];
  return [...(await list('identities')), ...(await list('courier/messages'))].map((one) =>
    JSON.stringify(one),
  );
}

/** Starts the portal in production, waits until it has checked its provider, and returns the warnings. */
async function warningsInFrontOf({ publicUrl, adminUrl }: LocalKratos, until: RegExp): Promise<string[]> {
  const portal = await startPortal({
    NODE_ENV: 'production',
    KRATOS_PUBLIC_URL: publicUrl,
    KRATOS_ADMIN_URL: adminUrl,
    DRAIN_DELAY_MS: '0',
  });
  await portal.logged(until);
  await portal.stop();
  return portal
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":40'));
}

test('at its start, a portal warns of a provider that lets an unproved address sign in, and leaves nothing behind there', async () => {
  const [warning, ...more] = await warningsInFrontOf(open, new RegExp(unproved));
  expect(warning).toContain('"dangerous":true');
  expect(more).toEqual([]);
  expect(await tracesIn(open)).toEqual([]);
});

test('at its start, a portal warns of the sample accounts of `npm start`, and of nothing else if unproved addresses are refused', async () => {
  const [account] = sampleAccounts;
  const { id } = await createIdentity(safe.adminUrl, account);
  const warnings = await warningsInFrontOf(safe, /published/);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('The account user@portal.example exists');
  await fetch(`${safe.adminUrl}/admin/identities/${id}`, { method: 'DELETE' });
  expect(await tracesIn(safe)).toEqual([]);
});

test('a portal starts with one warning if its provider cannot be reached', async () => {
  const nowhere = { publicUrl: 'http://127.0.0.1:9', adminUrl: 'http://127.0.0.1:9' } as LocalKratos;
  const warnings = await warningsInFrontOf(nowhere, /could not be checked/);
  expect(warnings).toHaveLength(1);
});

test('`npm run check:provider` exits with 1 and one line per finding if the configuration is dangerous', async () => {
  const { code, said } = await check(open);
  expect(code).toBe(1);
  expect(said).toMatch(new RegExp(`^DANGER ${unproved}`, 'm'));
  expect(said).toMatch(new RegExp(`^DANGER ${early}`, 'm'));
  expect(said).not.toContain('of 7 characters');
});

test('`npm run check:provider` finds nothing dangerous about unproved addresses if proof is required, and deletes what it has created', async () => {
  const { said } = await check(safe);
  expect(said).toMatch(/portal-check\.invalid/);
  expect(said).not.toContain(unproved);
  expect(said).not.toContain(early);
  const identities = await fetch(`${safe.adminUrl}/admin/identities`);
  expect(await identities.json()).toEqual([]);
});

test('`npm run check:provider` finds nothing new in the flows of a Kratos that the portal supports', async () => {
  const { said } = await check(safe);
  expect(said).toContain('--release https://raw.githubusercontent.com/ory/kratos/');
  expect(said).not.toMatch(/^new|could not be compared/m);
});
