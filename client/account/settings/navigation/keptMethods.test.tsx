import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { OwnCredentials } from '../../../../shared/credentials.ts';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../../test/support/noCredentials.ts';
import { renderInPage } from '../../../../test/support/renderInPage.tsx';
import { navigation, setUpSettingsHarness } from '../../../../test/support/settingsHarness.tsx';
import { SettingsView } from '../SettingsView.tsx';

setUpSettingsHarness();

/** Shows the settings of a provider that does not offer some methods. */
function showWithout(groups: string[], credentials?: Partial<OwnCredentials>, more: object = {}) {
  const flow = recordedFlow('settings');
  flow.ui.nodes = flow.ui.nodes.filter(({ group }) => !groups.includes(group));
  Object.assign(flow, more);
  renderInPage(
    <SettingsView
      flow={flow}
      logoutUrl="/logout"
      {...(credentials && { credentials: { ...noCredentials, ...credentials } })}
    />,
  );
}

const names = () =>
  navigation()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('a method that the account has but the provider does not offer is disabled in the navigation, with the reason', () => {
  showWithout(['webauthn'], { securityKeys: 1 });
  const link = navigation().getByRole('link', { name: 'Hardware Tokens' });
  expect(link.getAttribute('aria-disabled')).toBe('true');
  expect(link.hasAttribute('href')).toBe(false);
  const reason = document.getElementById(link.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Not offered at the moment. Your key is kept.');
  expect(reason?.className).toContain('disabled');
  expect(document.querySelector('#webauthn')).toBeNull();
  expect(names().slice(0, 6)).toEqual([
    'Profile',
    'Password',
    'Social Sign In',
    '2FA Backup Codes',
    'Hardware Tokens',
    'Authenticator App',
  ]);
});

test.each([
  ['password', 'Password', { password: true }],
  ['oidc', 'Social Sign In', { social: true }],
  ['lookup_secret', '2FA Backup Codes', { backupCodes: { left: 3, used: 0 } }],
  ['totp', 'Authenticator App', { totpSince: '2026-01-01T00:00:00Z' }],
  ['passkey', 'Passkeys', { passkeys: 2 }],
] as const)('%s, if the account still has it, is listed as %s', (group, name, credentials) => {
  showWithout([group], credentials);
  const link = navigation().getByRole('link', { name });
  expect(link.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(link.getAttribute('aria-describedby') ?? '');
  expect(reason?.dataset.message).toBe(`settings.${group}.kept`);
});

test.each([{}, undefined])(
  'a method that the account does not have, or may not have, is not listed: %j',
  (credentials) => {
    showWithout(['webauthn'], credentials);
    expect(names()).not.toContain('Hardware Tokens');
  },
);

test('a profile that cannot be changed here is shown open, and says where it comes from', () => {
  showWithout(['profile']);
  expect(names()[0]).toBe('Profile');
  const profile = document.querySelector('#profile');
  expect(profile?.closest('details')?.open).toBe(true);
  expect(profile?.textContent).toMatch(/^Your profile comes from elsewhere/);
  expect(profile?.querySelector('form')).toBeNull();
});

test('a profile managed by an organization says so', () => {
  showWithout(['profile'], {}, { identity: { id: 'i1', organization_id: 'o1' } });
  expect(screen.getByText(/^Your profile comes from your organization/)).toBeTruthy();
});
