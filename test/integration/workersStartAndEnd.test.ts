import { execFile } from 'node:child_process';
import type http from 'node:http';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { RunningPortal } from '../support/portal.ts';
import { ask, isRunning, useWorkers, workersOf } from '../support/workers.ts';

const server = path.join(import.meta.dirname, '../../dist/server/main.mjs');

const { upstream, start } = useWorkers();

/** Starts a portal that fails; returns its exit code and everything that it printed. */
const failedStart = (settings: Record<string, string>): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: upstream.url, WORKERS: '2', ...settings };
    execFile(process.execPath, [server], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

describe('the portal ends', () => {
  /** Starts a portal and holds requests at the provider. */
  async function startHeld(
    settings: Record<string, string>,
    count: number,
  ): Promise<{ portal: RunningPortal; statuses: Promise<(number | undefined)[]>; release: () => void }> {
    const held: http.ServerResponse[] = [];
    const all = Promise.withResolvers<undefined>();
    upstream.answer = (_request, response) => {
      held.push(response);
      if (held.length === count) all.resolve(undefined);
    };
    const portal = await start({ DRAIN_DELAY_MS: '0', ...settings });
    const statuses = Promise.all(
      Array.from({ length: count }, () => ask(`${portal.url}/schemas`).catch(() => undefined)),
    );
    await all.promise;
    return { portal, statuses, release: () => held.forEach((response) => response.end('{}')) };
  }

  test('on SIGTERM once every worker has answered its requests', async () => {
    const { portal, statuses, release } = await startHeld({}, 10);
    process.kill(portal.pid, 'SIGTERM');
    await portal.logged(/the portal is shutting down/);
    release();
    expect(await statuses).toEqual(Array(10).fill(200));
    expect(await portal.ended()).toBe(0);
    expect(portal.log().match(/the portal has stopped/g)).toHaveLength(1);
    expect(workersOf(portal).map(isRunning)).toEqual([false, false]);
  });

  test('at once on a second signal, with its workers', async () => {
    const { portal } = await startHeld({ DRAIN_DELAY_MS: '600000', DRAIN_TIMEOUT_MS: '3600000' }, 4);
    process.kill(portal.pid, 'SIGTERM');
    await portal.logged(/the portal is shutting down/);
    const repeat = setInterval(() => process.kill(portal.pid, 'SIGINT'), 200);
    expect(await portal.ended().finally(() => clearInterval(repeat))).toBe(130);
  });

  test('with its workers when the process that supervises them is killed', async () => {
    const portal = await start();
    process.kill(portal.pid, 'SIGKILL');
    // it has ended when nobody holds its output any more
    expect(await portal.ended()).toBeNull();
    await expect(ask(`${portal.url}/health/alive`)).rejects.toThrow();
  });
});

describe('the portal does not start, and says why once', () => {
  test('with a port that is taken', async () => {
    const taken = new URL(upstream.url).port;
    const { code, output } = await failedStart({ PORT: taken, LOG_LEVEL: 'silent' });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      level: 50,
      fault: `Port ${taken} is taken. Set PORT to a free one, or stop the program that uses it.`,
    });
  });

  test('with an address that is not this machine’s', async () => {
    const { code, output } = await failedStart({ HOST: '192.0.2.1', LOG_LEVEL: 'silent' });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      fault: 'HOST is 192.0.2.1, which is not an address of this machine.',
    });
  });

  test.each([
    ['settings', { HSTS: 'maybe' }, 'HSTS: must be'],
    ['an audit file', { AUDIT_LOG: '/nowhere/audit.log' }, 'AUDIT_LOG: /nowhere/audit.log cannot be written'],
    ['a brand', { BRAND_FILE: '/nowhere/brand.json' }, 'BRAND_FILE: /nowhere/brand.json'],
  ])('with %s that cannot be used', async (_what, settings, reason) => {
    const { code, output } = await failedStart({ ...settings, LOG_LEVEL: 'silent' });
    expect(code).toBe(1);
    expect(output.split(reason)).toHaveLength(2);
    expect(output.match(/cannot start/g)).toHaveLength(1);
  });
});
