import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import {
  section,
  setUpSettingsHarness,
  showSessions,
  someSession,
  harness,
} from '../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

test('after a saved change, which replaces the session cookie, forms that end sessions or save preferences get a new CSRF token', async () => {
  const menu = Object.assign(document.createElement('form'), {
    action: '/preferences',
    innerHTML: '<input type="hidden" name="_csrf" value="old">',
  });
  document.body.append(menu);
  showSessions({ current: someSession('s1'), others: [someSession('s2')] });
  harness.answers['POST /self-service/settings'] = [200, recordedFlow('settings-saved')];
  harness.answers['GET /sessions'] = [200, [someSession('s2')]];
  harness.answers['GET /api/csrf'] = [200, { token: 'fresh' }];
  await userEvent.type(screen.getByLabelText(/^Password/), 'a fine stethoscope');
  await userEvent.click(section('password').getByRole('button', { name: 'Change password' }));
  await screen.findByText('New password set');
  const token = document.querySelector<HTMLInputElement>('#sessions [name="_csrf"]');
  await waitFor(() => expect(token?.value).toBe('fresh'));
  expect([menu.elements.namedItem('_csrf')].map((input) => (input as HTMLInputElement).value)).toEqual([
    'fresh',
  ]);
});
