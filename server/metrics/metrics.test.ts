import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recordWith } from '../../test/support/requestRecord.ts';
import { csrfViolation, forbidden, notFound, rateLimited } from '../http/errors.ts';
import type { RequestRecord } from '../http/requestRecord.ts';
import { upstreamUnreachable } from '../upstreams/upstreamErrors.ts';
import { catalogue } from '../operations/catalogue.ts';
import { version } from '../http/version.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const openMetrics = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';
const traceId = '0af7651916cd43dd8448eb211c80319c';

const metricsOf = (...records: Partial<RequestRecord>[]): Metrics => {
  const metrics = createMetrics(() => ({ connections: 7, requests: 3 }));
  for (const record of records) metrics.record(recordWith(record));
  return metrics;
};

/** Returns the values of one metric, by labels. */
async function valuesOf({ read }: Metrics, name: string): Promise<Record<string, number>> {
  const { text } = await read(undefined);
  const lines = text.matchAll(new RegExp(`^${name}(?:{(.*)})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
}

test('counts requests by operation or route, method and class of the status', async () => {
  const metrics = metricsOf(
    { route: 'toSession' },
    { route: 'toSession', status: 204 },
    { route: 'toSession', status: 401 },
    { route: '/login', status: 303 },
    { route: undefined, path: '/assets/main-1.js' },
    { route: undefined, path: '/wp-login.php', status: 404, problem: notFound() },
    { route: '/login', status: undefined, completed: false },
  );
  expect(await valuesOf(metrics, 'portal_http_requests_total')).toEqual({
    'route="toSession",method="GET",status="2xx"': 2,
    'route="toSession",method="GET",status="4xx"': 1,
    'route="/login",method="GET",status="3xx"': 1,
    'route="/assets",method="GET",status="2xx"': 1,
    'route="other",method="GET",status="4xx"': 1,
    'route="/login",method="GET",status="aborted"': 1,
  });
  expect(await valuesOf(metrics, 'portal_http_request_duration_seconds_count')).toMatchObject({
    'route="toSession",method="GET"': 3,
  });
});

test('no label contains anything that a client has sent', async () => {
  const sent = fc.sample(fc.record({ method: fc.string(), path: fc.webPath(), id: fc.string() }), 300);
  const hostile = sent.map((one) => ({ ...one, route: undefined, path: `/${one.path}` }));
  const series = Object.keys(await valuesOf(metricsOf(...hostile), 'portal_http_requests_total'));
  expect(series.length).toBeGreaterThan(0);
  for (const labels of series)
    expect(labels).toMatch(/^route="(other|\/assets)",method="([A-Z]{3,7}|other)",status="2xx"$/);
  expect(series.length).toBeLessThan(16);
});

test('a duration has its trace as exemplar in OpenMetrics, and Prometheus’ text format has none', async () => {
  const metrics = metricsOf({ route: 'toSession', ms: 30, exemplar: traceId });
  metrics.observeCall({ upstream: 'kratosPublic', outcome: '2xx', ms: 20, exemplar: traceId });
  const first = await metrics.read(openMetrics);
  expect(first.contentType).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
  expect(first.text).toMatch(
    new RegExp(
      `^portal_http_request_duration_seconds_bucket{le="0\\.05",route="toSession",method="GET"} 1 # {trace_id="${traceId}"} 0\\.03 `,
      'm',
    ),
  );
  expect(first.text).toMatch(
    new RegExp(
      `^portal_upstream_call_duration_seconds_bucket{le="0\\.025",upstream="kratosPublic",outcome="2xx"} 1 # {trace_id="${traceId}"}`,
      'm',
    ),
  );
  expect(first.text).toMatch(/# EOF\n$/);
  const plain = await metrics.read('text/plain');
  expect(plain.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(plain.text).not.toContain(traceId);
});

test('two scrapers that read at once, in two formats, each get their own', async () => {
  const metrics = metricsOf({ route: 'toSession' });
  const texts = await Promise.all(
    [openMetrics, undefined, openMetrics, 'text/plain', 'application/openmetrics-text;q=0'].map(metrics.read),
  );
  expect(texts.map(({ text }) => text.endsWith('# EOF\n'))).toEqual([true, false, true, false, false]);
  for (const { text } of texts) {
    expect(text).toContain('portal_http_requests_total{route="toSession"');
    expect(text).not.toContain('_total_total');
  }
  expect(texts.map(({ text }) => /^# TYPE portal_http_requests(_total)? counter$/m.exec(text)?.[1])).toEqual([
    undefined,
    '_total',
    undefined,
    '_total',
    '_total',
  ]);
});

test('counts what the portal refuses by limits, CSRF tokens and the rules for admins from 0, and nothing else', async () => {
  const operation = catalogue.find(({ access }) => access === 'admin');
  if (!operation) throw new Error('no admin operation');
  const admin = { operation, route: operation.operation };
  const metrics = metricsOf(
    { problem: rateLimited(5), status: 429 },
    { problem: csrfViolation(), status: 403 },
    { ...admin, problem: forbidden(), status: 403 },
    {
      ...admin,
      problem: upstreamUnreachable(),
      failure: { error: upstreamUnreachable(), ms: 1 },
      status: 502,
    },
    { problem: notFound(), status: 404 },
    {},
  );
  expect(await valuesOf(metrics, 'portal_refusals_total')).toEqual({
    'kind="limit",reason="rate_limited"': 1,
    'kind="limit",reason="mail_limited"': 0,
    'kind="limit",reason="code_used"': 0,
    'kind="csrf",reason="csrf_violation"': 1,
    'kind="otherSite",reason="cross_origin"': 0,
    'kind="admin",reason="unauthorized"': 0,
    'kind="admin",reason="forbidden"': 1,
    'kind="admin",reason="insufficient_scope"': 0,
    'kind="admin",reason="session_aal2_required"': 0,
    'kind="admin",reason="session_refresh_required"': 0,
    'kind="busy",reason="upstream_busy"': 0,
  });
});

test('counts audit lines that could not be written, and names the version', async () => {
  const metrics = metricsOf();
  expect(await valuesOf(metrics, 'portal_audit_failures_total')).toEqual({ '': 0 });
  metrics.auditFailed();
  expect(await valuesOf(metrics, 'portal_audit_failures_total')).toEqual({ '': 1 });
  expect(await valuesOf(metrics, 'portal_build_info')).toEqual({ [`version="${version}"`]: 1 });
});

test('says what waits of the history and what is lost, also while its database is away', async () => {
  const answers = [Promise.resolve({ notices: 2, oldestNoticeMs: 90_000, overdueDeletions: 1 })];
  const metrics = createMetrics(() => ({ connections: 0, requests: 0 }), {
    eventCounts: () => ({ waiting: 4, lost: 3 }),
    backlog: () => answers.shift() ?? Promise.reject(new Error('away')),
  });
  const first = await metrics.read(undefined);
  const whileAway = await metrics.read(undefined);
  for (const { text } of [first, whileAway])
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'portal_events_waiting 4',
        'portal_events_lost_total 3',
        'portal_notices_waiting 2',
        'portal_notices_oldest_seconds 90',
        'portal_overdue_deletions 1',
      ]),
    );
  expect(await valuesOf(metricsOf(), 'portal_events_lost_total')).toEqual({ '': 0 });
});

test('counts flows that were begun and finished, from 0 for each kind', async () => {
  const metrics = metricsOf(
    { flowStep: { flow: 'login', step: 'begun' } },
    { flowStep: { flow: 'login', step: 'begun' } },
    { flowStep: { flow: 'login', step: 'finished' } },
  );
  const none = {
    'flow="registration"': 0,
    'flow="recovery"': 0,
    'flow="verification"': 0,
    'flow="settings"': 0,
  };
  expect(await valuesOf(metrics, 'portal_flows_begun_total')).toEqual({ ...none, 'flow="login"': 2 });
  expect(await valuesOf(metrics, 'portal_flows_finished_total')).toEqual({ ...none, 'flow="login"': 1 });
});
