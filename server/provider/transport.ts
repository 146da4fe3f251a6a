import type { IncomingHttpHeaders } from 'node:http';
import { errors, Pool } from 'undici';
import { decodeBody } from '../http/decodeBody.ts';
import { upstreamBusy } from '../http/errors.ts';
import { newTraceparent } from './traceparent.ts';
import { UpstreamTimeout, upstreamFailure } from './upstreamFailure.ts';

/** Connections to one upstream for the portal's own calls. */
const maxConnections = 256;

/** Concurrent calls to one upstream, including those that wait for a connection. */
const maxCalls = 1024;

/** How large an answer may be, in bytes: far more than any list or schema, and little enough to hold. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** One of the portal's own calls to an upstream. */
interface ProviderRequest {
  /** GET by default. */
  method?: string;
  /** The path behind the upstream's URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** How long the whole call may take, in milliseconds; without it only the transport's limits apply. */
  deadlineMs?: number;
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
}

export interface ProviderAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The portal's own calls to one upstream. */
export interface Transport {
  /**
   * Makes a call. Redirects are not followed.
   *
   * @throws PortalError 502 or 504 if there is no answer, 503 for too many concurrent calls; an AbortError if `signal`
   *   aborted it
   */
  send: (request: ProviderRequest) => Promise<ProviderAnswer>;
  close: () => void;
}

export interface TransportOptions {
  /** The upstream's URL; a path in it is put before each call's own. */
  url: string;
  /**
   * How long the upstream may take to connect, to begin its answer and between its parts, in milliseconds; 0 waits for
   * ever.
   */
  timeoutMs: number;
}

/** Whether an error is one of undici's timeouts. */
const isTimeout = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  error instanceof errors.ConnectTimeoutError;

/** The signal that aborts a call: the caller's, the deadline's, or both. */
function signalFor({ signal, deadlineMs = 0 }: ProviderRequest): AbortSignal | undefined {
  if (deadlineMs === 0) return signal;
  const deadline = AbortSignal.timeout(deadlineMs);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

/** Rejects when a signal aborts: undici itself does not heed it while a call waits for a connection. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/**
 * The transport of all of the portal's own calls: an undici pool, at less than half the cost of axios over node:http,
 * with a limit on concurrent calls so that a slow upstream does not pile them up.
 */
export function createTransport({ url, timeoutMs }: TransportOptions): Transport {
  const { origin, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname;
  const pool = new Pool(origin, {
    connections: maxConnections,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
    maxResponseSize: maxAnswerBytes,
  });
  let openCalls = 0;

  const failureOf = (cause: unknown, { signal, deadlineMs = timeoutMs }: ProviderRequest): unknown => {
    if (signal?.aborted) return cause;
    const isLate = isTimeout(cause) || (cause as Partial<Error> | undefined)?.name === 'TimeoutError';
    return upstreamFailure(isLate ? new UpstreamTimeout(deadlineMs) : cause);
  };

  const call = async (request: ProviderRequest, signal: AbortSignal | undefined): Promise<ProviderAnswer> => {
    const { statusCode, headers, body } = await pool.request({
      path: prefix + request.path,
      method: request.method ?? 'GET',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        traceparent: newTraceparent(),
        ...request.headers,
      },
      body: request.body ?? null,
      signal,
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    const coding = [headers['content-encoding'] ?? []].flat().join();
    return {
      status: statusCode,
      headers,
      text: (await decodeBody(bytes, coding, maxAnswerBytes)).toString(),
    };
  };

  return {
    send: async (request) => {
      if (openCalls >= maxCalls) throw upstreamBusy();
      openCalls += 1;
      const signal = signalFor(request);
      const answer = call(request, signal).finally(() => {
        openCalls -= 1;
      });
      try {
        return await (signal ? Promise.race([answer, abortOf(signal)]) : answer);
      } catch (cause) {
        throw failureOf(cause, request);
      }
    },
    close: () => void pool.destroy(),
  };
}

/** An answer's JSON body; undefined if it is not JSON. */
export function jsonIn({ text }: ProviderAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
