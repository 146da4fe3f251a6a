/** The provider's errors that have no id of their own, by how it says them in English. */
const causes: [cause: string, said: RegExp][] = [
  ['login_challenge', /login[ _]challenge/i],
  ['social', /openid connect|openid provider|id_token|^unable to sign in with /i],
  ['security_csrf_violation', /necessary cookie|included the "(?:cookie|origin)" key/i],
  ['other_account', /another (?:identity|person)/i],
  [
    'start_again',
    /restart the flow|retry the authentication|self-service flow expired|flow query parameter|method assurance level/i,
  ],
];

/**
 * Reads what an error of the provider is about from its English reason, for errors that carry no id.
 *
 * @param reason the error's `reason`
 * @returns the cause that the catalogue's `error.reason.<cause>` is for; undefined for a reason that is not known
 */
export const errorCause = (reason = ''): string | undefined =>
  causes.find(([, said]) => said.test(reason))?.[0];
