import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';

/** Runs `npm run check:provider` against a Kratos that does not answer. */
const check = (environment: Record<string, string>): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: 'http://127.0.0.1:9', ...environment };
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'checkProvider.ts')],
      { env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

test.each<[string, Record<string, string>, RegExp]>([
  ['a provider that does not answer', { KRATOS_ADMIN_URL: 'http://127.0.0.1:9' }, /does not answer/],
  ['a provider without its admin API', {}, /KRATOS_ADMIN_URL is not set/],
])('%s does not count as safe: the check exits with 2', async (_what, environment, output) => {
  const checked = await check(environment);
  expect(checked.output).toMatch(output);
  expect(checked.code).toBe(2);
});
