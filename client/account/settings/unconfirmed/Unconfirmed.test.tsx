import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../../test/support/noCredentials.ts';
import { renderInPage } from '../../../../test/support/renderInPage.tsx';
import { harness, section, setUpSettingsHarness } from '../../../../test/support/settingsHarness.tsx';
import { SettingsView } from '../SettingsView.tsx';

setUpSettingsHarness();

const credentials = {
  ...noCredentials,
  password: true,
  social: true,
  unconfirmed: ['oidc', 'password'],
};

const notice = () => document.querySelector('[data-message="settings.unconfirmed"]');
const stateOf = (anchor: string) =>
  document.querySelector(`#${anchor}`)?.closest('details')?.querySelector('summary')?.textContent;

test('credentials that nobody has confirmed are named above the sections, and marked in their rows', () => {
  renderInPage(
    <SettingsView flow={recordedFlow('settings')} logoutUrl="/logout" credentials={credentials} />,
  );
  expect([...(notice()?.querySelectorAll('a') ?? [])].map((link) => link.textContent)).toEqual([
    'Password',
    'Social Sign In',
  ]);
  expect(Array.from(notice()?.querySelectorAll('a') ?? [], (link) => link.getAttribute('href'))).toEqual([
    '#password',
    '#oidc',
  ]);
  for (const anchor of ['password', 'oidc']) expect(stateOf(anchor)).toContain('Not confirmed');
  expect(stateOf('totp')).not.toContain('Not confirmed');
});

test('the notice goes once a new password replaces the one that nobody has confirmed', async () => {
  const unconfirmed = ['password'];
  renderInPage(
    <SettingsView
      flow={recordedFlow('settings')}
      logoutUrl="/logout"
      credentials={{ ...credentials, unconfirmed }}
    />,
  );
  harness.answers['GET /settings/credentials'] = [200, { ...credentials, unconfirmed: [] }];
  harness.answers['POST /self-service/settings'] = [200, recordedFlow('settings-saved')];
  await userEvent.type(section('password').getByLabelText(/^Password/), 'a fine stethoscope');
  await userEvent.click(section('password').getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(notice()).toBeNull());
  expect(screen.getByText('New password set')).toBeTruthy();
});
