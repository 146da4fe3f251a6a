import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newDirectory } from '../support/newDirectory.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { runningStack } from '../support/runningStack.ts';

/** Enough requests to flood a log that would write each of them in full. */
const attempts = 2000;
const longPath = `/admin/identities/${'a'.repeat(8000)}`;

const directory = newDirectory();
const file = path.join(directory, 'audit.log');

const stack = runningStack();
let portal: RunningPortal;
let admin: TestIdentity;

beforeAll(async () => {
  admin = await createIdentity(stack.kratos.adminUrl);
  portal = await startPortal({
    NODE_ENV: 'production',
    KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
    KRATOS_ADMIN_URL: stack.kratos.adminUrl,
    PORTAL_ADMINS: admin.id,
    PORTAL_ADMIN_AAL: 'aal1',
    AUDIT_LOG: file,
  });
}, 120_000);

afterAll(() => portal.stop());

interface AuditLine {
  audit?: string;
  caller?: unknown;
  count?: number;
  outcomes?: Record<string, number>;
}

const auditLines = (): AuditLine[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditLine);

test('a flood of refused calls with long paths leaves little in the logs, and an admin’s calls stay in the audit', async () => {
  const cookie = (await signIn(stack.kratos.publicUrl, admin)).header();
  const call = () => fetch(`${portal.url}/admin/identities/${admin.id}`, { headers: { cookie } });
  expect((await call()).status).toBe(200);
  for (let sent = 0; sent < attempts; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(portal.url + longPath)));
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      await answer.text();
    }
  }
  expect((await call()).status).toBe(200);
  await portal.stop();

  expect(portal.log().length).toBeLessThan(attempts * 600);
  expect(portal.log()).not.toContain('"audit"');
  expect(readFileSync(file).byteLength).toBeLessThan(20_000);
  const lines = auditLines();
  const caller = { by: 'session', id: admin.id };
  expect(lines.filter((line) => line.audit === 'getIdentity' && line.caller !== 'unknown')).toEqual([
    expect.objectContaining({ caller, outcome: 'answered' }),
    expect.objectContaining({ caller, outcome: 'answered' }),
  ]);
  const whole = lines.filter(({ caller: who }) => who === 'unknown').length;
  const counted = lines.reduce((sum, { count = 0 }) => sum + count, 0);
  expect(whole + counted).toBe(attempts);
});

test('a portal whose audit file cannot be opened does not start, and says why', async () => {
  const start = startPortal({
    KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
    AUDIT_LOG: path.join(directory, 'missing', 'audit.log'),
  });
  await expect(start).rejects.toThrow(/"fault":"AUDIT_LOG: \S+audit\.log cannot be written: ENOENT/);
});
