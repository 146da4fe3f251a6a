import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startMailbox, type Mailbox } from '../../provider/local/startMailbox.ts';
import { FlowBrowser, KratosAdmin, password } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { startPostgres, type LocalPostgres } from '../support/postgres.ts';
import { startStack, type Stack } from '../support/stack.ts';

let postgres: LocalPostgres;
let stack: Stack;
/** The other portal in front of the same servers, and with the same database. */
let other: RunningPortal;
let settings: Record<string, string>;
let smtp: number;
let mailbox: Mailbox | undefined;
let operator: Server;
const told: string[] = [];

const startOther = async (): Promise<RunningPortal> =>
  startPortal({
    ...settings,
    PORTAL_URL: stack.url,
    KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
    KRATOS_ADMIN_URL: stack.kratos.adminUrl,
    KRATOS_HOOKS_KEY: stack.kratos.hooksKey,
  });

beforeAll(async () => {
  operator = createServer((request, response) => {
    void text(request).then((body) => {
      told.push((JSON.parse(body) as { data: { identity: string } }).data.identity);
      response.end();
    });
  });
  await new Promise<void>((resolve) => operator.listen(0, '127.0.0.1', resolve));
  [postgres, smtp] = await Promise.all([startPostgres('portal'), freePort()]);
  settings = {
    DATABASE_URL: `postgres:///postgres?user=portal&host=${encodeURIComponent(postgres.environment.PGHOST ?? '')}`,
    // Kratos' own mails go elsewhere: here nobody listens at first
    SMTP_URL: `smtp://127.0.0.1:${smtp}/?disable_starttls=true`,
    DELETION_GRACE_DAYS: '0',
    DELETION_WEBHOOK_URL: `http://127.0.0.1:${(operator.address() as AddressInfo).port}/`,
    DELETION_WEBHOOK_KEY: `whsec_${Buffer.alloc(32).toString('base64')}`,
  };
  stack = await startStack({ portal: settings });
  other = await startOther();
}, 240_000);

afterAll(async () => {
  await Promise.all([stack.stop(), other.stop(), mailbox?.stop()]);
  operator.close();
  await postgres.stop();
});

const count = (table: string): string =>
  postgres.query('portal', 'postgres', `SELECT count(*) FROM ${table}`);

/** The mails that are not sent yet. */
const waiting = 'notice where ended is null';

/** Waits until nothing is left to be done: whatever has not arrived by then never does. */
async function untilEmpty(table: string): Promise<void> {
  while (count(table) !== '0') await pause(100);
}

async function restartOther(): Promise<void> {
  await other.stop();
  other = await startOther();
}

const people = (): Promise<TestIdentity[]> =>
  Promise.all(Array.from({ length: 5 }, () => createIdentity(stack.kratos.adminUrl)));

/** Who got a mail about an event, once for each mail. */
const readers = (subject: string): string[] =>
  (mailbox?.messages ?? [])
    .filter((mail) => mail.subject === `Stethoscope: ${subject}`)
    .flatMap(({ to }) => to);

async function signedIn({ email, password: secret }: TestIdentity): Promise<FlowBrowser> {
  const browser = new FlowBrowser(stack);
  await browser.signIn(email, secret);
  return browser;
}

test('while the mail server is away and a portal restarts, no mail about a change is lost, and none comes twice', async () => {
  const owners = await people();
  const change = async (owner: TestIdentity): Promise<void> => {
    await (await signedIn(owner)).change({ method: 'password', password: `${password}!` });
  };
  await Promise.all(owners.slice(2).map(change));
  await Promise.race([stack.portal, other].map((portal) => portal.logged(/a notice could not be sent/)));
  await restartOther();
  await Promise.all(owners.slice(0, 2).map(change));
  expect(count(waiting)).toBe('5');
  mailbox = await startMailbox({ smtp });
  await untilEmpty(waiting);
  expect(readers('Password changed').toSorted()).toEqual(owners.map(({ email }) => email).toSorted());
}, 120_000);

test('each account is deleted by one of two portals, of which one restarts, and its owner and the operator are told once', async () => {
  mailbox ??= await startMailbox({ smtp });
  const owners = await people();
  for (const owner of owners) {
    const browser = await signedIn(owner);
    const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
    const body = new URLSearchParams({ confirm: 'true', _csrf: token });
    await browser.call('/data/delete', { method: 'POST', headers: { accept: 'text/html' }, body });
  }
  await restartOther();
  await untilEmpty('deletion');
  await untilEmpty(waiting);
  // nothing is kept of whoever is gone
  expect(count("notice where kind in ('deletionAsked', 'accountDeleted')")).toBe('0');
  expect(told.toSorted()).toEqual(owners.map(({ id }) => id).toSorted());
  expect(readers('Account deleted').toSorted()).toEqual(owners.map(({ email }) => email).toSorted());
  const kept = await new KratosAdmin(stack).read<{ id: string }[]>('/identities');
  expect(kept.filter(({ id }) => told.includes(id))).toEqual([]);
}, 120_000);
