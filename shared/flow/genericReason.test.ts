import { expect, test } from '@jest/globals';
import { genericReason } from './genericReason.ts';

test.each([
  ['"x" is not valid "email"', 'email'],
  ['"x" is not valid "tel"', 'tel'],
  ['"x" is not valid "date-time"', 'date'],
  ['"x" is not valid "uri"', 'uri'],
  ['"x" is not valid "hostname"', 'format'],
  ['enum failed', 'choice'],
  ['Did not receive any value changes.', 'unchanged'],
  ['Unable to parse WebAuthn response: bad', 'security_key'],
  [
    'Unable to complete OpenID Connect flow because the OpenID Provider returned error "access_denied": no',
    'social',
  ],
  [
    'Unable to finish because one or more permissions were not granted. Please retry and accept all permissions.',
    'social',
  ],
  [
    'Authentication failed because no id_token was returned. Please accept the "openid" permission and try again.',
    'social',
  ],
  ['Unable to sign in with X because the user denied the request.', 'social'],
  [
    'can not unlink OpenID Connect connection because it is the last remaining first factor credential',
    'last_method',
  ],
  ['can not link unknown or already existing OpenID Connect connection', 'already_linked'],
  ['Can not reveal lookup codes because you have none.', 'no_codes'],
  ['You tried to remove a passkey which does not exist.', 'removed'],
  ['The session cookie contains invalid values and the flow could not be executed.', 'session'],
  [
    'Unable to decode body because HTTP Request Method was "GET" but only [POST PUT PATCH] are supported.',
    'again',
  ],
  ['The code was already used. Please request another code.', 'code'],
  ['The request was submitted too often. Please request another code.', 'too_many'],
  ['something else', 'other'],
])('the cause of %p is %s', (reason, cause) => {
  expect(genericReason(reason)).toEqual({ cause, reason });
});

test('the allowed values are read from the reason', () => {
  expect(genericReason('value must be one of "basic", "plus"')).toMatchObject({
    cause: 'choices',
    choices: 'basic, plus',
  });
  expect(genericReason('value must be "basic"')).toMatchObject({ cause: 'choices', choices: 'basic' });
});
