import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '../local/freePort.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from './startSandbox.ts';

let options: SandboxOptions;
let running: RunningSandbox | undefined;
beforeEach(async () => {
  options = {
    directory: mkdtempSync(path.join(tmpdir(), 'sandbox-')),
    portalUrl: 'http://portal.test:3000',
    ports: { public: await freePort(), admin: await freePort() },
  };
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(options.directory, { recursive: true, force: true });
});

const json = async (url: string, body?: object): Promise<Record<string, unknown>> => {
  // a keep-alive connection would not survive the restart
  const headers = { connection: 'close' };
  const answer = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  return (await answer.json()) as Record<string, unknown>;
};

test('refuses to start in production', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await expect(startSandbox(options)).rejects.toThrow('for development and tests');
  } finally {
    process.env.NODE_ENV = before;
  }
});

test('clients and signing keys survive a restart', async () => {
  running = await startSandbox(options);
  const { client_id: id } = await json(`${running.adminUrl}/admin/clients`, { client_name: 'Harbor Clinic' });
  const keys = await json(`${running.publicUrl}/.well-known/jwks.json`);
  await running.stop();
  running = await startSandbox(options);
  const client = await json(`${running.adminUrl}/admin/clients/${String(id)}`);
  expect(client).toMatchObject({ client_name: 'Harbor Clinic' });
  expect(await json(`${running.publicUrl}/.well-known/jwks.json`)).toEqual(keys);
});

test('all URLs in the discovery document point to the portal, whatever host was asked', async () => {
  running = await startSandbox(options);
  const discovery = await json(`${running.publicUrl}/.well-known/openid-configuration`);
  const urls = Object.values(discovery).filter(
    (value): value is string => typeof value === 'string' && URL.canParse(value),
  );
  expect(urls.length).toBeGreaterThan(5);
  for (const url of urls) expect(url).toMatch(/^http:\/\/portal\.test:3000/);
});
