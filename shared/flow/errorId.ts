/** The ids of errors that more than one place treats specially; `classify` knows the others. */

/** The provider's: a form without a valid CSRF token, from another session or without cookies. */
export const csrfViolation = 'security_csrf_violation';

/** The portal's own: a one-time code that has been accepted before. */
export const codeUsed = 'code_used';

/** The portal's own: a limit on requests or forms is reached. */
export const rateLimited = 'rate_limited';

/** The portal's own: a limit on mail is reached. */
export const mailLimited = 'mail_limited';

/** The portal's own: a post without a valid CSRF token, or from another site. */
export const portalCsrfViolation = 'csrf_violation';

/** The portal's own: a link with more parameters than its operation allows. */
export const parameterNotAllowed = 'parameter_not_allowed';

/** The portal's own: the upstream cannot be reached. */
export const upstreamUnreachable = 'upstream_unreachable';

/** The portal's own: the upstream closed the connection. */
export const upstreamReset = 'upstream_reset';

/** The portal's own: the upstream did not answer in time. */
export const upstreamTimeout = 'upstream_timeout';

/** The portal's own: the upstream's answer is not valid HTTP. */
export const upstreamInvalid = 'upstream_invalid';
