import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SessionAuthenticationMethod } from '@ory/client';
import {
  setUpSettingsStand,
  showSessions,
  someSession,
  stand,
} from '../../../test/support/settingsStand.tsx';

setUpSettingsStand();

test('a session shows what the provider knows about it, and no stray separators', () => {
  const unknown = [{ method: 'v0.6_legacy_session' }] as unknown as SessionAuthenticationMethod[];
  const { container } = showSessions({
    current: { id: 's1', authentication_methods: [{ method: 'password' }, ...unknown] },
    others: [{ id: 's2', authentication_methods: unknown, devices: [] }],
  });
  const rows = Array.from(container.querySelectorAll('.details'), ({ textContent }) => textContent);
  expect(rows).toEqual(['Password', '']);
});

test('sessions show device, place, methods and time, and can be ended one by one or all at once', async () => {
  stand.answers['DELETE /sessions/s2'] = [204, null];
  stand.answers['DELETE /sessions'] = [200, { count: 1 }];
  showSessions({ current: someSession('s1'), others: [someSession('s2'), someSession('s3')] });
  expect(screen.getAllByText('Bern · 192.0.2.7')).toHaveLength(3);
  expect(screen.getAllByText(/^Password ·/)).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Sign out Firefox · Windows (2)' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  expect(stand.calls).toContainEqual({ url: '/sessions/s2', method: 'DELETE', csrf: 'portal-token' });
  expect(await screen.findByText('Signed out.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Sign out Firefox · Windows' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(stand.calls).toContainEqual({ url: '/sessions', method: 'DELETE', csrf: 'portal-token' });
  expect(await screen.findByText('You are not signed in anywhere else.')).toBeTruthy();
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
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  expect(left.mock.calls[0]?.[0].target).toMatchObject({ method: 'post' });
  const form = left.mock.calls[0]?.[0].target as HTMLFormElement;
  expect(form.getAttribute('action')).toBe('/settings/sessions');
  expect(Object.fromEntries(new FormData(form))).toEqual({ _csrf: 'portal-token' });
  expect(stand.calls).toEqual([]);
});

test('if one’s own session has ended, the server redirects to a sign-in', async () => {
  stand.answers['DELETE /sessions/s2'] = [401, {}];
  const left = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
  left.mockRestore();
});

test('a session that cannot be ended stays, and the page says so', async () => {
  showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded or changed');
  expect(screen.getByRole('button', { name: 'Sign out Firefox · Windows' })).toBeTruthy();
});

test('if the sessions cannot be loaded, the page says so', () => {
  showSessions(undefined);
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
});
