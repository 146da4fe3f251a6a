import { expect, test } from '@jest/globals';
import { useClone } from '../support/useClone.ts';

/** No Kratos on PATH, so `npm start` runs it in Docker. */
const clone = useClone({ kratos: false });

test('a start ends with one line if Docker cannot pull the image', async () => {
  const refusal = 'echo "Error response from daemon: manifest unknown" >&2; exit 1';
  clone().program('docker', `case "$1" in info) exit 0 ;; *) ${refusal} ;; esac`);
  const { code, said } = await clone().start().outcome();
  expect(code).toBe(1);
  expect(clone().records()).toEqual([]);
  expect(said.slice(1)).toEqual([
    expect.stringMatching(
      /^Docker could not pull oryd\/kratos:\S+: Error response from daemon: manifest unknown$/,
    ),
  ]);
});

test('a container is removed by the next start when its client was killed', async () => {
  clone().containers();
  const run = clone().start();
  await run.says(/the portal is listening/);
  const records = clone().records();
  const killed = records.flatMap(({ owner, processes }) => [owner, ...processes]);
  clone().kill(killed);
  await clone().ended(killed);
  const [name] = records.flatMap(({ cleanUp }) => cleanUp?.slice(-1) ?? []);
  const next = clone().start();
  await next.says(/the portal is listening/);
  expect(clone().removedContainers()).toContain(name);
});

test('the sandbox stands in for a Hydra whose image Docker cannot pull', async () => {
  clone().containers();
  const run = clone().start();
  await run.says(/Docker could not pull oryd\/hydra:\S+; the sandbox stands in for it/);
  await run.says(/the portal is listening/);
});
