import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sendRaw } from '../support/gatewayHarness.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';

let portal: RunningPortal;

beforeAll(async () => {
  portal = await startPortal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
});

afterAll(() => portal.stop());

const lines = (): Record<string, unknown>[] =>
  portal
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Sends requests until a line with these fields has been written, and returns the first such line. */
async function lineWith(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = lines().find((line) =>
      Object.entries(fields).every(([name, value]) => line[name] === value),
    );
    if (found) return found;
    await fetch(`${portal.url}/health/alive`);
  }
  throw new Error(`no line has ${JSON.stringify(fields)}`);
}

const end = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test.each([
  ['a missing asset', `GET /assets/none.js?code=SECRET ${end}`, { path: '/assets/none.js', status: 404 }],
  ['an asset’s malformed address', `GET /assets/%ff.js ${end}`, { path: '/assets/%ff.js', status: 400 }],
  [
    'a missing Host',
    'GET /login HTTP/1.1\r\nConnection: close\r\n\r\n',
    { status: 400, problem: 'host_missing' },
  ],
  ['a second Host', `GET /login HTTP/1.1\r\nhOST: b${end.slice(8)}`, { problem: 'host_repeated' }],
])('%s leaves a line in the log', async (_what, text, fields) => {
  await sendRaw(Number(new URL(portal.url).port), text, /\r\n\r\n/);
  await lineWith(fields);
  expect(portal.log()).not.toContain('SECRET');
});

test('a portal that stops loses no line', async () => {
  const own = await startPortal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
  await fetch(`${own.url}/.well-known/change-password`, { redirect: 'manual' });
  await own.stop();
  expect(own.log()).toMatch(/"path":"\/\.well-known\/change-password".*"request completed"/);
});
