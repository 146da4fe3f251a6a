import http from 'node:http';
import { expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import type { RunningPortal } from '../support/portal.ts';
import { usePortals } from '../support/usePortals.ts';

const portals = usePortals();
const { upstream } = portals;

async function start(
  settings: Record<string, string> = {},
): Promise<{ portal: RunningPortal; metrics: string }> {
  const METRICS_PORT = settings.METRICS_PORT ?? String(await freePort());
  const portal = await portals.start({ METRICS_PORT, ...settings });
  return { portal, metrics: `http://127.0.0.1:${METRICS_PORT}/metrics` };
}

const openMetrics = { accept: 'application/openmetrics-text' };
const scrape = async (url: string, headers = {}): Promise<string> => (await fetch(url, { headers })).text();

test('the metrics’ port serves the metrics, and the portal’s does not', async () => {
  const { portal, metrics } = await start();
  expect(portal.log()).toContain('the metrics are served');
  expect((await fetch(`${portal.url}/metrics`)).status).toBe(404);
  const text = await scrape(metrics);
  expect(text).toContain('portal_http_requests_total{route="other",method="GET",status="4xx"} 1');
  for (const path of ['/', '/login', '/sessions/whoami', '/health/alive'])
    expect((await fetch(new URL(path, metrics))).status).toBe(404);
});

test('a sign-in is counted as begun and finished; no label has its flow, its path or its session', async () => {
  const flow = '3ff9a25a-5109-4bbf-a40c-80d1d7921d9b';
  upstream.answer = (request, response) => {
    const location = `/login?flow=${flow}`;
    if (request.method === 'GET') response.writeHead(303, { location }).end();
    else response.writeHead(303, { location: '/', 'set-cookie': 'ory_kratos_session=sealed; Path=/' }).end();
  };
  const { portal, metrics } = await start();
  const browser = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
  await fetch(`${portal.url}/self-service/login/browser`, { headers: browser, redirect: 'manual' });
  await fetch(`${portal.url}/self-service/login?flow=${flow}`, {
    method: 'POST',
    headers: browser,
    body: new URLSearchParams({ method: 'password', identifier: 'ada@portal.example', password: 'lub-dub' }),
    redirect: 'manual',
  });
  const text = await scrape(metrics, openMetrics);
  expect(text).toContain('portal_flows_begun_total{flow="login"} 1');
  expect(text).toContain('portal_flows_finished_total{flow="login"} 1');
  for (const secret of [flow, 'sealed', 'ada@', 'lub-dub', '/self-service', upstream.url.slice(7)])
    expect(text).not.toContain(secret);
});

test('the portal does not start with a METRICS_PORT that is taken, and says so', async () => {
  const taken = new URL(upstream.url).port;
  await expect(start({ METRICS_PORT: taken })).rejects.toThrow(
    `Port ${taken} is taken. Set METRICS_PORT to a free one, or stop the program that uses it.`,
  );
});

test('without METRICS_PORT nothing is counted, and no line has a trace', async () => {
  const portal = await portals.start();
  await fetch(`${portal.url}/sessions/whoami`);
  await portal.logged(/"route":"toSession"/);
  expect(portal.log()).not.toMatch(/traceId|metrics/);
});

test('the metrics’ port stays open until the last request has been answered, then closes', async () => {
  const arrived = Promise.withResolvers<http.ServerResponse>();
  upstream.answer = (_request, response) => arrived.resolve(response);
  const { portal, metrics } = await start({ DRAIN_DELAY_MS: '0' });
  const running = fetch(`${portal.url}/sessions/whoami`);
  const held = await arrived.promise;
  process.kill(portal.pid, 'SIGTERM');
  await portal.logged(/shutting down/);
  expect(await scrape(metrics)).toContain('portal_running_requests 1');
  held.end('{}');
  expect((await running).status).toBe(200);
  expect(await portal.ended()).toBe(0);
  await expect(fetch(metrics)).rejects.toThrow();
});
