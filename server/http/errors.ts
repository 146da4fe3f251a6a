import { PortalError } from './PortalError.ts';
import * as errorId from '../../shared/flow/errorId.ts';

/** Names the authentication scheme (RFC 9110, section 11.6.1). */
const bearerChallenge = { 'WWW-Authenticate': 'Bearer realm="portal"' };

/** The rest of the body is not read, so the connection is closed with the answer. */
const closing = { Connection: 'close' };

/** Creates an error that has no more to say. */
const error = (status: number, id: string, reason: string) => () => new PortalError(status, id, reason);

// What is wrong with the request

/** Refuses a request that is not valid HTTP, or whose form cannot be parsed. @param reason shown to the caller */
export const malformedRequest = (reason = 'The request could not be read.'): PortalError =>
  new PortalError(400, 'malformed_request', reason);

/** Refuses a request without a `Host` header (RFC 9112, section 3.2). */
export const hostMissing = error(400, 'host_missing', 'The request names no host.');

/** Refuses a request with several Host headers: a proxy could take another one than the portal. */
export const hostRepeated = error(400, 'host_repeated', 'The request names more than one host.');

/** Refuses a path that two servers could read differently, for example one with an encoded slash. */
export const targetNotAllowed = error(
  400,
  'target_not_allowed',
  'The address of the request is malformed or ambiguous, so it was not looked up.',
);

/** Refuses a long request target (RFC 9110, section 15.5.15). @param characters the limit */
export const targetTooLong = (characters: number): PortalError =>
  new PortalError(
    414,
    'target_too_long',
    `The address of the request is longer than ${characters} characters.`,
  );

/** Refuses a query of many parameters. @param parameters the limit */
export const tooManyParameters = (parameters: number): PortalError =>
  new PortalError(
    414,
    'target_too_long',
    `The address of the request has more than ${parameters} parameters.`,
  );

/** Refuses a method that no path of the portal supports. */
export const methodNotAllowed = error(405, 'method_not_allowed', 'This method is not supported.');

/** Refuses to use the token of a mailed link for a program that follows it: mail gateways do so before people. */
export const tokenNotPosted = (operation: string, path: string): PortalError =>
  new PortalError(
    405,
    'token_not_posted',
    `Following a mailed link does not use its token. To use it, call ${operation}: POST ${path}?flow=… with {"method":"link","token":"…"}.`,
    { headers: { Allow: 'POST' } },
  );

/** Refuses a body whose end two servers could disagree on (RFC 9112, section 6.3). */
export const framingNotAllowed = (): PortalError =>
  new PortalError(400, 'framing_not_allowed', 'The length of the body is ambiguous.', { headers: closing });

/** Refuses a large body. @param bytes the limit to name, if any */
export const bodyTooLarge = (bytes?: number): PortalError =>
  bytes === undefined
    ? new PortalError(413, 'body_too_large', 'The request body is too large.')
    : new PortalError(413, 'body_too_large', `The body is larger than ${bytes} bytes.`, { headers: closing });

/** Refuses a form with more fields, or levels of JSON, than any real one. */
export const formTooComplex = error(413, 'body_too_large', 'The form has too many fields or levels.');

/** Ends a request whose rest does not arrive in time. */
export const requestTooSlow = (): PortalError =>
  new PortalError(408, 'request_too_slow', 'The rest of the request did not arrive in time.', {
    headers: { ...closing, 'Content-Type': 'application/json' },
  });

/** Refuses a body of an unknown type or encoding. @param reason shown to the caller */
export const unsupportedMediaType = (
  reason = 'The request body has an unsupported type or encoding.',
): PortalError => new PortalError(415, 'unsupported_media_type', reason);

/** Refuses a content type that the operation does not accept. @param reason names those that it accepts */
export const contentTypeNotSupported = (reason: string): PortalError =>
  new PortalError(415, 'content_type_not_supported', reason);

/**
 * Refuses a call without a required parameter (product specification, section 8).
 *
 * @param parameter its name in @ory/client
 * @param operation its name in @ory/client
 */
export const parameterRequired = (parameter: string, operation: string): PortalError =>
  new PortalError(
    400,
    'parameter_required',
    `Required parameter ${parameter} was null or undefined when calling ${operation}`,
  );

/** Refuses a value that is not in a parameter's list. */
export const parameterInvalid = (
  parameter: string,
  values: readonly string[],
  operation: string,
): PortalError =>
  new PortalError(
    400,
    'parameter_invalid',
    `Parameter ${parameter} must be one of ${values.join(', ')} when calling ${operation}`,
  );

/**
 * Refuses a query with parameters that the operation does not have.
 *
 * @param names the parameters that it has
 */
export const parameterNotAllowed = (names: readonly string[], operation: string): PortalError =>
  new PortalError(
    400,
    errorId.parameterNotAllowed,
    `The query may contain ${names.join(', ')} and no other parameter when calling ${operation}`,
  );

/**
 * Refuses a parameter that is not a whole number, or out of range.
 *
 * @param range the smallest and largest number allowed, if any
 */
