import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../settings/config.ts';
import { PortalError } from './PortalError.ts';
import { startingHeaders } from './startingHeaders.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Follows a request through the log, and through other services. */
    id?: string;
  }
}

/** Whatever ends up in a logged object under one of these names is not written. */
const secrets = ['cookie', 'authorization', 'password', 'token', 'code', 'challenge', 'secret', 'csrf_token'];

/** An error's own `code` (ECONNREFUSED) says what went wrong; every other code is somebody's. */
const redacted = (value: unknown, path: string[]): unknown =>
  path.at(-1) === 'code' && typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value) ? value : '[redacted]';

/** How much of the log may wait for a terminal, file or pipe that takes no more, in characters. Further lines are dropped. */
const longestBacklog = 16 * 1024 * 1024;

/**
 * Standard output. When it cannot be written (EIO: its terminal is gone; ENOSPC: the disk is full), lines are lost, but
 * requests are answered and the process can end: pino would throw, and then try for ever to write the rest before it exits.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: longestBacklog });
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  return output;
}

/**
 * The process' log: JSON lines on standard output.
 *
 * @param level the least level that is written
 * @param destination where lines go; standard output when not given
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

/** What a request's line tells: a problem by its id, and by its cause where that is not the caller's doing. */
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

/** Answered well, these have no line: probes ask every few seconds, and a report has a line of its own. */
const quietPaths = new Set(['/health/alive', '/health/ready', '/reports/csp']);

const levelOf = (status: number): 'info' | 'warn' | 'error' =>
  status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';

/**
 * One line a request: method, path, status, milliseconds and request id. No header and no query is ever written.
 * A caller's own well-formed `X-Request-Id` is kept, so that one id follows a request through several services.
 *
 * @param log the process' log
 */
export function requestLog(log: Logger): RequestHandler {
  // most lines hold nothing to be redacted, and looking for it costs as much as writing them
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
