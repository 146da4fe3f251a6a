/** The ids of errors that more than one place treats specially; `classify` knows the others. */

/** The provider's: a form without a valid CSRF token, from another session or without cookies. */
export const csrfViolation = 'security_csrf_violation';

/** The portal's own: a one-time code that has been accepted before. */
export const codeUsed = 'code_used';
