import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { PortalError } from '../http/PortalError.ts';
import { isKnownMethod, splitTarget } from '../http/requestHead.ts';
import {
  idOnly,
  type CallTrace,
  type RequestOutcome,
  type RequestTrace,
  type TracedCall,
} from '../http/requestTrace.ts';
import { formatTraceparent } from '../http/traceparent.ts';
import { aborted } from '../upstreams/upstreamCall.ts';
import { findOperation } from '../operations/findOperation.ts';

/** Marks a span as failed. @param type the error's id, a status, or `aborted` */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  // a browser that leaves is nobody's fault
  if (type !== aborted) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Notes a status. Only a 5xx is an error: the provider's 4xx are its answers to wrong passwords and the like. */
function setStatus(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) fail(span, String(status));
}

function endRequest(span: Span, name: string, { route, status, problem }: RequestOutcome): void {
  if (route !== undefined) span.setAttribute('http.route', route).updateName(`${name} ${route}`);
  if (status === undefined) fail(span, aborted);
  else setStatus(span, status);
  if (problem && problem.status >= 500) fail(span, problem.id);
  span.end();
}

/** Notes why a part threw: an AbortError means that the browser has gone; a refusal is no failure. */
function failPart(span: Span, error: unknown): void {
  if (error instanceof PortalError) {
    if (error.status >= 500) fail(span, error.id);
  } else fail(span, error instanceof Error && error.name === 'AbortError' ? aborted : 'internal');
}

/** Returns a span's `traceparent`. */
function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return formatTraceparent({ traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
}

/**
 * Returns the trace of a request, or of a part of one, that has a span. Names and attributes are OpenTelemetry's for HTTP,
 * without `url.path`, `url.full`, `client.address` and `user_agent.original`: ids, codes, tokens and challenges travel in
 * them.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
function spanTrace(tracer: Tracer, span: Span): RequestTrace {
  const context = trace.setSpan(ROOT_CONTEXT, span);

  const startCall = ({ method: called, path, server }: TracedCall): CallTrace => {
    const template = findOperation(called, splitTarget(path).path)?.path;
    const attributes = {
      'http.request.method': called,
      'server.address': server.address,
      'server.port': server.port,
      ...(template !== undefined && { 'url.template': template }),
    };
    const name = template === undefined ? called : `${called} ${template}`;
    const child = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context);
    return {
      traceparent: traceparentOf(child),
      end: (outcome) => {
        if (typeof outcome === 'number') setStatus(child, outcome);
        else fail(child, outcome);
        child.end();
      },
    };
  };

  return {
    traceId: span.spanContext().traceId,
    sampled: true,
    startCall,
    startPart: (name) => {
      const part = tracer.startSpan(name, {}, context);
      return {
        trace: spanTrace(tracer, part),
        end: (error) => {
          if (error !== undefined) failPart(part, error);
          part.end();
        },
      };
    },
  };
}

/** Starts the root span of a request, and returns its trace. */
export function startRequest(
  tracer: Tracer,
  request: { method: string; attributes: Attributes },
): RequestTrace {
  const isKnown = isKnownMethod(request.method);
  const name = isKnown ? request.method : 'HTTP';
  const attributes = { ...request.attributes, 'http.request.method': isKnown ? request.method : '_OTHER' };
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
  if (!span.isRecording()) return idOnly({ traceId: span.spanContext().traceId, sampled: false });
  return { ...spanTrace(tracer, span), end: (outcome) => endRequest(span, name, outcome) };
}
