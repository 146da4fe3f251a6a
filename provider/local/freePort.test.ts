import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { freePort } from './freePort.ts';

test('no two servers that start at once get the same port', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
});

test('a port that is preferred is taken by the first process that asks for it', async () => {
  const port = randomInt(33_000, 60_000);
  expect(await freePort(port)).toBe(port);
  const another = `import { freePort } from './provider/local/freePort.ts';
    console.log(await freePort(${port}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', another]);
  expect(Number(stdout)).not.toBe(port);
  expect(Number(stdout)).toBeGreaterThan(0);
});
