import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RawIntlProvider } from 'react-intl';
import { catalogueIntl } from '../../test/support/catalogueIntl.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { someContext } from '../../test/support/someContext.ts';
import { PageContextProvider } from '../shell/PageContext.tsx';
import { ErrorPage } from './ErrorPage.tsx';

const reason = 'The link is no longer valid.';
const renderError = (code: number, supportEmail?: string): void => {
  renderInPage(
    <ErrorPage error={{ code, reason, details: { code, reason } }} backUrl="/login" retryUrl="/settings" />,
    { supportEmail },
  );
};

describe('the title', () => {
  test.each([
    [404, '404 - Page not found'],
    [500, 'Internal Server Error'],
    [403, 'An error occurred'],
    [502, 'An error occurred'],
  ])('of code %i is %s', (code, title) => {
    renderError(code);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  });
});

test.each([403, 404, 499])('code %i shows its reason', (code) => {
  renderError(code);
  expect(screen.getByText('An error occurred with the following message:')).toBeTruthy();
  expect(screen.getByText(reason)).toBeTruthy();
});

test.each([500, 502])('code %i hides its reason', (code) => {
  renderError(code);
  expect(screen.queryByText('An error occurred with the following message:')).toBeNull();
  expect(screen.queryByText(reason)).toBeNull();
  expect(screen.getByText('The fault is ours, not yours. Wait a minute, then try again.')).toBeTruthy();
});

/** The page's links, each with whether it is the primary one. */
const linkButtons = (): [text: string | null, href: string | null, isPrimary: boolean][] =>
  screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.classList.contains('primary')]);

test.each([0, 500, 502, 503])(
  'after a code of 500 or above, or no answer, the next step is to try again: %i',
  (code) => {
    renderError(code);
    expect(linkButtons()).toEqual([
      ['Try again', '/settings', true],
      ['Go Back', '/login', false],
    ]);
  },
);

test.each([400, 404, 499])('after a code below 500, the next step is to go back: %i', (code) => {
  renderError(code);
  expect(linkButtons()).toEqual([['Go Back', '/login', true]]);
});

test('after a failed request of an application, trying again comes before starting again', () => {
  renderInPage(
    <ErrorPage
      error={{ code: 502, details: {} }}
      backUrl="https://lab.example/"
      retryUrl="/login?login_challenge=c"
      application={{ requestUrl: '/oauth2/auth', name: 'Lab Results' }}
    />,
  );
  expect(linkButtons()).toEqual([
    ['Try again', '/login?login_challenge=c', true],
    ['Start again at Lab Results', '/oauth2/auth', false],
    ['Go Back', 'https://lab.example/', false],
  ]);
});

test.each<[string, number, string, object?]>([
  ['security_csrf_violation', 403, 'somebody may have signed in or out .* allow cookies for this site'],
  [
    'rate_limited',
    429,
    '^Too many attempts\\. Try again in 15 minutes\\.$',
    { path: '/self-service/settings?flow=f' },
  ],
  [
    'rate_limited',
    429,
    '15 minutes\\. Meanwhile, another way to sign in',
    { path: '/self-service/login?flow=f' },
  ],
  ['upstream_timeout', 0, '^The answer took too long\\. Try again\\.$'],
  ['self_service_flow_return_to_forbidden', 400, '^The link that led here is not valid\\.'],
])('the reason of %s (%i) is given in the page’s own words: %s', (id, code, words, context = {}) => {
  const details = { id, code, reason, retry_after: 900 };
  renderInPage(<ErrorPage error={{ code, reason, details }} backUrl="/" retryUrl="/" />, context);
  expect(screen.getByText(new RegExp(words)).closest('[lang]')).toBeNull();
  expect(screen.queryByText(reason)).toBeNull();
  expect(screen.queryByText(/CORS/)).toBeNull();
});

test.each(['upstream_unreachable', 'upstream_reset'])(
  'a provider that does not answer is reported, with possible causes: %s',
  (id) => {
    const details = { id, code: 0, reason };
    renderInPage(<ErrorPage error={{ code: 0, reason, details }} backUrl="/" retryUrl="/" />);
    expect(screen.getByText('An error occurred with the following message:')).toBeTruthy();
    expect(screen.getByText('The service does not answer. Wait a minute, then try again.')).toBeTruthy();
    const message = screen.getByText(
      / this may be a CORS problem or a wrong identity-service URL setting\.$/,
    );
    expect([message.closest('[lang]'), message.closest('details')]).toEqual([null, null]);
  },
);

test('a reason for developers is replaced by one for users, and kept in the details', () => {
  const technical = 'Unable to get OAuth 2.0 Login Challenge.';
  renderInPage(
    <ErrorPage
      error={{ code: 400, reason: technical, details: { reason: technical } }}
      backUrl="/"
      retryUrl="/"
    />,
  );
  expect(screen.getByText(/Sign in again from the application/)).toBeTruthy();
  expect(screen.queryByText(technical)).toBeNull();
  expect(screen.getByRole('group').textContent).toContain(technical);
});

test("on a page in another language the provider's own words are only in the details", () => {
  render(
    <RawIntlProvider value={catalogueIntl('de')}>
      <PageContextProvider context={{ ...someContext, locale: 'de' }}>
        <ErrorPage error={{ code: 403, reason, details: { reason } }} backUrl="/login" retryUrl="/" />
      </PageContextProvider>
    </RawIntlProvider>,
  );
  expect(
    screen.getByText('Das hat nicht funktioniert. Gehen Sie zurück und versuchen Sie es erneut.'),
  ).toBeTruthy();
  expect(screen.getByText(new RegExp(reason)).closest('details [lang="en"]')).not.toBeNull();
});

test('the details contain the whole error as JSON', async () => {
  renderError(403);
  const box = screen.getByRole<HTMLDetailsElement>('group');
  expect(box.open).toBe(false);
  await userEvent.click(screen.getByText('Error details'));
  expect(box.open).toBe(true);
  expect(JSON.parse(box.querySelector('pre')?.textContent ?? '')).toEqual({ code: 403, reason });
});
