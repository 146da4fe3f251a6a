import { describe, expect, test } from '@jest/globals';
import { useClone } from '../support/useClone.ts';

const clone = useClone();

describe('everything that npm start started ends', () => {
  /** Starts everything, waits until it is ready, and returns all of its processes. */
  async function ready(environment: Record<string, string> = {}) {
    const run = clone().start(environment);
    await run.says(/the portal is listening/);
    const records = clone().records();
    const [record] = records;
    if (!record) throw new Error('no processes are recorded');
    const { owner } = record;
    const processes = [owner, ...records.flatMap((one) => one.processes)];
    expect(processes).toHaveLength(5);
    return { run, processes };
  }

  test('with Ctrl-C', async () => {
    const { run, processes } = await ready();
    run.signalGroup('SIGINT');
    await clone().ended(processes);
    expect(clone().records()).toEqual([]);
  });

  test('with SIGTERM, and the exit code is 0', async () => {
    const run = clone().run('node', ['scripts/run.mjs', 'scripts/start.ts']);
    await run.says(/the portal is listening/);
    const kratos = clone().kratos();
    run.child.kill('SIGTERM');
    expect(await run.exitCode).toBe(0);
    await clone().ended([kratos]);
    expect(run.output).not.toMatch('has ended');
  });

  test('when its terminal closes', async () => {
    const { run, processes } = await ready();
    run.child.stdout?.destroy();
    run.child.stderr?.destroy();
    run.signalGroup('SIGHUP');
    await clone().ended(processes);
  });

  test('when npm is killed', async () => {
    const { run, processes } = await ready();
    run.child.kill('SIGKILL');
    await clone().ended(processes);
  });

  test('when the whole process group is killed', async () => {
    const { run, processes } = await ready();
    run.signalGroup('SIGKILL');
    await clone().ended(processes);
  });

  test('also in front of an existing Kratos', async () => {
    const run = clone().start({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
    await run.says(/the portal is listening/);
    const [record] = clone().records();
    run.signalGroup('SIGKILL');
    await clone().ended(record?.processes ?? []);
    expect(record?.processes).toHaveLength(2);
  });

  test('with the next start, if the watchdogs were killed as well', async () => {
    const { processes } = await ready();
    const kept = clone()
      .records()
      .flatMap((one) => one.processes.slice(1));
    clone().kill(processes.filter(({ pid }) => !kept.some((one) => one.pid === pid)));
    const next = clone().start();
    await next.says(/stopped processes left over from an earlier start/);
    await clone().ended(processes);
    await next.says(/the portal is listening/);
  });
});
