import type { ErrorRequestHandler } from 'express';

/** An error in Hydra's format. */
export class HydraError extends Error {
  readonly status: number;
  readonly error: string;

  /** @param error the code, or Hydra's sentence instead */
  constructor(status: number, error: string, description = '') {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/** A challenge that was handled before: 410, with the URL to continue at. */
export class HandledBefore extends Error {
  readonly redirectTo: string;

  constructor(redirectTo: string) {
    super();
    this.redirectTo = redirectTo;
  }
}

/** A missing client, key, logout challenge or issuer. */
export const noSuchResource = (): HydraError => new HydraError(404, 'Unable to locate the resource');

/** A client whose id is taken. */
export const conflict = (): HydraError =>
  new HydraError(
    409,
    'Unable to insert or update resource because a resource with that value exists already',
  );

/** A missing challenge or set of keys. */
export const notFound = (): HydraError =>
  new HydraError(404, 'Not Found', 'Unable to locate the requested resource');

/** A request that fosite, Hydra's library, refuses. */
export const invalidRequest = (hint: string): HydraError =>
  new HydraError(
    400,
    'invalid_request',
    `The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed. ${hint}`,
  );

/** A body that cannot be used. */
export const malformed = (hint: string): HydraError =>
  new HydraError(400, 'The request was malformed or contained invalid parameters', hint);

/** Missing or wrong credentials. */
export const unauthorized = (): HydraError =>
  new HydraError(
    401,
    'request_unauthorized',
    'The request could not be authorized. Check that you provided valid credentials in the right format.',
  );

/** Answers errors in Hydra's JSON shape. */
export const answerError: ErrorRequestHandler = (cause: unknown, _request, response, _next) => {
  if (cause instanceof HandledBefore) {
    response.status(410).json({ redirect_to: cause.redirectTo });
    return;
  }
  const known =
    cause instanceof HydraError
      ? cause
      : cause instanceof SyntaxError
        ? malformed('Unable to decode the request body')
        : new HydraError(500, 'server_error', cause instanceof Error ? cause.message : String(cause));
  response.status(known.status).json({ error: known.error, error_description: known.message });
};
