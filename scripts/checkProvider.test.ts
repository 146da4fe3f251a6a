import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { confirmByCode } from '../shared/flow/messageId.ts';
import { identityId, kratosWith } from '../test/support/checkedKratos.ts';
import { closeHarness } from '../test/support/gatewayHarness.ts';

afterEach(closeHarness);

/** Runs `npm run check:provider`; by default against a Kratos that does not answer. */
const check = (
  environment: Record<string, string>,
  ...options: string[]
): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: 'http://127.0.0.1:9', ...environment };
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'checkProvider.ts'), ...options],
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

const flow = {
  id: 'f1',
  state: 'pondering',
  ui: {
    messages: [{ id: 1019998, text: 'Take a breath.', type: 'info' }],
    nodes: [
      {
        type: 'input',
        group: 'smell',
        attributes: { node_type: 'input', name: 'nose', type: 'scent' },
        messages: [{ id: 4009999, text: 'No smell.', type: 'error' }],
        meta: { label: { id: 1019999, text: 'Sniff to sign in', type: 'info' } },
      },
    ],
  },
};

/** A Kratos of a newer version, which asks the portal about everything that is checked. */
async function newerKratos(): Promise<Record<string, string>> {
  let count = 0;
  const { kratos, answers } = await kratosWith({
    'GET /admin/version': [200, { version: 'v99.1.0' }],
    'GET /self-service/login/api': [200, { id: 'api', ui: { nodes: [{ group: 'code' }] } }],
    'GET /self-service/login/browser': [200, flow],
    'POST /admin/recovery/code': [201, { recovery_code: '123456', recovery_link: 'http://p?flow=f1' }],
    'GET /self-service/settings/browser': [200, flow],
    'POST /self-service/settings': [200, {}],
  });
  kratos.server.prependListener('request', ({ method, url = '' }) => {
    // an app's sign-in is refused, a browser's later one succeeds
    const refused: [number, unknown] = [400, { ui: { messages: [{ id: confirmByCode }] } }];
    answers['POST /self-service/login'] = url.includes('=api') ? refused : [200, { session: { id: 's1' } }];
    if (method === 'GET')
      answers[`GET /admin/identities/${identityId}`] = [200, { metadata_admin: { portal: (count += 1) } }];
  });
  return { KRATOS_PUBLIC_URL: kratos.url, KRATOS_ADMIN_URL: kratos.url };
}

test('names what is new in the flows of a newer Kratos and exits with 3, and says where its release is described', async () => {
  const { code, output } = await check(await newerKratos());
  const news = output.split('\n').filter((line) => line.startsWith('new    '));
  expect(news.map((line) => /“(.*)”|message (\d+)/.exec(line)?.slice(1).join(''))).toEqual([
    'pondering',
    'smell',
    'scent',
    '1019998',
    '1019999',
    '4009999',
  ]);
  expect(output).toContain('Kratos v99.1.0 is running.');
  expect(output).toContain('--release https://raw.githubusercontent.com/ory/kratos/v99.1.0');
  expect(code).toBe(3);
});

test('a release that cannot be read does not count as compared: the check exits with 2', async () => {
  const { code, output } = await check(await newerKratos(), '--release', '/nowhere');
  expect(output).toMatch(/^note {3}The release could not be read: ENOENT/m);
  expect(code).toBe(2);
});
