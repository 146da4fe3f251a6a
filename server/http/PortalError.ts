interface ErrorOptions {
  cause?: unknown;
  /** What the caller may see beside the reason: JSON, never anything of the inside. */
  details?: object | undefined;
  headers?: Record<string, string>;
  /** When to come back, in seconds: `Retry-After` (RFC 9110, section 10.2.3), and `retry_after` in the body. */
  waitSeconds?: number | undefined;
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
