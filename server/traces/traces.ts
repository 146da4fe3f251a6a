import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { idOnly, type StartTrace } from '../http/requestTrace.ts';
import { newTraceId } from '../http/traceparent.ts';
import type { Settings } from '../settings/config.ts';
import { type LossLog, reportLosses } from './reportLosses.ts';
import { startRequest } from './spans.ts';

/** The settings that say which requests are traced. */
type SamplerSettings = Pick<Settings, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** Creates the sampler that the settings name. */
function createSampler(settings: SamplerSettings): Sampler {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** The settings of the traces. */
export type TraceSettings = SamplerSettings &
  Pick<Settings, 'PORTAL_URL'> & { OTEL_EXPORTER_OTLP_ENDPOINT: string };

/** Returns the attributes that describe this process in the traces. `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME` win. */
const createResource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'account-portal' }))
    .merge(
      detectResources({
        detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
      }),
    );

/** Creates the function that starts a request's root span. */
function createStart(tracer: Tracer, portalUrl: string): StartTrace {
  const { protocol, hostname, port } = new URL(portalUrl);
  const attributes = {
    'url.scheme': protocol.slice(0, -1),
    'server.address': hostname,
    ...(port !== '' && { 'server.port': Number(port) }),
  };
  return ({ method = '', url }) =>
    // probes arrive every few seconds
    url?.startsWith('/health/')
      ? idOnly({ traceId: newTraceId(), sampled: false })
      : startRequest(tracer, { method, attributes });
}

/**
 * Creates the traces: spans created by hand, sent in batches to an OTLP collector. The exporter reads its other settings
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION`, `_CERTIFICATE`, …) from the environment.
 */
export function createTraces(settings: TraceSettings, log: LossLog) {
  const exporter = new OTLPTraceExporter({ url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` });
  const provider = new TracerProvider({
    resource: createResource(),
    sampler: createSampler(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportLosses(exporter, log) })],
  });
  return {
    start: createStart(provider.getTracer('account-portal'), settings.PORTAL_URL),
    /** Sends the waiting spans within a time in milliseconds, and stops. */
    close: async (timeoutMs: number): Promise<void> => {
      const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
      // a loss is already in the log
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}
