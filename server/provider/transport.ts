import type { IncomingHttpHeaders } from 'node:http';
import { errors, Pool } from 'undici';
import { upstreamBusy } from '../http/errors.ts';
import { newTraceparent } from './traceparent.ts';
import { UpstreamTimeout, upstreamFailure } from './upstreamFailure.ts';

/** How many connections the portal opens to one upstream on its own behalf. */
const mostConnections = 256;

/** How many calls may be under way to one upstream, those included that wait for a connection. */
const mostCalls = 1024;

/** A call to an upstream on the portal's own behalf. */
interface ProviderRequest {
  /** GET when not given. */
  method?: string;
  /** The path behind the upstream's URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** How long the whole call may take, in milliseconds; without it the transport's own limits hold alone. */
  deadlineMs?: number;
  /** Ends the call. */
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
   * Makes a call. No redirect is followed.
   *
   * @throws PortalError 502 or 504 where there is no answer, 503 where too many calls are under way; an AbortError where
   *   `signal` ended it
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

/** What undici calls a time limit that passed. */
const isTimeout = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  error instanceof errors.ConnectTimeoutError;

/** What ends a call early, if anything does. */
function endOf({ signal, deadlineMs = 0 }: ProviderRequest): AbortSignal | undefined {
  if (deadlineMs === 0) return signal;
  const deadline = AbortSignal.timeout(deadlineMs);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

/**
 * The one way by which the portal calls an upstream itself: undici's pool, at less than half of what axios' own way through
 * node:http costs, with a limit on what a slow upstream may hold up.
 */
export function createTransport({ url, timeoutMs }: TransportOptions): Transport {
  const { origin, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname;
  const pool = new Pool(origin, {
    connections: mostConnections,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  });
  let calls = 0;

  const failure = (cause: unknown, { signal, deadlineMs = timeoutMs }: ProviderRequest): unknown => {
    if (signal?.aborted) return cause;
    const isLate = isTimeout(cause) || (cause as Partial<Error> | undefined)?.name === 'TimeoutError';
    return upstreamFailure(isLate ? new UpstreamTimeout(deadlineMs) : cause);
  };

  return {
    send: async (request) => {
      if (calls >= mostCalls) throw upstreamBusy();
      calls += 1;
      try {
        const { statusCode, headers, body } = await pool.request({
          path: prefix + request.path,
          method: request.method ?? 'GET',
          headers: { accept: 'application/json', traceparent: newTraceparent(), ...request.headers },
          body: request.body ?? null,
          signal: endOf(request),
        });
        return { status: statusCode, headers, text: await body.text() };
      } catch (cause) {
        throw failure(cause, request);
      } finally {
        calls -= 1;
      }
    },
    close: () => void pool.destroy(),
  };
}

/** The JSON in an answer; undefined in place of a body that is none. */
export function jsonIn({ text }: ProviderAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
