import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { endOnExit } from '../../provider/local/processes.ts';

const main = path.join(import.meta.dirname, '../../dist/server/passwords.mjs');
const directory = mkdtempSync(path.join(tmpdir(), 'passwords-'));
const trusted = path.join(directory, 'trusted/passwords.pem');

afterEach(() => rmSync(directory, { recursive: true }));

async function started(env: Record<string, string>): Promise<ChildProcess> {
  const service = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  endOnExit(service);
  await once(service.stdout, 'data');
  return service;
}

test('the image’s service for common passwords passes its own check, and keeps its certificate and a key that only its user can read', async () => {
  const env = { DIRECTORY: directory, PORT: String(await freePort()), PASSWORD_BREACH_CHECK: 'false' };
  const check = (): number | null => spawnSync(process.execPath, [main, '--check'], { env }).status;
  const certificates: string[] = [];
  for (const time of ['first', 'second']) {
    const service = await started(env);
    expect([time, check()]).toEqual([time, 0]);
    certificates.push(readFileSync(trusted, 'utf8'));
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
    expect([time, check()]).toEqual([time, 1]);
  }
  expect(certificates[1]).toBe(certificates[0]);
  expect(statSync(path.join(directory, 'key.pem')).mode & 0o777).toBe(0o600);
});
