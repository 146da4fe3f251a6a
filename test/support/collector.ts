import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The part of OTLP's messages that the tests read (opentelemetry-proto 1.x, trace/v1 and collector/trace/v1). */
const messages = `
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    bytes parent_span_id = 4;
    string name = 5;
    Kind kind = 6;
    fixed64 start_time_unix_nano = 7;
    fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9;
    Status status = 15;
  }
  enum Kind { UNSPECIFIED = 0; INTERNAL = 1; SERVER = 2; CLIENT = 3; }
  message Status { Code code = 3; }
  enum Code { UNSET = 0; OK = 1; ERROR = 2; }
  message KeyValue { string key = 1; Value value = 2; }
  message Value { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`;
const requestType = protobuf.parse(messages).root.lookupType('Request');

interface KeyValue {
  key: string;
  value?: Record<string, unknown>;
}

interface DecodedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: string;
  attributes?: KeyValue[];
  status?: { code?: string };
}

interface DecodedRequest {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: DecodedSpan[] }[] }[];
}

/** A span as the collector received it; its ids are hexadecimal. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Undefined for the root of a trace. */
  parent: string | undefined;
  name: string;
  kind: string;
  attributes: Record<string, unknown>;
  /** Whether its status is an error. */
  failed: boolean;
  /** The attributes of the process that sent it. */
  resource: Record<string, unknown>;
}

/** An OTLP collector that stores the received spans. */
export interface Collector {
  /** Its URL, as OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  port: number;
  spans: CollectedSpan[];
  /** The headers and the whole body of each request. */
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** Answers the requests from now on; 200 by default. */
  answer: RequestListener;
  close: () => void;
}

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

const valuesOf = (attributes: KeyValue[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value ?? {})[0]]));

function spansIn(body: Buffer): CollectedSpan[] {
  const decoded = requestType.toObject(requestType.decode(body), {
    bytes: String,
    enums: String,
    longs: Number,
  });
  return (decoded as DecodedRequest).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        traceId: hex(traceId),
        spanId: hex(spanId),
        parent: parentSpanId === undefined ? undefined : hex(parentSpanId),
        name,
        kind,
        attributes: valuesOf(attributes),
        failed: status?.code === 'ERROR',
        resource: valuesOf(resource.attributes),
      })),
  );
}

/** Starts a collector of OTLP over HTTP, in protobuf. @param port a free one by default */
export async function startCollector(port = 0): Promise<Collector> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      collector.received.push({ path: request.url ?? '', headers: request.headers, body });
      collector.spans.push(...spansIn(body));
      collector.answer(request, response);
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const collector: Collector = {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    spans: [],
    received: [],
    answer: (_request, response) => void response.end(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return collector;
}
