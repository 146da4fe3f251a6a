import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { pino, type DestinationStream, type Logger } from 'pino';
import { pinoHttp, type HttpLogger } from 'pino-http';
import type { Settings } from './config.ts';
import { PortalError } from './errors.ts';

/** Whatever ends up in a logged object under one of these names is not written. */
const secrets = ['cookie', 'authorization', 'password', 'token', 'code', 'challenge', 'secret', 'csrf_token'];

/** An error's own `code` (ECONNREFUSED) says what went wrong; every other code is somebody's. */
const redacted = (value: unknown, path: string[]): unknown =>
  path.at(-1) === 'code' && typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value) ? value : '[redacted]';

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
  return destination ? pino(options, destination) : pino(options);
}

/** A path without its query: flow ids, codes, tokens and challenges travel in the query. */
const pathOf = (url: string | undefined): string => (url ?? '').split('?', 1)[0] ?? '';

/** What a request's line tells: a problem by its id, and by its cause where that is not the caller's doing. */
function lineOf(request: IncomingMessage, response: ServerResponse): object {
  const { problem } = (response as Partial<Response>).locals ?? {};
  return {
    method: request.method,
    path: pathOf(request.url),
    status: response.statusCode,
    ...(problem instanceof PortalError && { problem: problem.id }),
    ...(problem instanceof PortalError && problem.status >= 500 && { err: problem.cause ?? problem }),
  };
}

const timing = (value: unknown): object => ({ ms: (value as { responseTime?: number }).responseTime });

const isRequestId = /^[\w-]{8,64}$/;

/**
 * One line a request: method, path, status, milliseconds and request id. No header and no query is ever written.
 * A caller's own well-formed `X-Request-Id` is kept, so that one id follows a request through several services.
 *
 * @param log the process' log
 */
export function requestLog(log: Logger): HttpLogger {
  return pinoHttp({
    logger: log,
    quietReqLogger: true,
    genReqId: (request: IncomingMessage, response: ServerResponse) => {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' && isRequestId.test(given) ? given : randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: (request) => /^\/(assets|health)\//.test(request.url ?? '') },
    customLogLevel: (_request, response, error) =>
      (error ?? response.statusCode >= 500) ? 'error' : response.statusCode >= 400 ? 'warn' : 'info',
    customSuccessObject: (request, response, value) => ({ ...lineOf(request, response), ...timing(value) }),
    customErrorObject: (request, response, _error, value) => ({
      ...lineOf(request, response),
      ...timing(value),
    }),
    serializers: { req: () => undefined },
  });
}
