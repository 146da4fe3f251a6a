import { expect, test } from '@jest/globals';
import { errorCause } from './errorCause.ts';

test.each([
  ['Unable to get OAuth 2.0 Login Challenge.', 'login_challenge'],
  ['Unable to accept OAuth 2.0 Login Challenge.', 'login_challenge'],
  ['the login_challenge parameter is present but empty or zero', 'login_challenge'],
  ['Unable to complete OpenID Connect flow because the state parameter is invalid.', 'social'],
  ['OpenID Connect Provider "x" is unknown or has not been configured', 'social'],
  ['Unable to sign in with X because the user denied the request.', 'social'],
  [
    "The browser does not contain the necessary cookie to resume the session. This is a security violation and was blocked. Please clear your browser's cookies and cache and try again!",
    'security_csrf_violation',
  ],
  ['The request was made for another identity and has been blocked for security reasons.', 'other_account'],
  ['The recovery request could not be found. Please restart the flow.', 'start_again'],
  ['The flow query parameter is missing or malformed.', 'start_again'],
  ['This account was disabled.', 'disabled'],
  ['Registration is not allowed because it was disabled.', undefined],
  [undefined, undefined],
])('the cause of %p is %s', (reason, cause) => {
  expect(errorCause(reason)).toBe(cause);
});
