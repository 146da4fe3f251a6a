import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';

test.each<[string, Record<string, string>, RegExp]>([
  ['a provider that does not answer', { KRATOS_ADMIN_URL: 'http://127.0.0.1:9' }, /does not answer/],
  ['a provider without its admin API', {}, /KRATOS_ADMIN_URL is not set/],
])('%s does not count as safe: the check exits with 2', async (_what, environment, finding) => {
  const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: 'http://127.0.0.1:9', ...environment };
  const script = path.join(import.meta.dirname, 'checkProvider.ts');
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
  expect(output).toMatch(finding);
  expect(code).toBe(2);
});
