import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { useClone } from '../support/useClone.ts';

const clone = useClone();

test('the folder of a local provider is made private to its owner, even if others had access', async () => {
  mkdirSync(clone().at('.cache/local'), { recursive: true });
  chmodSync(clone().at('.cache/local'), 0o755);
  await clone()
    .start()
    .says(/the portal is listening/);
  expect(statSync(clone().at('.cache/local')).mode & 0o777).toBe(0o700);
});

test('a start warns that new passwords are not checked against breaches', async () => {
  await clone()
    .start()
    .says(/not looked up among breached ones/);
});

test('a demo application is served, which the next start serves as well', async () => {
  for (const time of ['first', 'second']) {
    const run = clone().start();
    const [, url = ''] = await run.says(/Harbor Clinic +(\S+)/);
    const page = await (await fetch(url)).text();
    expect([time, page]).toEqual([time, expect.stringContaining('<a href="/sign-in">Sign in</a>')]);
    await run.says(/the portal is listening/);
    run.signalGroup('SIGINT');
    await run.exitCode;
  }
});

test('a second start in the same folder is refused, and the first keeps running', async () => {
  const first = clone().start();
  const [, url = ''] = await first.says(/The portal +(\S+)/);
  await first.says(/the portal is listening/);
  const { code, said } = await clone().start().outcome();
  expect({ code, said }).toEqual({
    code: 1,
    said: [expect.stringContaining(`npm start is already running in this folder (process`)],
  });
  expect(said.join()).toContain(url);
  expect((await fetch(`${url}/health/alive`)).status).toBe(200);
});

describe('a Kratos that exits while the portal runs', () => {
  test('is reported and restarted', async () => {
    const run = clone().start();
    await run.says(/the portal is listening/);
    const before = clone().kratos();
    process.kill(before.pid, 'SIGKILL');
    await run.says(/Kratos has ended \(SIGKILL\) and is being restarted/);
    await expect(clone().anotherKratos(before)).resolves.not.toEqual(before);
  });

  test('is ended before the restart when only its watchdog was killed', async () => {
    const run = clone().start();
    await run.says(/the portal is listening/);
    const before = clone().kratos();
    const watchdog = clone()
      .records()
      .find(({ processes }) => processes.some(({ pid }) => pid === before.pid));
    clone().kill(watchdog?.processes.slice(0, 1) ?? []);
    await run.says(/Kratos has ended \(SIGKILL\) and is being restarted/);
    await clone().anotherKratos(before);
    await clone().ended([before]);
  });

  test('repeatedly ends the start', async () => {
    clone().kratosFaults({ restarts: true });
    const run = clone().start();
    await run.says(/the portal is listening/);
    process.kill(clone().kratos().pid, 'SIGKILL');
    const { code, said } = await run.outcome();
    expect(code).toBe(1);
    expect(said.join('\n')).toMatch(/Kratos ended 5 times in a row/);
    expect(clone().records()).toEqual([]);
  });
});
