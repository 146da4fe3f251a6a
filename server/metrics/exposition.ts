import {
  openMetricsContentType,
  prometheusContentType,
  Registry,
  type OpenMetricsContentType,
  type RegistryContentType,
} from 'prom-client';

/** The metrics as text. */
export interface Exposition {
  /** Returns all metrics: as OpenMetrics, with exemplars, if the `Accept` header names it, otherwise as Prometheus' text. */
  read: (accept: string | undefined) => Promise<{ contentType: string; text: string }>;
}

/** Whether an `Accept` header names OpenMetrics, at any weight but none. */
const acceptsOpenMetrics = (accept = ''): boolean =>
  accept
    .split(',')
    .some(
      (one) => /^\s*application\/openmetrics-text\b/i.test(one) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(one),
    );

/** Creates an empty registry, and its text in both formats. */
export function createExposition(): Exposition & { registers: [Registry<OpenMetricsContentType>] } {
  const registry = new Registry<RegistryContentType>() as Registry<OpenMetricsContentType>;
  // exemplars need this format from the start
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const names = new Map<object, string>();

  /** Restores the names of counters: for OpenMetrics, prom-client removes `_total` from them for good. */
  const restoreNames = (): void => {
    for (const metric of registry.getMetricsAsArray()) {
      const name = names.get(metric) ?? metric.name;
      names.set(metric, name);
      metric.name = name;
    }
  };
  const readAs = (contentType: OpenMetricsContentType): Promise<string> => {
    restoreNames();
    registry.setContentType(contentType);
    return registry.metrics();
  };
  // one at a time, because the format is a state of the registry
  let last: Promise<unknown> = Promise.resolve();

  return {
    registers: [registry],
    read: async (accept) => {
      const contentType = acceptsOpenMetrics(accept) ? openMetricsContentType : prometheusContentType;
      const text = last.then(() => readAs(contentType as OpenMetricsContentType));
      last = text.catch(() => undefined);
      return { contentType, text: await text };
    },
  };
}
