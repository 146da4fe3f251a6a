import { expect, jest, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { createMetrics } from './metrics.ts';
import { createPrimaryMetrics } from './primaryMetrics.ts';
import { readSum, sumSnapshots, totalsIn, type Snapshot } from './sumSnapshots.ts';

const openMetrics = 'application/openmetrics-text';

/** Returns the values of a process that has answered requests in these times. */
function processWith(...durationsMs: number[]): Promise<Snapshot> {
  const metrics = createMetrics(() => ({ connections: 3, requests: 1 }));
  for (const ms of durationsMs)
    metrics.record(recordWith({ route: 'toSession', ms, exemplar: String(ms).padStart(32, '0') }));
  return metrics.snapshot();
}

const valueOf = (text: string, series: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

const requests = 'portal_http_requests_total{route="toSession",method="GET",status="2xx"}';
const bucket = 'portal_http_request_duration_seconds_bucket{le="0.05",route="toSession",method="GET"}';

test('counters, buckets and gauges of several processes are added up, in both formats', async () => {
  const snapshots = [
    await processWith(30, 400),
    await processWith(40),
    await createPrimaryMetrics().snapshot(),
  ];
  for (const accept of [undefined, openMetrics]) {
    const { text, contentType } = await readSum(snapshots, accept);
    expect(contentType).toContain(accept ?? 'text/plain');
    expect(valueOf(text, requests)).toBe('3');
    expect(valueOf(text, bucket)).toMatch(/^2\b/);
    expect(valueOf(text, 'portal_open_connections')).toBe('6');
    expect(text.endsWith('# EOF\n')).toBe(accept !== undefined);
    expect(text).not.toContain('_total_total');
  }
});

test('a sum has the latest exemplar of its processes in OpenMetrics', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(1000);
  const early = await processWith(30);
  now.mockReturnValue(2000);
  const late = await processWith(40);
  now.mockRestore();
  for (const snapshots of [
    [early, late],
    [late, early],
  ]) {
    const sent = JSON.parse(JSON.stringify(snapshots)) as Snapshot[];
    const { text } = await readSum(sent, openMetrics);
    expect(valueOf(text, bucket)).toMatch(/^2 # {trace_id="0{30}40"} 0\.04 /);
  }
});

test('the delay of the event loop is the highest one, and the start that of the first process', async () => {
  const valued = (name: string, value: number): Snapshot =>
    [{ name, help: name, type: 'gauge', aggregator: 'average', values: [{ value, labels: {} }] }] as never;
  for (const [name, expected] of [
    ['nodejs_eventloop_lag_p99_seconds', 5],
    ['process_start_time_seconds', 2],
  ] as const) {
    const [sum] = await sumSnapshots([valued(name, 2), valued(name, 5)]);
    expect(sum?.values).toEqual([{ value: expected, labels: {} }]);
  }
});

test('the counters and histograms of a process that has ended still count, but its gauges do not', async () => {
  const totals = totalsIn(await processWith(30));
  const { text } = await readSum([totals, await processWith(40)], undefined);
  expect(valueOf(text, requests)).toBe('2');
  expect(valueOf(text, bucket)).toBe('2');
  expect(valueOf(text, 'portal_open_connections')).toBe('3');
});
