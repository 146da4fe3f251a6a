import type { Metric, OpenMetricsContentType, Registry } from 'prom-client';
import { seriesByLabels } from './seriesByLabels.ts';

/** The upper bounds of the buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A trace that shows where the time of a bucket's durations went (OpenMetrics, "Exemplars"). */
interface Exemplar {
  labelSet: { trace_id: string };
  /** In seconds. */
  value: number;
  /** In seconds since 1970. */
  timestamp: number;
}

/** The durations of one series. */
interface Durations {
  /** The durations in each bucket alone, and those above the last bound. */
  counts: number[];
  /** The latest exemplar of each of these buckets. */
  exemplars: (Exemplar | undefined)[];
  /** In seconds. */
  sum: number;
}

const createDurations = (): Durations => ({
  counts: Array.from({ length: bounds.length + 1 }, () => 0),
  exemplars: Array.from({ length: bounds.length + 1 }),
  sum: 0,
});

/** Adds a duration in milliseconds to the series with these values of the labels; the id of its trace becomes an exemplar, which leads to the cause of the duration. */
type ObserveDuration = (values: readonly string[], ms: number, traceId: string | undefined) => void;

/**
 * Adds a histogram of durations to a registry. It counts on its own, and passes the values to prom-client when they are
 * read: prom-client's own histogram costs ten times as much for each duration.
 *
 * @param options.labelNames the names of the labels whose values each duration has
 */
export function durationHistogram(
  registry: Registry<OpenMetricsContentType>,
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly string[] },
): ObserveDuration {
  const durations = seriesByLabels(labelNames, createDurations);

  const valuesOf = ({
    labels,
    series: { counts, exemplars, sum },
  }: ReturnType<typeof durations.all>[number]): object[] => {
    let count = 0;
    const buckets = counts.map((own, at) => ({
      metricName: `${name}_bucket`,
      labels: { le: bounds[at] ?? '+Inf', ...labels },
      value: (count += own),
      exemplar: exemplars[at],
    }));
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  const metric = { name, help, type: 'histogram', aggregator: 'sum' };
  registry.registerMetric({
    ...metric,
    get: () => ({ ...metric, values: durations.all().flatMap(valuesOf) }),
  } as unknown as Metric);

  return (values, ms, traceId) => {
    const series = durations.find(values);
    const value = ms / 1000;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += value;
    if (traceId !== undefined)
      series.exemplars[at] = { labelSet: { trace_id: traceId }, value, timestamp: Date.now() / 1000 };
  };
}
