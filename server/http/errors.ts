interface ErrorOptions {
  cause?: unknown;
  /** What the caller may see beside the reason: JSON, never anything of the inside. */
  details?: object | undefined;
  headers?: Record<string, string>;
  /** When to come back, in seconds: `Retry-After` (RFC 9110, section 10.2.3), and `retry_after` in the body. */
  waitSeconds?: number;
}

/** The body of every error that the portal answers with in JSON; the provider's own errors have the same shape. */
export interface ErrorBody {
  error: { code: number; status: string; reason: string; message: string; id: string; request?: string };
}

const statusNames: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * An answer that is not what was asked for. Thrown once, turned into a response once, by `errorHandler`.
 *
 * `id` is stable and machine-readable (`csrf_violation`); `reason` is an English sentence for developers. People see the
 * catalogue's `error.reason.<id>` in their own language where there is one.
 */
export class PortalError extends Error {
  readonly status: number;
  readonly id: string;
  readonly reason: string;
  readonly details: object | undefined;
  readonly headers: Record<string, string>;
  readonly waitSeconds: number | undefined;

  constructor(status: number, id: string, reason: string, options: ErrorOptions = {}) {
    super(reason, { cause: options.cause });
    this.name = 'PortalError';
    this.status = status;
    this.id = id;
    this.reason = reason;
    this.details = options.details;
    this.waitSeconds = options.waitSeconds;
    this.headers = {
      ...options.headers,
      ...(this.waitSeconds !== undefined && { 'Retry-After': String(this.waitSeconds) }),
    };
  }

  /**
   * The error as the body of a JSON answer.
   *
   * @param requestId named in the body so that a user's report can be found in the log
   */
  toJson(requestId?: string): ErrorBody {
    const status = statusNames[this.status] ?? 'Error';
    return {
      error: {
        code: this.status,
        status,
        reason: this.reason,
        message: this.reason,
        id: this.id,
        ...this.details,
        ...(this.waitSeconds !== undefined && { retry_after: this.waitSeconds }),
        ...(requestId === undefined ? {} : { request: requestId }),
      },
    };
  }
}

/**
 * An identity service that gives no answer, in the words that the error catalogue has for it (product specification, section 8).
 *
 * @param cause what Node's client reported, if it did
 */
export const unreachable = (cause?: unknown): PortalError =>
  new PortalError(
    502,
    'upstream_unreachable',
    'The identity service cannot be reached. This may be a CORS problem or a wrong identity-service URL setting.',
    { cause, details: { message: 'Network Error' } },
  );

/**
 * An identity service that did not answer within PROVIDER_TIMEOUT_MS (product specification, section 8).
 *
 * @param milliseconds how long the portal waited
 * @param cause what Node's client reported, if it did
 */
export const timedOut = (milliseconds?: number, cause?: unknown): PortalError =>
  new PortalError(504, 'upstream_timeout', 'The identity service did not answer in time.', {
    cause,
    details: milliseconds === undefined ? undefined : { message: `timeout of ${milliseconds} ms exceeded` },
  });
