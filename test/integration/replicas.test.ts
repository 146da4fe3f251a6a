import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startCaddy, type LocalCaddy } from '../support/caddy.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';

/** How many callers send requests, each one after the other. */
const callers = 8;

/** The addresses of `localhost`, as a name of compose leads to each replica. */
const hosts = ['127.0.0.1', '::1'];

let port: string;
const replicas: RunningPortal[] = [];
let caddy: LocalCaddy;

const start = (host: string): Promise<RunningPortal> =>
  startPortal({
    HOST: host,
    PORT: port,
    PORTAL_URL: 'http://localhost',
    KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
    TRUST_PROXY: '1',
    // as in production: the proxy asks every second, and three answers count
    DRAIN_DELAY_MS: '5000',
  });

beforeAll(async () => {
  port = String(await freePort());
  replicas.push(...(await Promise.all(hosts.map(start))));
  caddy = await startCaddy(`localhost:${port}`);
  // building Caddy takes minutes the first time
}, 600_000);

afterAll(async () => {
  await caddy.stop();
  await Promise.all(replicas.map((replica) => replica.stop()));
});

const report = {
  method: 'POST',
  headers: { 'content-type': 'application/csp-report' },
  body: JSON.stringify({ 'csp-report': {} }),
};

/** Sends reads and posts through the proxy while a change happens. Returns how many were answered with each status. */
async function answersDuring(change: () => Promise<void>): Promise<Record<string, number>> {
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
  await change();
  goesOn = false;
  await Promise.all(load);
  return counts;
}

/** Replaces a replica. */
async function replace(at: number): Promise<void> {
  await replicas[at]?.stop();
  replicas[at] = await start(hosts[at] ?? '');
}

/** Replaces all replicas at once, and waits until the proxy has noticed. */
async function replaceAll(): Promise<void> {
  await Promise.all(hosts.map((_host, at) => replace(at)));
  await Promise.race(replicas.map((replica) => replica.logged(/"path":"\/accessibility"/)));
}

test('two replicas are replaced one after the other behind the shipped proxy, and no request or post fails', async () => {
  const counts = await answersDuring(async () => {
    await replace(0);
    await replace(1);
  });
  expect(Object.keys(counts)).toEqual(['200', '204']);
  expect(counts[204]).toBeGreaterThan(100);
});

test('where both replicas are replaced at once, requests and posts wait for a new one, and none fails', async () => {
  const counts = await answersDuring(async () => {
    await replaceAll();
  });
  expect(Object.keys(counts)).toEqual(['200', '204']);
});

test('a request that has reached a replica is not repeated', async () => {
  let reads = 0;
  const dying = createServer((request, response) => {
    // on a kept connection Go itself would send the request again
    if (request.url === '/health/accepting') return response.setHeader('connection', 'close').end();
    reads += 1;
    return request.socket.destroy();
  });
  const port = await freePort();
  await once(dying.listen(port, '127.0.0.1'), 'listening');
  const proxy = await startCaddy(`127.0.0.1:${port}`);
  expect((await fetch(`${proxy.url}/accessibility`)).status).toBe(502);
  expect(reads).toBe(1);
  await proxy.stop();
  dying.close();
});

test('the shipped proxy redirects plain http to the origin of PORTAL_URL, with its port', async () => {
  const answer = await fetch(`${caddy.plainUrl}/login?return_to=%2Fsettings`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    301,
    'https://account.example:8443/login?return_to=%2Fsettings',
  ]);
});

test('the shipped proxy does not forward what only Kratos and Hydra call', async () => {
  for (const path of ['/hooks/kratos/login', '/hooks/refresh-token', '/HOOKS/kratos/login']) {
    const answer = await fetch(caddy.url + path, { method: 'POST' });
    // the portal would answer with a body
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, '']);
  }
});
