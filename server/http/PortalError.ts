interface ErrorOptions {
  cause?: unknown;
  /** Further JSON for the caller; must not reveal internals. */
  details?: object | undefined;
  headers?: Record<string, string>;
  /** When to retry, in seconds: sent as `Retry-After` (RFC 9110, section 10.2.3), and as `retry_after` in the body. */
  waitSeconds?: number | undefined;
}

/** The JSON body of the portal's errors; the provider's errors have the same shape. */
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
 * An error to answer the client with. Throw it where it occurs; `errorHandler` turns it into a response.
 *
 * `id` is stable and machine-readable (`csrf_violation`); `reason` is an English sentence for developers. Users see
 * the catalogue's `error.reason.<id>`, if there is one.
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
   * Returns the error as the body of a JSON answer.
   *
   * @param requestId included so that a user's report can be found in the log
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
