import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { type Dispatcher, errors, Pool } from 'undici';
import { decodeBody } from './decodeBody.ts';
import { upstreamReset } from '../../shared/flow/errorId.ts';
import { jsonIn } from '../http/jsonIn.ts';
import { PortalError } from '../http/PortalError.ts';
import { aborted, createStartCall, type ObserveOwnCall } from './upstreamCall.ts';
import { upstreamBusy, upstreamFailure, UpstreamTimeout } from './upstreamErrors.ts';
import { type BuiltRequest, sentRequest, type SentRequest } from './providerRequest.ts';

/** Connections to one upstream for the portal's own calls. */
const maxConnections = 256;

/** Concurrent calls to one upstream, including those that wait for a connection. */
const maxCalls = 1024;

/** The largest answer, in bytes: far more than any list or schema, and small enough to keep in memory. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** Options of one call. */
interface CallOptions {
  /** Headers in addition to those of the request and of the transport. */
  headers?: Record<string, string>;
  /** Deadline for the whole call, in milliseconds; the transport's own by default. */
  deadlineMs?: number | undefined;
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
}

/** An upstream's answer to one of the portal's own calls. */
export interface ProviderAnswer {
  status: number;
  /** A header that occurs once is a string, even `Set-Cookie`. */
  headers: Record<string, string | string[] | undefined>;
  /** The JSON body; undefined if it is not JSON. */
  body: unknown;
}

/** The portal's own calls to one upstream. */
export interface Transport {
  /**
   * Makes a call. Redirects are not followed. A GET whose connection the upstream closes is sent once more: a kept one may
   * have been closed just then.
   *
   * @throws PortalError 502 or 504 if there is no answer, 503 for too many concurrent calls; an AbortError if `signal`
   *   aborted it
   */
  send: (request: BuiltRequest, options?: CallOptions) => Promise<ProviderAnswer>;
  close: () => void;
}

/** An upstream's address, and the limits and headers of each call. */
export interface TransportOptions {
  /** The upstream's URL; its path, if any, is prepended to each call's own. */
  url: string;
  /** How long it may take to connect, and be silent, in milliseconds; 0 means no limit. */
  timeoutMs: number;
  /** Deadline for a whole call, in milliseconds; 0 means no limit. */
  deadlineMs?: number;
  /** Headers of every call. */
  headers?: Record<string, string>;
  /** Gets each call that has been sent: its outcome, how long it took, and its trace. */
  observe?: ObserveOwnCall | undefined;
}

/** Whether an error is one of undici's timeouts. */
const isTimeout = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  error instanceof errors.ConnectTimeoutError;

/** Returns the signal that aborts a call: the caller's, the deadline's, or both. */
function signalFor({ signal, deadlineMs = 0 }: CallOptions): AbortSignal | undefined {
  if (deadlineMs === 0) return signal;
  const deadline = AbortSignal.timeout(deadlineMs);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

/** An answer before its body is decoded. */
interface RawAnswer {
  status: number;
  headers: ProviderAnswer['headers'];
  body: Buffer;
}

/**
 * Makes a call and reads its answer whole. undici's own `request` makes a stream of each answer, which costs more than sending
 * the call, and ignores the signal while a call waits for a connection.
 *
 * @param onEnd called once undici is done with the call: for one aborted while it waits, when its turn comes
 */
function callUpstream(
  pool: Pool,
  options: Dispatcher.DispatchOptions,
  { signal, onEnd }: { signal: AbortSignal | undefined; onEnd: () => void },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let started: Dispatcher.DispatchController | undefined;
    let head: Omit<RawAnswer, 'body'> = { status: 0, headers: {} };
    const chunks: Buffer[] = [];
    const abort = (): void => {
      const reason = signal?.reason as Error;
      started?.abort(reason);
      reject(reason);
    };
    const end = (): void => {
      signal?.removeEventListener('abort', abort);
      onEnd();
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    pool.dispatch(options, {
      onRequestStart: (controller) => {
        started = controller;
        if (signal?.aborted) abort();
      },
      // also called for each informational answer, before the final one
      onResponseStart: (_controller, status, headers) => {
        head = { status, headers };
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        end();
        resolve({ ...head, body: Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => {
        end();
        reject(error);
      },
    });
  });
}

/**
 * Creates the transport of the portal's own calls to one upstream: an undici pool, at less than half the cost of
 * axios over node:http, with a limit on concurrent calls so that they do not pile up behind a slow upstream.
 */
export function createTransport(transport: TransportOptions): Transport {
  const { url, timeoutMs, headers: ofAll, observe } = transport;
  const { origin, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname;
  const pool = new Pool(origin, {
    allowH2: false,
    connections: maxConnections,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
    maxResponseSize: maxAnswerBytes,
  });
  const startCall = createStartCall(url, observe);
  let openCalls = 0;

  const failureOf = (cause: unknown, { signal, deadlineMs = timeoutMs }: CallOptions): unknown => {
    if (signal?.aborted) return cause;
    const isLate = isTimeout(cause) || (cause as Partial<Error> | undefined)?.name === 'TimeoutError';
    return upstreamFailure(isLate ? new UpstreamTimeout(deadlineMs) : cause);
  };

  const call = async (
    request: SentRequest,
    given: CallOptions['headers'],
    traceparent: string,
    signal: AbortSignal | undefined,
  ): Promise<ProviderAnswer> => {
    const path = prefix + request.path;
    const { method, body: sent = null } = request;
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      traceparent,
      ...ofAll,
      ...request.headers,
      ...given,
    };
    const onEnd = (): void => {
      openCalls -= 1;
    };
    const attempt = (): Promise<RawAnswer> => {
      openCalls += 1;
      return callUpstream(pool, { path, method, headers, body: sent }, { signal, onEnd });
    };
    const answer = await attempt().catch(async (cause: unknown) => {
      if (method !== 'GET' || signal?.aborted || upstreamFailure(cause).id !== upstreamReset) throw cause;
      // a server that stops closes all kept connections, which undici notices in this turn
      await eventLoopTurn();
      return attempt();
    });
    const coding = answer.headers['content-encoding'];
    const body =
      coding === undefined
        ? answer.body
        : await decodeBody(answer.body, [coding].flat().join(), maxAnswerBytes);
    return { ...answer, body: jsonIn(body) };
  };

  return {
    send: async (built, given) => {
      const options = { deadlineMs: transport.deadlineMs, ...given };
      const request = await sentRequest(built);
      if (openCalls >= maxCalls) throw upstreamBusy();
      const signal = signalFor(options);
      const { traceparent, end } = startCall(request);
      try {
        const received = await call(request, options.headers, traceparent, signal);
        end?.(received.status);
        return received;
      } catch (cause) {
        const failure = failureOf(cause, options);
        end?.(failure instanceof PortalError ? failure.id : aborted);
        throw failure;
      }
    },
    close: () => void pool.destroy(),
  };
}
