import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ShownActivity } from '../../../shared/activity.ts';
import type { PageProps } from '../../../shared/page.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { ActivityPage } from './ActivityPage.tsx';

// in the middle of the day in most time zones
const noon = Date.UTC(2026, 0, 3, 12);
const day = 86_400_000;
const servedAt = noon;

const event = (id: string, at: number, more: Partial<ShownActivity> = {}): ShownActivity => ({
  id,
  kind: 'signedIn',
  at,
  about: { method: 'password', from: '192.0.2.7' },
  device: { browser: 'Firefox', system: 'Linux' },
  ...more,
});

const headings = (): (string | null)[] =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const hrefOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

test('groups what happened by days, the latest first, with the time, the device, the address and the place', () => {
  const events = [
    event('e1', noon),
    event('e2', noon - 60_000, {
      kind: 'passwordChanged',
      about: { from: '192.0.2.7', place: 'DE' },
      device: { browser: 'curl', system: 'none' },
    }),
    event('e3', noon - day),
    { id: 'e4', kind: 'signedIn', at: noon - 5 * day, about: {} } as const,
  ];
  renderInPage(<ActivityPage events={events} />, { servedAt });
  expect(headings()).toEqual([
    'today · Saturday, January 3, 2026',
    'yesterday · Friday, January 2, 2026',
    'Monday, December 29, 2025',
    'Something here was not you?',
  ]);
  const rows = screen
    .getAllByRole('list')
    .slice(1)
    .map((list) =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    );
  expect(rows).toEqual([
    [
      expect.stringMatching(/^Signed in with your password\d+:00\s[AP]M Firefox on Linux 192\.0\.2\.7$/),
      expect.stringMatching(/^Password changed\d+:59\s[AP]M curl 192\.0\.2\.7 Germany$/),
    ],
    [expect.stringMatching(/^Signed in with your password/)],
    [expect.stringMatching(/^Signed in\d+:00\s[AP]M\s*$/)],
  ]);
});

test('marks the filter that is on, and links to the others', () => {
  renderInPage(<ActivityPage show="changes" events={[event('e1', noon)]} />, { servedAt });
  const links = within(screen.getByRole('navigation', { name: 'Show' })).getAllByRole('link');
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['All', '/activity', null],
    ['Sign-ins', '/activity?show=signIns', null],
    ['Changes', '/activity?show=changes', 'page'],
    ['Applications', '/activity?show=applications', null],
  ]);
});

test('leads to older events, back to the latest, and to what helps against somebody else', () => {
  renderInPage(
    <ActivityPage
      events={[event('e1', noon)]}
      olderUrl="/activity?after=t"
      latestUrl="/activity"
      canSecure
    />,
    { servedAt },
  );
  expect(hrefOf('Older')).toBe('/activity?after=t');
  expect(hrefOf('Latest')).toBe('/activity');
  expect(hrefOf('Sign out other devices')).toBe('/settings#sessions');
  expect(hrefOf('Secure my account')).toBe('/secure?own=true');
});

test.each<[PageProps['activity'], RegExp]>([
  [{ events: [] }, /^Nothing has been recorded yet/],
  [{ show: 'signIns', events: [] }, /^No sign-in has been recorded yet/],
  [{ show: 'changes', events: [] }, /^No change has been recorded yet/],
  [{ show: 'applications', events: [] }, /^No application has been allowed yet/],
  [{ events: [], latestUrl: '/activity' }, /^Nothing earlier is kept/],
  [{}, /^The history of your account cannot be read at the moment/],
])('says why there is no list: %j', (props, text) => {
  renderInPage(<ActivityPage {...props} />, { servedAt });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

test('lets the visitor choose of which events they get mails, and says that it is saved', () => {
  renderInPage(<ActivityPage events={[]} mails={['applicationAllowed']} isChosen />, { servedAt });
  const box = (name: string): boolean => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;
  expect(box('Sign-ins with a new browser')).toBe(false);
  expect(box('Applications that get access')).toBe(true);
  expect(screen.getByText('Your choice is saved.')).toBeTruthy();
});
