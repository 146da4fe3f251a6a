/** The causes of provider errors without an id, by patterns of their English reasons. */
const causes = [
  ['login_challenge', /login[ _]challenge/i],
  ['social', /openid connect|openid provider|id_token|^unable to sign in with /i],
  ['security_csrf_violation', /necessary cookie|included the "(?:cookie|origin)" key/i],
  ['disabled', /account was disabled/i],
  ['other_account', /another (?:identity|person)/i],
  [
    'start_again',
    /restart the flow|retry the authentication|self-service flow expired|flow query parameter|method assurance level/i,
  ],
] as const satisfies (readonly [cause: string, pattern: RegExp])[];

/** The cause of a CSRF violation by a browser that sends no cookies at all. */
export const cookiesNeeded = 'cookies_needed';

/** The cause of an error, as the catalogue names it. */
export type ErrorCause = (typeof causes)[number][0];

/** Reads the `<cause>` of `error.reason.<cause>` from the provider's English reason; undefined for an unknown one. */
export const errorCause = (reason = ''): ErrorCause | undefined =>
  causes.find(([, pattern]) => pattern.test(reason))?.[0];
