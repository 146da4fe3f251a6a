import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import {
  section,
  setUpSettingsHarness,
  showSessions,
  someSession,
  harness,
} from '../../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

const endedOthers = 'You stay signed in here. Everywhere else you were signed out.';

const savePassword = async (): Promise<void> => {
  harness.answers['POST /self-service/settings'] = [200, recordedFlow('settings-saved')];
  await userEvent.type(screen.getByLabelText(/^Password/), 'a fine stethoscope');
  await userEvent.click(section('password').getByRole('button', { name: 'Change password' }));
  await screen.findByText('New password set');
};

test('the updated list has the methods that a session was signed in with, not those set up later', async () => {
  const other = someSession('s2', 9);
  const totp = { method: 'totp' as const, completed_at: new Date().toISOString() };
  showSessions({ current: someSession('s1'), others: [other] });
  harness.answers['GET /sessions'] = [
    200,
    [{ ...other, authentication_methods: [{ method: 'password' }, totp], devices: [] }],
  ];
  await savePassword();
  await section('sessions').findByText(/with password$/, { selector: 'li:last-child p' });
});

test('if the other sessions are kept or unknown, the page does not say that they ended', async () => {
  const { unmount } = showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  harness.answers['GET /sessions'] = [200, [someSession('s2')]];
  await savePassword();
  expect(screen.queryByText(endedOthers)).toBeNull();
  unmount();
  showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  harness.answers['GET /sessions'] = [500, {}];
  await savePassword();
  await waitFor(() => expect(harness.calls.filter(({ url }) => url === '/sessions')).toHaveLength(2));
  expect(screen.queryByText(endedOthers)).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign out Firefox on Windows' })).toBeTruthy();
});

test('if there were no other sessions, the page does not say that they ended', async () => {
  showSessions({ current: someSession('s1'), others: [] });
  harness.answers['GET /sessions'] = [200, []];
  await savePassword();
  await waitFor(() => expect(harness.calls.some(({ url }) => url === '/sessions')).toBe(true));
  expect(screen.queryByText(endedOthers)).toBeNull();
});
