import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { describeProcess } from '../../scripts/callers.mjs';
import { Clone, type Run } from '../support/clone.ts';

let clone: Clone;
beforeEach(() => {
  clone = new Clone();
});
afterEach(() => clone.remove());

/** A run's output without npm's own lines, and its exit code. */
async function outcome(run: Run): Promise<{ code: number | null; said: string[] }> {
  const code = await run.exitCode;
  const said = run.output
    .split('\n')
    .filter((line) => line !== '' && !/^(?:> |npm (?:warn|error|notice) )/.test(line));
  return { code, said };
}

describe('a start that fails ends with one line and exit code 1, and leaves nothing running', () => {
  afterEach(() => {
    expect(clone.records()).toEqual([]);
  });

  test('because .cache/local is a file', async () => {
    mkdirSync(clone.at('.cache'));
    writeFileSync(clone.at('.cache/local'), '');
    const { code, said } = await outcome(clone.start());
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/\.cache\/local cannot be used: EEXIST/)],
    });
  });

  test('because kratos.sqlite is not a database', async () => {
    mkdirSync(clone.at('.cache/local'), { recursive: true });
    writeFileSync(clone.at('.cache/local/kratos.sqlite'), 'no database '.repeat(100));
    const { code, said } = await outcome(clone.start());
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/kratos\.sqlite cannot be used: file is not a database/)],
    });
  });

  test('because Kratos cannot migrate its database', async () => {
    clone.kratosFaults({ migrate: 'the disk is full' });
    const { code, said } = await outcome(clone.start());
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/^Kratos could not prepare its database: Error: the disk is full /),
    ]);
  });

  test('because Kratos refuses to create the sample accounts', async () => {
    clone.kratosFaults({ identities: true });
    const { code, said } = await outcome(clone.start());
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/^Kratos refused to make user@portal\.example: 500 .*no identities today/),
    ]);
  });

  test('because Docker cannot pull the image', async () => {
    await clone.remove();
    clone = new Clone({ kratos: false });
    const refusal = 'echo "Error response from daemon: manifest unknown" >&2; exit 1';
    clone.program('docker', `case "$1" in info) exit 0 ;; *) ${refusal} ;; esac`);
    const { code, said } = await outcome(clone.start());
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(
        /^Docker could not pull oryd\/kratos:\S+: Error response from daemon: manifest unknown$/,
      ),
    ]);
  });

  test.each(['{', '{}'])('because the file of the secrets holds %s', async (text) => {
    mkdirSync(clone.at('.cache/local'), { recursive: true });
    writeFileSync(clone.at('.cache/local/secrets.json'), text);
    const { code, said } = await outcome(clone.start());
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/secrets\.json does not hold the three secrets; delete it/),
    ]);
  });

  test('because HOST is not this machine, before anything is started', async () => {
    const { code, said } = await outcome(clone.start({ HOST: '192.0.2.1' }));
    expect({ code, said }).toEqual({
      code: 1,
      said: ['HOST is 192.0.2.1, which is no address of this machine'],
    });
  });

  test.each([
    ['KRATOS_PUBLIC_UR', 'KRATOS_PUBLIC_URL'],
    ['COOKIE_SECRT', 'COOKIE_SECRET'],
    ['PORTAL_UR', 'PORTAL_URL'],
  ])('because of the misspelt %s, even if the local provider sets it', async (name, intended) => {
    const { code, said } = await outcome(clone.start({ [name]: 'http://127.0.0.1:9' }));
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([`  ${name} is not a setting; did you mean ${intended}?`]);
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '80000' }, 'PORT'],
    [{ COOKIE_SECRET: 'too short' }, 'COOKIE_SECRET'],
    [{ PORTAL_URL: 'nonsense' }, 'PORTAL_URL'],
  ])('because of the setting %j, before anything is created', async (environment, name) => {
    const { code, said } = await outcome(clone.start(environment));
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringMatching('because of its settings'),
      expect.stringContaining(`${name}: must`),
    ]);
    expect(() => statSync(clone.at('.cache'))).toThrow('ENOENT');
  });
});

test('the folder of a local provider is made private to its owner, even if others had access', async () => {
  mkdirSync(clone.at('.cache/local'), { recursive: true });
  chmodSync(clone.at('.cache/local'), 0o755);
  await clone.start().says(/the portal is listening/);
  expect(statSync(clone.at('.cache/local')).mode & 0o777).toBe(0o700);
});

test('a start warns that new passwords are not checked against breaches', async () => {
  await clone.start().says(/not looked up among breached ones/);
});

test('a second start in the same folder is refused, and the first keeps running', async () => {
  const first = clone.start();
  const [, url = ''] = await first.says(/The portal +(\S+)/);
  await first.says(/the portal is listening/);
  const { code, said } = await outcome(clone.start());
  expect({ code, said }).toEqual({
    code: 1,
    said: [expect.stringContaining(`npm start already runs in this folder (process`)],
  });
  expect(said.join()).toContain(url);
  expect((await fetch(`${url}/health/alive`)).status).toBe(200);
});

