import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** Gets the lines about lost spans. */
export type LossLog = Pick<Logger, 'warn' | 'info'>;

/** The SDK's `ExportResultCode.SUCCESS`. */
const success = 0;

/** Returns why spans are lost: Node's code, the collector's status, or the exporter's words. */
const reasonOf = (error: (Error & { code?: unknown }) | undefined): unknown =>
  error?.code ?? error?.message.slice(0, 60);

/**
 * Returns an exporter that says in the log once when the collector stops taking spans, and once when it takes them again.
 * Meanwhile spans are lost. It also says, once, when the SDK's queue is full because the collector is too slow.
 */
export function reportLosses(exporter: SpanExporter, log: LossLog): SpanExporter {
  let loses = false;
  let dropped = false;
  const ignore = (): void => undefined;
  const warn = (message: string): void => {
    if (loses || dropped || !message.startsWith('Dropped')) return;
    dropped = true;
    log.warn('the trace collector is too slow: some spans are lost');
  };
  diag.setLogger({ error: ignore, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = (result.code as number) !== success;
        if (failed && !loses)
          log.warn(
            // the log redacts a `code` that may be a one-time code
            { reason: reasonOf(result.error) },
            'the trace collector accepts no spans: they are lost until it does',
          );
        if (!failed && loses) log.info('the trace collector accepts spans again');
        loses = failed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
