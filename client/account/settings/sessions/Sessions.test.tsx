import { expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RawIntlProvider } from 'react-intl';
import type { SessionAuthenticationMethod } from '@ory/client';
import { catalogueIntl } from '../../../../test/support/catalogueIntl.ts';
import {
  pressAndConfirm,
  section,
  setUpSettingsHarness,
  showSessions,
  showSettings,
  someSession,
  harness,
} from '../../../../test/support/settingsHarness.tsx';
import { SignedIn } from './DeviceRow.tsx';

setUpSettingsHarness();

test('a session shows what the provider knows about it, and no stray separators', () => {
  const unknown = [{ method: 'v0.6_legacy_session' }] as unknown as SessionAuthenticationMethod[];
  showSessions({
    current: { id: 's1', authentication_methods: [{ method: 'password' }, ...unknown] },
    others: [{ id: 's2', authentication_methods: unknown, devices: [] }],
  });
  const rows = section('sessions')
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent);
  expect(rows).toEqual(['password', '']);
});

const openSections = () =>
  [...document.querySelectorAll('details[open] > summary + [id]')].map(({ id }) => id);

test('sessions show device, place, methods and time, and can be ended one by one or all at once', async () => {
  harness.answers['DELETE /sessions/s2'] = [204, null];
  harness.answers['DELETE /sessions'] = [200, { count: 1 }];
  const elsewhere = {
    ...someSession('s3'),
    devices: [{ ...someSession('s3').devices?.[0], id: 'd', location: 'Lyon' }],
  };
  showSessions({ current: someSession('s1'), others: [someSession('s2'), elsewhere] });
  expect(screen.getAllByText(/^Bern · 192\.0\.2\.7 · Signed in on/)).toHaveLength(2);
  expect(screen.getAllByText(/^Lyon · 192\.0\.2\.7 · Signed in on/)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Sign out Firefox on Windows (2)' })).toBeTruthy();
  await pressAndConfirm('Sign out Firefox on Windows');
  expect(harness.calls).toContainEqual({ url: '/sessions/s2', method: 'DELETE', csrf: 'portal-token' });
  expect(await screen.findByText('Firefox on Windows is signed out')).toBeTruthy();
  expect(document.getElementById('done')?.textContent).toContain('You stay signed in on this device.');
  expect(document.activeElement?.id).toBe('done');
  expect(document.querySelector('#sessions #done')).toBeTruthy();
  // nothing above the list moves it
  expect(openSections()).toEqual(['profile', 'sessions']);
  expect(screen.getAllByRole('button', { name: 'Sign out Firefox on Windows' })).toHaveLength(1);
  await pressAndConfirm('Sign out everywhere else');
  expect(harness.calls).toContainEqual({ url: '/sessions', method: 'DELETE', csrf: 'portal-token' });
  expect(await screen.findByText('You are not signed in anywhere else.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: '1 device is signed out' })).toBeTruthy();
});

test('the long name of a session’s program is shortened, with the whole name as its title', () => {
  const agent = 'x'.repeat(400);
  const [device] = someSession('s2').devices ?? [];
  const other = { ...someSession('s2'), devices: [{ ...device, id: 'd', user_agent: agent }] };
  showSessions({ current: someSession('s1'), others: [other] });
  expect(screen.getByTitle(agent).textContent).toBe(`${'x'.repeat(40)}…`);
  expect(screen.getByRole('button', { name: `Sign out ${'x'.repeat(40)}…` })).toBeTruthy();
});

test('without a privileged session, ending a session is left to the server, which re-authenticates first', async () => {
  showSessions({ current: someSession('s1', 60), others: [someSession('s2')] });
  const left = jest.fn<(event: Event) => void>((event) => event.preventDefault());
  addEventListener('submit', left, { once: true });
  await pressAndConfirm('Sign out Firefox on Windows');
  expect(left.mock.calls[0]?.[0].target).toMatchObject({ method: 'post' });
  const form = left.mock.calls[0]?.[0].target as HTMLFormElement;
  expect(form.getAttribute('action')).toBe('/settings/sessions');
  expect(Object.fromEntries(new FormData(form))).toEqual({ _csrf: 'portal-token' });
  expect(harness.calls).toEqual([]);
});

test('if the user’s own session has ended, the server redirects to a sign-in', async () => {
  harness.answers['DELETE /sessions/s2'] = [401, {}];
  const left = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  await pressAndConfirm('Sign out Firefox on Windows');
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
  left.mockRestore();
});

test('a session that cannot be ended stays, and the page says so', async () => {
  showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  await pressAndConfirm('Sign out Firefox on Windows');
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded or changed');
  expect(screen.getByRole('button', { name: 'Sign out Firefox on Windows' })).toBeTruthy();
});

test('the sessions lead to the history of the account, if the portal keeps one', () => {
  const name = 'See what happened to your account';
  const { unmount } = showSettings(undefined, {}, { hasHistory: true });
  expect(section('sessions').getByRole('link', { name }).getAttribute('href')).toBe('/activity');
  unmount();
  showSettings();
  expect(screen.queryByRole('link', { name })).toBeNull();
});

test('if the sessions cannot be loaded, the page says so', () => {
  showSessions(undefined);
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
});

test('several sign-ins on one device are one entry, and end together', async () => {
  const [device] = someSession('s3').devices ?? [];
  const chrome = {
    ...device,
    id: 'd',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  };
  harness.answers['DELETE /sessions/s2'] = [204, null];
  harness.answers['DELETE /sessions/s3'] = [204, null];
  showSessions({
    current: someSession('s1'),
    others: [someSession('s2'), { ...someSession('s3'), devices: [chrome] }],
  });
  const [, windows] = section('sessions').getAllByRole('heading', { level: 3 });
  expect(windows?.textContent.trim()).toBe('Windows (2 sign-ins)');
  expect(section('sessions').getByText('Chrome').closest('ul')?.children).toHaveLength(2);
  await pressAndConfirm('Sign out Windows (2 sign-ins)');
  expect(await screen.findByText('Windows is signed out')).toBeTruthy();
  expect(harness.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /sessions/s2',
    'DELETE /sessions/s3',
  ]);
});

test('earlier sign-ins in this browser are named so that nobody takes them for the device in use', async () => {
  const others = ['s2', 's3', 's4', 's5', 's6'].map((id) => someSession(id));
  showSessions({ current: someSession('s1'), others });
  const list = section('sessions');
  const [, earlier] = list.getAllByRole('heading', { level: 3 });
  expect(earlier?.textContent).toBe('Firefox on Windows (5 sign-ins) Other sign-ins');
  expect(list.queryByText('Firefox')).toBeNull();
  expect(list.getByText('2 more').closest('details')?.querySelectorAll('li')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox on Windows (5 sign-ins)' }));
  const dialog = screen.getByRole('dialog', { name: 'Sign out Firefox on Windows (5 sign-ins)?' });
  expect(dialog.textContent).toContain('You stay signed in on this device.');
});

test('this device comes first and cannot be signed out, and signing out elsewhere asks for confirmation', async () => {
  showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  const [first] = section('sessions').getAllByRole('listitem');
  expect(first?.textContent).toContain('This device');
  expect(first?.querySelector('button')).toBeNull();
  const opener = screen.getByRole('button', { name: 'Sign out everywhere else' });
  await userEvent.click(opener);
  const dialog = within(screen.getByRole('dialog', { name: 'Sign out everywhere else?' }));
  expect(dialog.getByText('You stay signed in on this device.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Sign out 1 device' })).toBeTruthy();
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  expect(document.activeElement).toBe(cancel);
  await userEvent.click(cancel);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(harness.calls).toEqual([]);
});

test.each([
  ['en', 'with\u00a0password and authenticator app'],
  ['pl', 'sposób:\u00a0hasło i aplikacja uwierzytelniająca'],
  ['de', 'mit\u00a0Passwort und Authenticator-App'],
] as const)('the methods of a sign-in are worded as in a sentence (%s)', (locale, words) => {
  const session = {
    ...someSession('s1'),
    authentication_methods: [{ method: 'password' as const }, { method: 'totp' as const }],
  };
  const { container } = render(
    <RawIntlProvider value={catalogueIntl(locale)}>
      <SignedIn session={session} />
    </RawIntlProvider>,
  );
  expect(container.textContent).toContain(words);
});
