import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const server = path.join(import.meta.dirname, '../../dist/server/main.mjs');
const good = {
  NODE_ENV: 'production',
  PORT: '0',
  PORTAL_URL: 'https://portal.example',
  KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
  KRATOS_ADMIN_URL: 'http://127.0.0.1:9',
  COOKIE_SECRET: 'a secret of thirty-two characters or more',
  KRATOS_HOOKS_KEY: 'a-key-of-thirty-two-characters-or-more',
};

/** Starts the bundled portal, which must refuse to start, and returns its output. */
const refusal = (environment: Record<string, string>): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [server], { env: { ...good, ...environment } }, (error, stdout, stderr) =>
      resolve({ code: error?.code, said: stdout + stderr }),
    );
  });

test.each<[string, Record<string, string>]>([
  ['COOKIE_SECRET', { COOKIE_SECRET: 'x'.repeat(32) }],
  ['TRUST_PROXY', { COMPOSE_PROFILES: 'tls' }],
  ['PORTAL_ADMINS', { PORTAL_ADMINS: 'admin@portal.example' }],
])('the portal does not start in production because of %s: %j', async (name, wrong) => {
  const { code, said } = await refusal(wrong);
  expect(code).toBe(1);
  const [line = '', ...more] = said.trimEnd().split('\n');
  expect(JSON.parse(line)).toEqual({
    level: 50,
    time: expect.any(String),
    fault: expect.stringMatching(`^${name}: must `),
    msg: 'the portal cannot start',
  });
  expect(more).toEqual([]);
  for (const value of Object.values(wrong).filter((one) => one !== 'tls')) expect(said).not.toContain(value);
});
