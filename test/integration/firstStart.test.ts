import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { useClone } from '../support/useClone.ts';

const clone = useClone({ installed: false });

beforeEach(() => {
  clone().program('npm', 'echo "npm $1 was called"; exit 1');
});
const start = (environment: Record<string, string>) =>
  clone().run('node', ['scripts/run.mjs', 'scripts/start.ts'], environment).outcome();

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

test('a port in use is refused before anything is installed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, said } = await start({ PORT: port });
  expect({ code, said }).toEqual({ code: 1, said: [expect.stringContaining(`Port ${port} is taken`)] });
  server.close();
});

test('the first Ctrl-C ends an install, although npm ignores it', async () => {
  const runs = clone().at('npm-runs');
  clone().program(
    'npm',
    `exec node -e 'process.on("SIGINT", () => {}); fs.writeFileSync("${runs}", ""); setTimeout(() => {}, 60_000)'`,
  );
  const run = clone().run('node', ['scripts/run.mjs', 'scripts/start.ts'], { PORT: '0' });
  while (!existsSync(runs)) await pause(20);
  run.signalGroup('SIGINT');
  const { code, said } = await run.outcome();
  expect({ code, said: said.slice(1) }).toEqual({
    code: 130,
    said: [expect.stringMatching(/^installing the locked dependencies: stopped/)],
  });
});

test('valid settings let the installation start', async () => {
  const { said } = await start({ PORT: '0', COOKIE_SECRET: '-'.repeat(32) });
  expect(said.join('\n')).toMatch('installing the locked dependencies');
});
