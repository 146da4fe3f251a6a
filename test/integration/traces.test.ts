import http, { type RequestListener } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startCollector, type CollectedSpan, type Collector } from '../support/collector.ts';
import type { RunningPortal } from '../support/portal.ts';
import { usePortals } from '../support/usePortals.ts';

const theirTrace = '0af7651916cd43dd8448eb211c80319c';
const theirSpan = 'b7ad6b7169203331';
const theirs = { traceparent: `00-${theirTrace}-${theirSpan}-01` };

let collector: Collector;
const portals = usePortals();
const { upstream } = portals;

beforeEach(async () => {
  collector = await startCollector();
});

afterEach(() => collector.close());

const start = (settings: Record<string, string> = {}): Promise<RunningPortal> =>
  portals.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings });

/** Stops a portal, which sends the spans that wait. */
async function stopped(portal: RunningPortal): Promise<void> {
  process.kill(portal.pid, 'SIGTERM');
  expect(await portal.ended()).toBe(0);
}

const named = (name: string): CollectedSpan => {
  const span = collector.spans.find((one) => one.name === name);
  if (!span) throw new Error(`no span ${name} among ${collector.spans.map((one) => one.name).join(', ')}`);
  return span;
};

const traceIdOf = (traceparent = ''): string => traceparent.split('-')[1] ?? '';
const flagsOf = (traceparent = ''): string => traceparent.split('-')[3] ?? '';

test('a gateway call is a span of its request, with the id that the provider gets and the trace of the log line', async () => {
  const portal = await start();
  await fetch(`${portal.url}/sessions/whoami`, { headers: theirs });
  await stopped(portal);
  const [request, call] = [named('GET toSession'), named('GET /sessions/whoami')];
  expect(collector.spans).toHaveLength(2);
  expect(request).toMatchObject({
    parent: undefined,
    kind: 'SERVER',
    failed: false,
    attributes: {
      'http.request.method': 'GET',
      'http.route': 'toSession',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'server.address': 'localhost',
    },
  });
  expect(call).toMatchObject({
    traceId: request.traceId,
    parent: request.spanId,
    kind: 'CLIENT',
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(upstream.url).port),
      'url.template': '/sessions/whoami',
    },
  });
  expect(upstream.traceparents).toEqual([`00-${call.traceId}-${call.spanId}-01`]);
  expect(portal.log()).toMatch(new RegExp(`"route":"toSession".*"traceId":"${request.traceId}"`));
  expect(portal.log() + JSON.stringify(collector.spans)).not.toContain(theirTrace);
});

const failures: [what: string, status: number, type: string, answer: RequestListener][] = [
  ['fails', 502, 'upstream_reset', (request) => request.socket.destroy()],
  ['answers with an error', 503, '503', (_request, response) => void response.writeHead(503).end('{}')],
];

test.each(failures)('a call that %s is marked, and so is its request', async (_what, status, type, fails) => {
  upstream.answer = fails;
  const portal = await start();
  await fetch(`${portal.url}/sessions/whoami`);
  await stopped(portal);
  const call = collector.spans.filter(({ kind }) => kind === 'CLIENT').at(-1);
  expect(call).toMatchObject({ failed: true, attributes: { 'error.type': type } });
  expect(named('GET toSession')).toMatchObject({
    failed: true,
    attributes: { 'error.type': type, 'http.response.status_code': status },
  });
});

test('a refusal of the provider is no error, and health checks have no spans', async () => {
  upstream.answer = (_request, response) => void response.writeHead(401).end('{}');
  const portal = await start();
  await fetch(`${portal.url}/sessions/whoami`);
  await fetch(`${portal.url}/health/ready`);
  await stopped(portal);
  expect(collector.spans.map(({ name, failed }) => [name, failed])).toEqual([
    ['GET /sessions/whoami', false],
    ['GET toSession', false],
  ]);
});

test('no span’s name contains a method or path that a client made up', async () => {
  const portal = await start();
  await fetch(`${portal.url}/made-up-path`, { method: 'MADEUP' }).catch(() => undefined);
  const { port } = new URL(portal.url);
  const request = http.request({ port, path: '/made-up-path', method: 'PROPFIND' }).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await stopped(portal);
  expect(named('HTTP').attributes).toMatchObject({ 'http.request.method': '_OTHER' });
  expect(JSON.stringify(collector.spans)).not.toMatch(/made-up|MADEUP|PROPFIND/);
});

describe('the collector gets', () => {
  test('the service’s name and attributes, and its headers, which are in no log', async () => {
    const portal = await start({
      OTEL_SERVICE_NAME: 'accounts',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=ignored',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20s3cr3t-token',
      LOG_LEVEL: 'trace',
    });
    await fetch(`${portal.url}/sessions/whoami`);
    await stopped(portal);
    expect(collector.spans[0]?.resource).toMatchObject({
      'service.name': 'accounts',
      'deployment.environment.name': 'test',
    });
    expect(collector.received[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer s3cr3t-token', 'content-type': 'application/x-protobuf' },
    });
    expect(portal.log()).not.toContain('s3cr3t');
  });

  test('nothing that is not sampled; the provider is told so, and no metric names such a trace', async () => {
    const port = String(await freePort());
    const portal = await start({
      METRICS_PORT: port,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await fetch(`${portal.url}/sessions/whoami`);
    const headers = { accept: 'application/openmetrics-text' };
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    expect(metrics).toContain('route="toSession"');
    expect(metrics).not.toContain('trace_id');
    await stopped(portal);
    expect(collector.received).toEqual([]);
    expect(flagsOf(upstream.traceparents[0])).toBe('00');
    expect(portal.log()).toMatch(`"traceId":"${traceIdOf(upstream.traceparents[0])}"`);
  });
});

describe('the portal', () => {
  test('serves and stops in time without its collector, and says once that traces are lost', async () => {
    const portal = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    });
    // two spans each: the first 512 are sent at once
    for (let sent = 0; sent < 6; sent += 1)
      await Promise.all(Array.from({ length: 100 }, () => fetch(`${portal.url}/sessions/whoami`)));
    await portal.logged(/the trace collector accepts no spans/);
    await stopped(portal);
    expect(portal.log().match(/the trace collector accepts no spans/g)).toHaveLength(1);
    expect(portal.log().match(/"route":"toSession","status":200/g)).toHaveLength(600);
  });

  test('stops in time when the collector never answers', async () => {
    collector.answer = () => undefined;
    const portal = await start();
    await fetch(`${portal.url}/sessions/whoami`);
    const since = performance.now();
    await stopped(portal);
    // the exporter's own limit is 10 s
    expect(performance.now() - since).toBeLessThan(8000);
    expect(collector.spans).toHaveLength(2);
  });
});
