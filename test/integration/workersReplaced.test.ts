import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ask, isRunning, listening, useWorkers, workersOf } from '../support/workers.ts';

const { upstream, start } = useWorkers();

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'workers-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Sends requests without a pause until a promise settles; returns how many were answered, and the failures. */
async function busyUntil(
  done: Promise<unknown>,
  send: () => Promise<number | undefined>,
): Promise<{ answered: number; lost: unknown[] }> {
  let isDone = false as boolean;
  void done.finally(() => (isDone = true));
  const lost: unknown[] = [];
  let answered = 0;
  while (!isDone)
    try {
      const status = await send();
      if (status === 200) answered += 1;
      else lost.push(status);
    } catch (error) {
      lost.push((error as NodeJS.ErrnoException).code);
    }
  return { answered, lost };
}

test('a worker that is killed is replaced, and the other answers meanwhile', async () => {
  const portal = await start();
  const [victim = 0, other] = workersOf(portal);
  process.kill(victim, 'SIGKILL');
  await portal.logged(/"exitCode":null,"signal":"SIGKILL","msg":"a worker has exited"/);
  const { answered, lost } = await busyUntil(listening(portal, 3), () => ask(`${portal.url}/schemas`));
  expect(lost).toEqual([]);
  expect(answered).toBeGreaterThan(0);
  expect(isRunning(victim)).toBe(false);
  const [, , replacement] = workersOf(portal);
  expect(replacement).not.toBe(other);
});

test('workers that end soon after their start are replaced after pauses that grow', async () => {
  const portal = await start();
  for (const worker of [0, 1]) {
    process.kill(workersOf(portal).at(-1) ?? 0, 'SIGKILL');
    await listening(portal, 3 + worker);
  }
  const times = [
    ...portal.log().matchAll(/"time":"([^"]+)",[^\n]*a worker (?:has exited|is listening)/g),
  ].map(([, time]) => Date.parse(time ?? ''));
  const [, , firstEnd = 0, firstReplaced = 0, secondEnd = 0, secondReplaced = 0] = times;
  expect(firstReplaced - firstEnd).toBeGreaterThanOrEqual(1000);
  expect(secondReplaced - secondEnd).toBeGreaterThanOrEqual(2000);
});

describe('SIGHUP', () => {
  test('replaces every worker and loses no request: on open connections, on new ones, and posts', async () => {
    let posts = 0;
    upstream.answer = (request, response) => {
      if (request.method === 'POST') posts += 1;
      request.resume().on('end', () => response.end('{}'));
    };
    const portal = await start();
    const before = workersOf(portal);
    const agents = Array.from({ length: 5 }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }));
    const post = { method: 'POST', body: '{"method":"a"}' };
    const replaced = portal.logged(/the workers have been replaced/);
    const load = [
      ...agents.map((agent) => () => ask(`${portal.url}/schemas`, { agent })),
      ...Array.from({ length: 5 }, () => () => ask(`${portal.url}/schemas`)),
    ].map((send) => busyUntil(replaced, send));
    const posted = [...agents.slice(0, 2), false as const].map((agent) =>
      busyUntil(replaced, () => ask(`${portal.url}/self-service/login?flow=a`, { agent, ...post })),
    );
    process.kill(portal.pid, 'SIGHUP');
    const results = await Promise.all([...load, ...posted]);
    for (const agent of agents) agent.destroy();
    expect(results.flatMap(({ lost }) => lost)).toEqual([]);
    expect(Math.min(...results.map(({ answered }) => answered))).toBeGreaterThan(0);
    expect(posts).toBe((await Promise.all(posted)).reduce((sum, { answered }) => sum + answered, 0));
    expect(before.map(isRunning)).toEqual([false, false]);
    expect(workersOf(portal).slice(2).map(isRunning)).toEqual([true, true]);
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200);
  });

  test('with a brand that has become faulty says why, and leaves the workers as they are', async () => {
    const brand = path.join(directory, 'brand.json');
    writeFileSync(brand, '{"name":"Acme"}');
    const portal = await start({ BRAND_FILE: brand });
    const before = workersOf(portal);
    writeFileSync(brand, '{"name":""}');
    process.kill(portal.pid, 'SIGHUP');
    await portal.logged(/a new worker did not start/);
    expect(portal.log()).toMatch(/"fault":"BRAND_FILE: name must.*"the portal cannot start"/);
    expect(before.map(isRunning)).toEqual([true, true]);
    expect(await ask(`${portal.url}/health/alive`)).toBe(200);
  });
});
