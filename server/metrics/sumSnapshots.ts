import {
  AggregatorRegistry,
  openMetricsContentType,
  prometheusContentType,
  Registry,
  type Metric,
  type RegistryContentType,
} from 'prom-client';
import { acceptsOpenMetrics, type Exposition } from './exposition.ts';

/** The values of one process' metrics. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** How prom-client combines the values of several processes. */
type Aggregator = Snapshot[number]['aggregator'];

/** A value of a histogram, as prom-client writes it. */
interface Value {
  metricName?: string;
  labels: object;
  exemplar?: { timestamp: number } | null;
}

const isLag = /^nodejs_eventloop_lag_(?!min_)/;

/** Returns how a metric is combined: mostly summed, but the event loop's delay is the highest one. */
function aggregatorOf({ name, aggregator }: Snapshot[number]): Aggregator {
  if (name === 'process_start_time_seconds' || name === 'process_max_fds') return 'min';
  return isLag.test(name) ? 'max' : aggregator;
}

const keyOf = ({ metricName, labels }: Value): string => `${metricName} ${JSON.stringify(labels)}`;

/** Returns the latest exemplar of each value of a metric. */
function latestExemplars(metrics: Snapshot): Map<string, Value['exemplar']> {
  const latest = new Map<string, Value['exemplar']>();
  for (const { values } of metrics)
    for (const value of values as Value[]) {
      const key = keyOf(value);
      if (value.exemplar && value.exemplar.timestamp > (latest.get(key)?.timestamp ?? 0))
        latest.set(key, value.exemplar);
    }
  return latest;
}

/** Adds up the metrics of several processes. */
export async function sumSnapshots(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const aggregable = snapshots.map((metrics) =>
    metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric) })),
  );
  const sums = await AggregatorRegistry.aggregate(aggregable).getMetricsAsJSON();
  // prom-client drops exemplars
  for (const sum of sums.filter(({ type }) => String(type) === 'histogram')) {
    const exemplars = latestExemplars(aggregable.flat().filter(({ name }) => name === sum.name));
    sum.values = sum.values.map((value) => ({ ...value, exemplar: exemplars.get(keyOf(value)) }));
  }
  return sums;
}

/** Returns the values that only grow: they stay in the sums after their process has exited. */
export const totalsIn = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));

/** Returns the sum of several processes' metrics as text, in the format that a scraper accepts. */
export async function readSum(
  snapshots: readonly Snapshot[],
  accept: string | undefined,
): ReturnType<Exposition['read']> {
  const contentType = acceptsOpenMetrics(accept) ? openMetricsContentType : prometheusContentType;
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(contentType);
  for (const sum of await sumSnapshots(snapshots)) {
    // for OpenMetrics, prom-client appends `_total` to the names of counters
    const isBare = contentType === openMetricsContentType && String(sum.type) === 'counter';
    const metric = isBare ? { ...sum, name: sum.name.replace(/_total$/, '') } : sum;
    registry.registerMetric({ ...metric, get: () => metric } as unknown as Metric);
  }
  return { contentType, text: await registry.metrics() };
}
