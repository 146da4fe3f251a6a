import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../settings/config.ts';
import { batchLines } from './batchLines.ts';
import type { Subscriber } from './requestRecord.ts';

/** Fields with these names are redacted in logged objects. */
const secrets = ['cookie', 'authorization', 'password', 'token', 'code', 'challenge', 'secret', 'csrf_token'];

/** Keeps an error's own `code` (ECONNREFUSED); any other code may be a one-time code. */
const redacted = (value: unknown, path: string[]): unknown =>
  path.at(-1) === 'code' && typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value) ? value : '[redacted]';

/** The longest message and stack of an error that are logged, in characters: they may quote what a client sent. */
const maxMessageLength = 1000;
const maxStackLength = 8000;

/**
 * Returns the fields of an error to log. Parsers, such as Node's, add others that quote an upstream's answer with its
 * cookies.
 */
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

/** Whether a line's fields are those of a request; there are far more of these lines than of others. */
const isOfRequest = (fields: object): boolean => 'bytes' in fields;

/**
 * Opens standard output. If writing fails (EIO: the terminal is gone; ENOSPC: the disk is full), lines are lost, but
 * requests are still answered and the process can exit. Without this, pino would throw, then retry forever on exit.
 */
export function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: maxBacklogLength });
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  const lines = batchLines((text) => void output.write(text), isOfRequest);
  process.once('exit', lines.writeAll);
  return lines.destination;
}

/**
 * Creates the function that writes a line's time, as pino's `isoTime` does. Formatting a date costs as much as the rest of a
 * line, so that is done once a second.
 */
function createIsoTime(): () => string {
  let second = Number.NaN;
  let prefix = '';
  return () => {
    const now = Date.now();
    const ms = now % 1000;
    if (now - ms !== second) {
      second = now - ms;
      prefix = `,"time":"${new Date(second).toISOString().slice(0, -'000Z'.length)}`;
    }
    return `${prefix}${String(ms).padStart(3, '0')}Z"`;
  };
}

/**
 * Creates a log of JSON lines.
 *
 * @param level the minimum level
 */
export function createLog(level: Settings['LOG_LEVEL'], destination: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: redacted },
    serializers: { err: errorFields },
    base: undefined,
    timestamp: createIsoTime(),
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
 * @param log the process' log
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

/**
 * Returns the log fields for a request's path, which anybody can make 8 KB long: its first 256 characters and, if it
 * is longer, its length.
 */
const pathFields = (path: string): { path: string; pathLength?: number } =>
  path.length <= maxPathLength ? { path } : { path: path.slice(0, maxPathLength), pathLength: path.length };
