import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Run } from '../support/clone.ts';
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

describe('where Docker has Kratos, but not Hydra', () => {
  const shared = useClone({ kratos: false, shared: true });
  let run: Run;

  beforeAll(async () => {
    shared().containers();
    run = shared().start();
    await run.says(/the portal is listening/);
  });

  test('the portal is served without Hydra, whose image is not pulled where no registry has it', async () => {
    await run.says(/Hydra +not here: /);
    expect(run.output).not.toMatch('pull');
  });

  test('the next start removes a container whose client was killed', async () => {
    const records = shared().records();
    const killed = records.flatMap(({ owner, processes }) => [owner, ...processes]);
    shared().kill(killed);
    await shared().ended(killed);
    const [name] = records.flatMap(({ cleanUp }) => cleanUp?.slice(-1) ?? []);
    const next = shared().start();
    await next.says(/the portal is listening/);
    expect(shared().removedContainers()).toContain(name);
  });
});
