import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';

const server = path.join(import.meta.dirname, '../../dist/server/main.mjs');
/** A device of Linux that is always full. */
const full = '/dev/full';
const testWithFullDisk = existsSync(full) ? test : test.skip;

let portal: ChildProcess | undefined;
afterEach(() => {
  portal?.kill('SIGKILL');
});

async function status(url: string): Promise<number> {
  for (;;) {
    const answer = await fetch(url).catch((cause: unknown) => cause);
    if (answer instanceof Response) return answer.status;
    await pause(25);
  }
}

testWithFullDisk('the portal answers and stops even when its log cannot be written', async () => {
  const port = await freePort();
  const output = openSync(full, 'w');
  portal = spawn(process.execPath, [server], {
    env: {
      PORT: String(port),
      PORTAL_URL: `http://localhost:${port}`,
      KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', output, 'ignore'],
  });
  closeSync(output);
  const exit = once(portal, 'exit');
  expect(await status(`http://127.0.0.1:${port}/login`)).toBe(502);
  expect(await status(`http://127.0.0.1:${port}/login`)).toBe(502);
  portal.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
