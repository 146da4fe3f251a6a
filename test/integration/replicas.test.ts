import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startCaddy, type LocalCaddy } from '../support/caddy.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';

/** How many callers send requests, each one after the other. */
const callers = 8;

const ports: string[] = [];
const replicas: RunningPortal[] = [];
let caddy: LocalCaddy;

const start = (port: string): Promise<RunningPortal> =>
  startPortal({
    PORT: port,
    PORTAL_URL: 'http://localhost',
    KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
    TRUST_PROXY: '1',
    // the proxy asks every second
    DRAIN_DELAY_MS: '2500',
  });

beforeAll(async () => {
  ports.push(String(await freePort()), String(await freePort()));
  replicas.push(...(await Promise.all(ports.map(start))));
  caddy = await startCaddy(ports.map((port) => `127.0.0.1:${port}`));
});

afterAll(async () => {
  await caddy.stop();
  await Promise.all(replicas.map((replica) => replica.stop()));
});

const report = {
  method: 'POST',
  headers: { 'content-type': 'application/csp-report' },
  body: JSON.stringify({ 'csp-report': {} }),
};

test('two replicas are replaced one after the other behind the shipped proxy, and no request or post fails', async () => {
  let goesOn = true;
  const counts: Record<string, number> = {};
  const call = async (): Promise<void> => {
    for (let count = 0; goesOn; count += 1) {
      const [path, options] = count % 2 === 0 ? ['/accessibility', {}] : ['/reports/csp', report];
      const outcome = await fetch(caddy.url + path, options).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        (cause: unknown) => String(cause),
      );
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  const load = Array.from({ length: callers }, call);
  for (const [at, port] of ports.entries()) {
    await replicas[at]?.stop();
    replicas[at] = await start(port);
    // the proxy has noticed
    await replicas[at].logged(/"path":"\/accessibility"/);
  }
  goesOn = false;
  await Promise.all(load);
  expect(Object.keys(counts)).toEqual(['200', '204']);
  expect(counts[204]).toBeGreaterThan(100);
});
