import { expect, test } from '@jest/globals';
import { oauth2Error } from './oauth2Error.ts';

const of = (parameters: Record<string, string>) => oauth2Error(new URLSearchParams(parameters));

test.each([
  ['access_denied', 'oauth2.denied'],
  ['invalid_request', 'oauth2.application'],
  ['unauthorized_client', 'oauth2.application'],
  ['unsupported_response_type', 'oauth2.application'],
  ['invalid_scope', 'oauth2.application'],
  ['server_error', 'oauth2.later'],
  ['temporarily_unavailable', 'oauth2.later'],
  ['login_required', 'oauth2.sign_in'],
  ['Access_Denied', 'oauth2.other'],
  ['constructor', 'oauth2.other'],
  ['call 0900 1234', 'oauth2.other'],
])('the code %s is shown as %s, with status 400', (error, cause) => {
  expect(of({ error })).toMatchObject({ code: 400, title: 'error.title.oauth2', cause, details: { error } });
});

test('texts from the URL are shown in the details only, shortened and without control characters', () => {
  const { details, reason } = of({
    error: 'invalid_request',
    error_description: `a\u202eb\u0000c\u2028${'🫀'.repeat(1000)}`,
    error_hint: 'The hint.',
    error_debug: 'inside',
    other: 'y',
  });
  expect(reason).toBeUndefined();
  expect(details).toEqual({
    error: 'invalid_request',
    error_description: `a b c ${'🫀'.repeat(294)}…`,
    error_hint: 'The hint.',
  });
});
