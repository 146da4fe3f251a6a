import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Run } from '../support/clone.ts';
import { hydraOnPath } from '../support/hydraOnPath.ts';
import { useClone } from '../support/useClone.ts';

const clone = useClone({ shared: true });

/** The `npm start` that is running. */
let run: Run;

beforeAll(async () => {
  mkdirSync(clone().at('.cache/local'), { recursive: true });
  chmodSync(clone().at('.cache/local'), 0o755);
  await hydraOnPath(clone());
  run = clone().start();
  await run.says(/the portal is listening/);
});

test('the local provider’s folder is made private to its owner, even if others had access', () => {
  expect(statSync(clone().at('.cache/local')).mode & 0o777).toBe(0o700);
});

test('a start warns that new passwords are not checked against breaches', async () => {
  await run.says(/not looked up among breached ones/);
});

test('a second start in the same folder is refused, and the first keeps running', async () => {
  const [, url = ''] = await run.says(/The portal +(\S+)/);
  const { code, said } = await clone().start().outcome();
  expect({ code, said }).toEqual({
    code: 1,
    said: [expect.stringContaining(`npm start is already running in this folder (process`)],
  });
  expect(said.join()).toContain(url);
  expect((await fetch(`${url}/health/alive`)).status).toBe(200);
});

test('a Kratos that exits while the portal runs is reported and restarted', async () => {
  const before = clone().kratos();
  process.kill(before.pid, 'SIGKILL');
  await run.says(/Kratos has exited \(SIGKILL\) and is being restarted/);
  await expect(clone().anotherKratos(before)).resolves.not.toEqual(before);
});

test('Hydra joins with a demo application, also at the next start', async () => {
  const demoPage = async (): Promise<string> => {
    const [, url = ''] = await run.says(/^Hydra .* has joined: .*\n +Harbor Clinic +(\S+)/m);
    return (await fetch(url)).text();
  };
  const page = expect.stringContaining('<a href="/sign-in">Sign in</a>');
  expect(await demoPage()).toEqual(page);
  run.signalGroup('SIGINT');
  await run.exitCode;
  run = clone().start();
  expect(await demoPage()).toEqual(page);
});

test('another version of Kratos has data of its own', async () => {
  run.signalGroup('SIGINT');
  await run.exitCode;
  clone().kratosFaults({ version: 'v0.0.2' });
  run = clone().start();
  const data = ['v0.0.1', 'v0.0.2'].map((version) => clone().data(version));
  const [, printed] = await run.says(/accounts of Kratos v0\.0\.2 are kept in (\S+)/);
  expect(printed).toBe(data[1]);
  expect(data.map((folder) => existsSync(path.join(folder, 'secrets.json')))).toEqual([true, true]);
  await run.says(/the portal is listening/);
});

test('a Kratos whose watchdog was killed is ended before the restart', async () => {
  const before = clone().kratos();
  const watchdog = clone()
    .records()
    .find(({ processes }) => processes.some(({ pid }) => pid === before.pid));
  clone().kill(watchdog?.processes.slice(0, 1) ?? []);
  await run.says(/Kratos has exited \(SIGKILL\) and is being restarted/);
  await clone().anotherKratos(before);
  await clone().ended([before]);
});

test('a Kratos that exits repeatedly ends the start', async () => {
  clone().kratosFaults({ restarts: true });
  process.kill(clone().kratos().pid, 'SIGKILL');
  const { code, said } = await run.outcome();
  expect(code).toBe(1);
  expect(said.join('\n')).toMatch(/Kratos exited 5 times in a row/);
  expect(clone().records()).toEqual([]);
});
