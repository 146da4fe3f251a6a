import { afterEach, describe, expect, test } from '@jest/globals';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { getPage, markup, portalWith } from '../../test/support/servedPage.ts';
import { oauth2Error } from './oauth2Error.ts';

afterEach(closeHarness);

const explained = (parameters: Record<string, string>) => oauth2Error(new URLSearchParams(parameters));

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
  expect(explained({ error })).toMatchObject({
    code: 400,
    title: 'error.title.oauth2',
    cause,
    details: { error },
  });
});

test('texts from the URL are shown only in the details, shortened and without control characters', () => {
  const { details, reason } = explained({
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

describe('the page of an OAuth2 error', () => {
  const description = 'Your account is locked. Call 0900 1234.';

  test('explains it in the portal’s own words, with the error’s texts only in the closed details', async () => {
    const app = await portalWith();
    const query = new URLSearchParams({ error: 'invalid_scope', error_description: description });
    const { text } = await getPage(app, `/error?${query.toString()}`).expect(400);
    const [before, details = ''] = markup(text).split('<details');
    expect(before).toMatch(/<h1[^>]*>The application&#8217;s request failed</);
    expect(before).toContain('Go back to the application and try again.');
    expect(before).not.toContain('404');
    expect(details.split('</details>')[0]).toContain('Call 0900 1234');
    expect(/<details[^>]* open/.exec(text)).toBeNull();
    const outside = (before ?? '') + (details.split('</details>')[1] ?? '');
    expect(outside.replace(/<[^>]*>/g, '')).not.toContain('0900');
  });

  test.each(['error=&error_description=a', 'error_description=a', 'error_hint=a', 'error='])(
    'has status 400 even without some of the parameters: %s',
    async (query) => {
      const app = await portalWith();
      const { text } = await getPage(app, `/error?${query}`).expect(400);
      expect(markup(text)).toMatch(/<h1[^>]*>The application&#8217;s request failed</);
    },
  );

  test('also explains an expired or used challenge, which the provider reports as a 500', async () => {
    const error = { code: 500, reason: 'Unable to accept OAuth 2.0 Login Challenge.' };
    const app = await portalWith({ '/self-service/errors': [200, { id: 'e', error }] });
    const { text } = await getPage(app, '/error?id=e').expect(400);
    expect(markup(text)).toMatch(/<h1[^>]*>The application&#8217;s request failed</);
    expect(markup(text)).toContain('This sign-in is no longer valid. Go back to the application');
    expect(markup(text)).not.toContain('Something went wrong on our side.');
  });

  test('is in the visitor’s language', async () => {
    const app = await portalWith();
    const answer = await getPage(app, '/error?error=access_denied').set('Accept-Language', 'de').expect(400);
    expect(markup(answer.text)).toContain('Die Anwendung hat keinen Zugriff auf Ihr Konto erhalten.');
    expect(markup(answer.text)).toMatch(/<pre[^>]*><code lang="en">/);
  });
});
