import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../settings/config.ts';
import type { Subscriber } from '../http/requestRecord.ts';

/** Fields with these names are redacted in logged objects. */
const secrets = ['cookie', 'authorization', 'password', 'token', 'code', 'challenge', 'secret', 'csrf_token'];

/** Keeps an error's own `code` (ECONNREFUSED); any other code may be a one-time code. */
const redacted = (value: unknown, path: string[]): unknown =>
  path.at(-1) === 'code' && typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value) ? value : '[redacted]';

/** The longest message and stack of an error that are logged, in characters: they may quote what a client sent. */
const maxMessageLength = 1000;
const maxStackLength = 8000;

/** Returns an error's fields to log, without others of parsers, which quote an upstream's cookies. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return {
    type,
    message: message.slice(0, maxMessageLength),
    stack: stack.slice(0, maxStackLength),
    ...(code !== undefined && { code: code as unknown }),
  };
}

/** How much of the log is buffered while the output is blocked, in characters. Further lines are dropped. */
const maxBacklogLength = 16 * 1024 * 1024;

/**
 * Opens standard output. If writing fails (EIO: the terminal is gone; ENOSPC: the disk is full), lines are lost, but
 * requests are still answered and the process can exit. Without this, pino would throw, then retry forever on exit.
 */
export function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: maxBacklogLength });
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  return output;
}

/** Creates a log of JSON lines. */
export function createLog(level: Settings['LOG_LEVEL'], destination: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: redacted },
    serializers: { err: errorFields },
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, destination);
}

/** Paths without a line unless they fail: probes arrive every few seconds, and a CSP report has its own line. */
const quietPaths = new Set(['/health/alive', '/health/accepting', '/health/ready', '/reports/csp']);

const levelOf = (status: number): 'info' | 'warn' | 'error' =>
  status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';

/**
 * Logs one line per request: method, path, route, status, milliseconds, bytes and request id, never headers or the
 * query; for a problem also its id, and for a 5xx its cause.
 *
 * @param isStopping whether the portal is shutting down: then probes are answered with 503
 */
export function requestLog(log: Logger, isStopping = () => false): Subscriber {
  // most lines need no redaction, and checking for it would double their cost
  const plain = log.child({}, { redact: [] });
  return ({ id, traceId, method, path, route, status, ms, bytes, completed, problem }) => {
    if (((status ?? 0) < 400 || isStopping()) && completed && quietPaths.has(path)) return;
    (problem ? log : plain)[levelOf(status ?? 0)](
      {
        method,
        ...pathFields(path),
        route,
        status,
        ...(problem && { problem: problem.id }),
        ...(problem && problem.status >= 500 && { err: problem.cause ?? problem }),
        ms: Math.round(ms),
        bytes,
        reqId: id,
        traceId,
      },
      completed ? 'request completed' : 'request aborted',
    );
  };
}

/** How much of a path is logged, in characters. */
const maxPathLength = 256;

/** Returns the log fields for a path, which may be 8 KB long: 256 characters and, if it is longer, its length. */
const pathFields = (path: string): { path: string; pathLength?: number } =>
  path.length <= maxPathLength ? { path } : { path: path.slice(0, maxPathLength), pathLength: path.length };