describe('a Kratos that exits while the portal runs', () => {
  test('is reported and restarted', async () => {
    const run = clone.start();
    await run.says(/the portal is listening/);
    const before = clone.kratos();
    process.kill(before.pid, 'SIGKILL');
    await run.says(/Kratos has ended \(SIGKILL\) and is started again/);
    await expect(clone.anotherKratos(before)).resolves.not.toEqual(before);
  });

  test('is ended before the restart when only its watchdog was killed', async () => {
    const run = clone.start();
    await run.says(/the portal is listening/);
    const before = clone.kratos();
    const watchdog = clone.records().find(({ processes }) => processes.some(({ pid }) => pid === before.pid));
    clone.kill(watchdog?.processes.slice(0, 1) ?? []);
    await run.says(/Kratos has ended \(SIGKILL\) and is started again/);
    await clone.anotherKratos(before);
    await clone.ended([before]);
  });

  test('repeatedly ends the start', async () => {
    clone.kratosFaults({ restarts: true });
    const run = clone.start();
    await run.says(/the portal is listening/);
    process.kill(clone.kratos().pid, 'SIGKILL');
    const { code, said } = await outcome(run);
    expect(code).toBe(1);
    expect(said.join('\n')).toMatch(/Kratos ended 5 times in a row/);
    expect(clone.records()).toEqual([]);
  });
});

describe('everything that npm start has started ends', () => {
  /** A start that is ready, and all of its processes. */
  async function ready(environment: Record<string, string> = {}) {
    const run = clone.start(environment);
    await run.says(/the portal is listening/);
    const records = clone.records();
    const [record] = records;
    if (!record) throw new Error('nothing is recorded');
    const { owner } = record;
    const script = describeProcess(owner.pid).parent;
    const processes = [owner, ...records.flatMap((one) => one.processes)];
    expect(processes).toHaveLength(5);
    return { run, script, owner, processes };
  }

  test('with Ctrl-C', async () => {
    const { run, processes } = await ready();
    run.signalGroup('SIGINT');
    await clone.ended(processes);
    expect(clone.records()).toEqual([]);
  });

  test('with SIGTERM, and the exit code is 0', async () => {
    const run = clone.run('node', ['scripts/run.mjs', 'scripts/start.ts']);
    await run.says(/the portal is listening/);
    const kratos = clone.kratos();
    run.child.kill('SIGTERM');
    expect(await run.exitCode).toBe(0);
    await clone.ended([kratos]);
    expect(run.output).not.toMatch('has ended');
  });

  test('when its terminal closes', async () => {
    const { run, processes } = await ready();
    run.child.stdout?.destroy();
    run.child.stderr?.destroy();
    run.signalGroup('SIGHUP');
    await clone.ended(processes);
  });

  test('when npm is killed', async () => {
    const { run, processes } = await ready();
    run.child.kill('SIGKILL');
    await clone.ended(processes);
  });

  test('when scripts/run.mjs is killed', async () => {
    const { script, processes } = await ready();
    process.kill(script, 'SIGKILL');
    await clone.ended(processes);
  });

  test('when scripts/start.ts is killed', async () => {
    const { owner, processes } = await ready();
    process.kill(owner.pid, 'SIGKILL');
    await clone.ended(processes);
  });

  test('when the whole process group is killed', async () => {
    const { run, processes } = await ready();
    run.signalGroup('SIGKILL');
    await clone.ended(processes);
  });

  test('also in front of an existing Kratos', async () => {
    const run = clone.start({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
    await run.says(/the portal is listening/);
    const [record] = clone.records();
    run.signalGroup('SIGKILL');
    await clone.ended(record?.processes ?? []);
    expect(record?.processes).toHaveLength(2);
  });

  test('with the next start, if the watchdogs were killed as well', async () => {
    const { processes } = await ready();
    const kept = clone.records().flatMap((one) => one.processes.slice(1));
    clone.kill(processes.filter(({ pid }) => !kept.some((one) => one.pid === pid)));
    const next = clone.start();
    await next.says(/ended what an earlier start had left running/);
    await clone.ended(processes);
    await next.says(/the portal is listening/);
  });
});

describe('a container of Kratos', () => {
  test('is removed by the next start when its client was killed', async () => {
    await clone.remove();
    clone = new Clone({ kratos: false });
    clone.containers();
    const run = clone.start();
    await run.says(/the portal is listening/);
    const records = clone.records();
    const killed = records.flatMap(({ owner, processes }) => [owner, ...processes]);
    clone.kill(killed);
    await clone.ended(killed);
    const [name] = records.flatMap(({ cleanUp }) => cleanUp?.slice(-1) ?? []);
    const next = clone.start();
    await next.says(/the portal is listening/);
    expect(clone.removedContainers()).toContain(name);
  });
});

describe('on a fresh clone', () => {
  beforeEach(async () => {
    await clone.remove();
    clone = new Clone({ installed: false });
    clone.program('npm', 'echo "npm $1 was called"; exit 1');
  });
  const start = (environment: Record<string, string>) =>
    outcome(clone.run('node', ['scripts/run.mjs', 'scripts/start.ts'], environment));

  test.each([
    [{ PORT: 'abc' }, /PORT: must be a whole number/],
    [{ PORT: '65536' }, /PORT: must be a whole number/],
    [{ COOKIE_SECRET: 'too short' }, /COOKIE_SECRET: must have at least 32 characters/],
  ])('%j is refused before anything is installed', async (environment, words) => {
    const { code, said } = await start(environment);
    expect(code).toBe(1);
    expect(said.join('\n')).toMatch(words);
    expect(said).toHaveLength(2);
  });

  test('a port that is taken is refused before anything is installed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, said } = await start({ PORT: port });
    expect({ code, said }).toEqual({ code: 1, said: [expect.stringContaining(`Port ${port} is taken`)] });
    server.close();
  });

  test('valid settings let the installation start', async () => {
    const { said } = await start({ PORT: '0', COOKIE_SECRET: '-'.repeat(32) });
    expect(said.join('\n')).toMatch('installing the locked dependencies');
  });
});