export const parameterNotNumber = (
  parameter: string,
  { min, max }: { min: number | undefined; max: number | undefined },
  operation: string,
): PortalError =>
  new PortalError(
    400,
    'parameter_invalid',
    `Parameter ${parameter} must be a whole number${min === undefined ? '' : `, at least ${min},`}${max === undefined ? '' : ` at most ${max},`} when calling ${operation}`,
  );

/** Refuses a page token that the provider has not issued. */
export const pageTokenInvalid = (parameter: string, operation: string): PortalError =>
  new PortalError(
    400,
    'parameter_invalid',
    `Parameter ${parameter} must be a token of a list's answer when calling ${operation}`,
  );

/** Refuses the form that ends a session if it names none. */
export const sessionNotNamed = error(400, 'bad_request', 'The form must name the session to end.');

/** Refuses the form that withdraws an application's access if it names none. */
export const grantNotNamed = error(400, 'bad_request', 'The form must name the access to withdraw.');

/** Answers a login, consent, logout or device challenge of Hydra that is unknown, has expired or was answered. */
export const challengeOver = error(410, 'challenge_over', 'The application’s request is no longer valid.');

/** Refuses a `return_to` outside of ALLOWED_RETURN_URLS. */
export const returnToNotAllowed = error(
  400,
  'return_to_not_allowed',
  'The requested return_to address is not allowed.',
);

// Authentication and authorisation

/** Refuses a call without valid credentials. @param reason what they lack */
export const unauthorized = (reason: string): PortalError =>
  new PortalError(401, 'unauthorized', reason, { headers: bearerChallenge });

/** Refuses a call that these credentials do not allow. @param reason shown to the caller */
export const forbidden = (reason = 'Only admins of the portal may make this call.'): PortalError =>
  new PortalError(403, 'forbidden', reason);

/** Refuses a request that a page of another site makes. */
export const crossOrigin = error(403, 'cross_origin', 'The request comes from another site.');

/** Refuses a request without the CSRF token of its session. */
export const csrfViolation = error(
  403,
  errorId.portalCsrfViolation,
  'The request lacks a valid CSRF token or comes from another site.',
);

/** Refuses an access token that lacks a scope (RFC 6750, section 3.1). */
export const insufficientScope = (scope: string): PortalError =>
  new PortalError(403, 'insufficient_scope', `The access token lacks the scope ${scope}.`);

/** Refuses an admin call of a session below PORTAL_ADMIN_AAL. @param signInUrl where to give the second factor */
export const secondFactorRequired = (signInUrl: string): PortalError =>
  new PortalError(403, 'session_aal2_required', 'Admin calls need a session with a second factor.', {
    details: { redirect_browser_to: signInUrl },
  });

/** Refuses an admin call whose sign-in is older than PORTAL_ADMIN_MAX_AGE. @param signInUrl where to confirm it */
export const recentSignInRequired = (signInUrl: string): PortalError =>
  new PortalError(
    403,
    'session_refresh_required',
    'This call needs a recent sign-in. Sign in again at redirect_browser_to, then repeat the call.',
    { details: { redirect_browser_to: signInUrl } },
  );

// Limits, and things not found

/** Refuses a request beyond a rate limit. @param waitSeconds when to retry, if known */
export const rateLimited = (waitSeconds?: number): PortalError =>
  new PortalError(429, errorId.rateLimited, 'Too many requests. Please wait a moment and try again.', {
    waitSeconds,
  });

/** Refuses to have more mail sent to the recipient, or from the client's address or session. */
export const mailLimited = (waitSeconds: number): PortalError =>
  new PortalError(429, errorId.mailLimited, 'Too much mail was requested. Please wait and try again.', {
    waitSeconds,
  });

/** Refuses a limited request while the limits cannot be counted. @param cause logged, never shown */
export const limitsUnavailable = (cause: unknown): PortalError =>
  new PortalError(503, 'limits_unavailable', 'The portal cannot count requests at the moment.', {
    cause,
    waitSeconds: 5,
  });

/** Refuses an authenticator app's code that was used before (RFC 6238, section 5.2). */
export const codeUsed = error(
  400,
  errorId.codeUsed,
  'This code has been used. Please wait for the next one.',
);

/** Answers a path that the portal does not have. */
export const notFound = error(404, 'not_found', 'There is nothing at this address.');

/** Answers an admin call about an identity that Kratos does not have. */
export const identityNotFound = error(404, 'identity_not_found', 'There is no identity with this id.');

/** Answers the error page of an id that the provider does not know, or no longer knows. */
export const flowErrorNotFound = error(
  404,
  'error_not_found',
  'There is no error with this id, or it has been deleted.',
);

/** Answers a call to an upstream that is not set. @param setting the setting that holds its URL */
export const notConfigured = (setting: string): PortalError =>
  new PortalError(501, 'not_configured', `This call needs the setting ${setting}.`);

/** Answers where the portal itself has failed. @param cause logged, never shown */
export const internal = (cause: unknown): PortalError =>
  new PortalError(500, 'internal', 'The portal failed to answer.', { cause });
