import { describe, expect, test } from '@jest/globals';
import { getPage, markup, pageProps, portalWith } from '../../test/support/servedPage.ts';
import { answerTo, type KratosAnswers } from '../../test/support/shownPage.ts';
import { oauth2Error } from './error.ts';

const stored = (body: unknown): KratosAnswers => ({ '/self-service/errors': [200, body as object] });

/** Visits the page of an error that Kratos has stored. */
async function visit(body: unknown, { path = '/error?id=e', cookie = 'a=b' } = {}) {
  const { status, headers, text } = await answerTo(path, stored(body), cookie);
  return { status, location: headers.location, html: markup(text), props: pageProps(text) };
}

test.each([
  [404, 404],
  ['404', 404],
  [422, 422],
  [503, 503],
  ['four', 500],
  ['', 500],
  [0, 500],
  [200, 500],
  [700, 500],
  [404.5, 500],
  [null, 500],
  [{}, 500],
])('an error with the code %j is answered with status %d', async (code, status) => {
  const props = { error: { code: status, reason: 'Because.', details: { code, reason: 'Because.' } } };
  expect(await visit({ id: 'e1', error: { code, reason: 'Because.' } })).toMatchObject({ status, props });
});

test.each([null, 'text', [], {}, { error: null }, { error: 'text' }, { error: [] }])(
  'the error %j shows no details',
  async (body) => {
    expect(await visit(body)).toMatchObject({ status: 500, props: { error: { code: 500, details: {} } } });
  },
);

test.each([
  [{ reason: null, message: 'It failed.' }, 'It failed.'],
  [{ reason: '  ', message: 'It failed.' }, 'It failed.'],
  [{ reason: { a: 1 }, message: 7 }, undefined],
])('the reason shown for %j is: %s', async (details, reason) => {
  const { props } = await visit({ error: { code: 400, ...details } });
  expect(props.error).toMatchObject({ code: 400 });
  expect((props.error as { reason?: string }).reason).toBe(reason);
});

describe.each(['recovery', 'verification'])('a mailed link for a %s', (link) => {
  const error = (reason: string) => ({ id: 'e', error: { code: 404, reason } });

  test.each([
    `The ${link} request could not be found. Please restart the flow.`,
    'The flow query parameter is missing or malformed.',
  ])('starts a new flow if its flow has expired or its URL is truncated: %s', async (reason) => {
    const path = `/error?id=e&link=${link}`;
    const location = `/${link}?flow=none&link=over`;
    expect(await visit(error(reason), { path })).toMatchObject({ status: 303, location });
    for (const other of ['/error?id=e', '/error?id=e&link=settings'])
      expect(await visit(error(reason), { path: other })).toMatchObject({ status: 404 });
  });

  test('shows any other error', async () => {
    expect(await visit(error('x'), { path: `/error?id=e&link=${link}` })).toMatchObject({ status: 404 });
  });
});

test('a social provider’s refusal of a code is not called a fault of the service', async () => {
  const message = 'oauth2: "invalid_grant" "The authorization code has already been used."';
  const error = { code: 500, status: 'Internal Server Error', message };
  const { status, html } = await visit({ id: 'e', error });
  expect(status).toBe(400);
  expect(html).toContain('The sign-in with the other account could not be completed.');
  expect(html).not.toContain('Internal Server Error</h1>');
});

test('a browser that sends no cookies is told that it needs them when the provider refuses its form', async () => {
  const error = { id: 'security_csrf_violation', code: 403, reason: 'x' };
  const needsCookies = 'This site needs cookies, and your browser sent none.';
  expect((await visit({ id: 'e', error }, { cookie: '' })).html).toContain(needsCookies);
  expect((await visit({ id: 'e', error })).html).not.toContain(needsCookies);
});

describe('an OAuth2 error', () => {
  const title = /<h1[^>]*>The application&#8217;s request failed</;
  const explained = (parameters: Record<string, string>) => oauth2Error(new URLSearchParams(parameters));

  test.each([
    ['access_denied', 'denied'],
    ['invalid_request', 'application'],
    ['unauthorized_client', 'application'],
    ['unsupported_response_type', 'application'],
    ['invalid_scope', 'application'],
    ['server_error', 'later'],
    ['temporarily_unavailable', 'later'],
    ['login_required', 'sign_in'],
    ['Access_Denied', 'other'],
    ['constructor', 'other'],
    ['call 0900 1234', 'other'],
  ])('with the code %s has the remedy %s', (error, remedy) => {
    expect(explained({ error })).toMatchObject({ code: 400, cause: `oauth2.${remedy}`, details: { error } });
  });

  test('shows texts from the URL only in the details, shortened and without control characters', () => {
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

  test('is explained in the portal’s own words, with its texts only in the closed details', async () => {
    const error_description = 'Your account is locked. Call 0900 1234.';
    const query = new URLSearchParams({ error: 'invalid_scope', error_description });
    const { status, html } = await visit({}, { path: `/error?${query.toString()}` });
    const [before = '', details = ''] = (html.split('<main')[1] ?? '').split('<details');
    expect([status, before]).toEqual([400, expect.stringMatching(title)]);
    expect(before).toContain('Try again in the application.');
    expect(before).not.toContain('404');
    expect(details.split('</details>')[0]).toContain('Call 0900 1234');
    expect(html).not.toMatch(/<details[^>]* open/);
    const outside = before + (details.split('</details>')[1] ?? '');
    expect(outside.replace(/<[^>]*>/g, '')).not.toContain('0900');
  });

  test.each(['error=&error_description=a', 'error_description=a', 'error_hint=a', 'error='])(
    'has status 400 even without some of the parameters: %s',
    async (query) => {
      const { status, html } = await visit({}, { path: `/error?${query}` });
      expect([status, html]).toEqual([400, expect.stringMatching(title)]);
    },
  );

  test('may be an expired or used challenge, which the provider reports as a 500', async () => {
    const error = { code: 500, reason: 'Unable to accept OAuth 2.0 Login Challenge.' };
    const { status, html } = await visit({ id: 'e', error });
    expect([status, html]).toEqual([400, expect.stringMatching(title)]);
    expect(html).toContain('This sign-in is no longer valid. Sign in again from the application.');
    expect(html).not.toContain('Something went wrong on our side.');
  });

  test('is explained in the visitor’s language', async () => {
    const page = getPage(await portalWith(), '/error?error=access_denied').set('Accept-Language', 'de');
    const html = markup((await page.expect(400)).text);
    expect(html).toContain('Die Anwendung hat keinen Zugriff auf Ihr Konto erhalten.');
    expect(html).toMatch(/<pre[^>]*><code lang="en">/);
  });
});
