import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../settings/config.ts';
import { PortalError } from './PortalError.ts';
import { startingHeaders } from './startingHeaders.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The request id, in the log and in other services. */
    id?: string;
  }
}

/** Fields with these names are redacted in logged objects. */
const secrets = ['cookie', 'authorization', 'password', 'token', 'code', 'challenge', 'secret', 'csrf_token'];

/** Keeps an error's own `code` (ECONNREFUSED); any other code may be a one-time code. */
const redacted = (value: unknown, path: string[]): unknown =>
  path.at(-1) === 'code' && typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value) ? value : '[redacted]';

/** How much of the log is buffered while the output is blocked, in characters. Further lines are dropped. */
const longestBacklog = 16 * 1024 * 1024;

/**
 * Standard output. If writing fails (EIO: the terminal is gone; ENOSPC: the disk is full), lines are lost, but requests
 * are still answered and the process can exit. Without this pino would throw, then retry for ever on exit.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: longestBacklog });
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  return output;
}

/**
 * Creates the process' log: JSON lines on standard output.
 *
 * @param level the minimum level
 * @param destination standard output by default
 */
export function createLog(level: Settings['LOG_LEVEL'], destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: redacted },
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, destination ?? standardOutput());
}

/** A path without its query: flow ids, codes, tokens and challenges travel in the query. */
const pathOf = (url: string | undefined): string => (url ?? '').split('?', 1)[0] ?? '';

/** The fields of a request's line: for a problem its id, and for a 5xx also its cause. */
function lineOf(request: IncomingMessage, response: ServerResponse): object {
  const { problem } = (response as Partial<Response>).locals ?? {};
  return {
    method: request.method,
    path: pathOf((request as Partial<Request>).originalUrl ?? request.url),
    status: response.statusCode,
    ...(problem instanceof PortalError && { problem: problem.id }),
    ...(problem instanceof PortalError && problem.status >= 500 && { err: problem.cause ?? problem }),
  };
}

const isRequestId = /^[\w-]{8,64}$/;

/** Paths without a line unless they fail: probes come every few seconds, and a CSP report has a line of its own. */
const quietPaths = new Set(['/health/alive', '/health/ready', '/reports/csp']);

const levelOf = (status: number): 'info' | 'warn' | 'error' =>
  status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';

/**
 * Logs one line per request: method, path, status, milliseconds and request id, never headers or the query. A caller's
 * well-formed `X-Request-Id` is kept, so that one id follows a request through several services.
 *
 * @param log the process' log
 */
export function requestLog(log: Logger): RequestHandler {
  // most lines need no redaction, and checking for it would double their cost
  const plain = log.child({}, { redact: [] });
  return (request, response, next) => {
    const started = performance.now();
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && isRequestId.test(given) ? given : randomUUID();
    request.id = id;
    startingHeaders(response).push('X-Request-Id', id);
    response.once('close', () => {
      const { statusCode, locals, writableFinished } = response;
      if (statusCode < 400 && writableFinished && quietPaths.has(pathOf(request.originalUrl))) return;
      const line = lineOf(request, response);
      (locals.problem ? log : plain)[levelOf(statusCode)](
        { ...line, ms: Math.round(performance.now() - started), reqId: id },
        writableFinished ? 'request completed' : 'request aborted',
      );
    });
    next();
  };
}
