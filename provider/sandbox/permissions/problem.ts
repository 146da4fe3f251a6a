import { STATUS_CODES } from 'node:http';

const messages = {
  400: 'The request was malformed or contained invalid parameters',
  404: 'The requested resource could not be found',
};

/** A refusal, in Keto's words. */
export class Problem extends Error {
  readonly status: 400 | 404;
  readonly reason: string | undefined;

  constructor(
    status: 400 | 404,
    { reason, message = messages[status] }: { reason?: string; message?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
  }

  /** The body of the answer. */
  get body() {
    const { status, reason, message } = this;
    return { error: { code: status, status: STATUS_CODES[status], reason, message } };
  }
}

/** Creates a bad request with its own message. */
export const badRequest = (message: string) => new Problem(400, { message });
