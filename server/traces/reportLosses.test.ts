import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  BatchSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { freePort } from '../../provider/local/freePort.ts';
import { startCollector, type Collector } from '../../test/support/collector.ts';
import { createLog } from '../log/logging.ts';
import { reportLosses } from './reportLosses.ts';

const collectors: Collector[] = [];
afterEach(() => {
  for (const collector of collectors.splice(0)) collector.close();
});

async function collectorAt(port: number): Promise<Collector> {
  const collector = await startCollector(port);
  collectors.push(collector);
  return collector;
}

/** An exporter to a port, and what it logs. */
function exporterTo(port: number) {
  const logged: object[] = [];
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line) as object) });
  const url = `http://127.0.0.1:${port}/v1/traces`;
  const exporter: SpanExporter = reportLosses(new OTLPTraceExporter({ url, timeoutMillis: 200 }), log);
  const send = (): Promise<number> =>
    new Promise((resolve) => exporter.export([oneSpan()], ({ code }) => resolve(code)));
  return { exporter, logged, send };
}

function oneSpan(): ReadableSpan {
  const span = new TracerProvider().getTracer('a').startSpan('b');
  span.end();
  return span as unknown as ReadableSpan;
}

const lost = 'the trace collector accepts no spans: they are lost until it does';

test('a collector that does not answer is reported once, and again when it is back', async () => {
  const port = await freePort();
  const { logged, send } = exporterTo(port);
  await send();
  await send();
  expect(logged).toMatchObject([{ level: 40, reason: 'ECONNREFUSED', msg: lost }]);
  const { spans } = await collectorAt(port);
  await send();
  await send();
  expect(spans).toHaveLength(2);
  expect(logged.slice(1)).toMatchObject([{ level: 30, msg: 'the trace collector accepts spans again' }]);
});

test('a refusal is reported by its status, without the collector’s words', async () => {
  const collector = await collectorAt(0);
  collector.answer = (_request, response) => void response.writeHead(401).end('bad token: SECRET');
  const { logged, send } = exporterTo(collector.port);
  await send();
  expect(logged).toMatchObject([{ level: 40, reason: 401, msg: lost }]);
});

test('a collector that never answers is reported after the time limit', async () => {
  const collector = await collectorAt(0);
  collector.answer = () => undefined;
  const { logged, send } = exporterTo(collector.port);
  await send();
  expect(logged).toMatchObject([{ level: 40, reason: 'Request timed out', msg: lost }]);
});

test('spans that are dropped because the collector is slow are reported once', async () => {
  const collector = await collectorAt(0);
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<ServerResponse>();
  collector.answer = (_request, response) => asked(response);
  const { exporter, logged } = exporterTo(collector.port);
  const processor = new BatchSpanProcessor({ exporter, maxQueueSize: 2, maxExportBatchSize: 2 });
  const make = (count: number): void => {
    for (let made = 0; made < count; made += 1) processor.onEnd(oneSpan());
  };
  make(2);
  const first = await isAsked;
  make(5);
  collector.answer = (_request, response) => void response.end();
  first.end();
  await processor.forceFlush();
  make(5);
  await processor.shutdown();
  expect(logged).toMatchObject([{ level: 40, msg: 'the trace collector is too slow: some spans are lost' }]);
});
