import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { text } from '../../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { setUpSettingsHarness, showSettings } from '../../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

test('the served page links to the section with an error', () => {
  showSettings(recordedFlow('settings-totp-wrong'));
  const message = screen.getByText(/^Your change was not saved\. Check:/);
  const link = within(message).getByRole('link', { name: 'Manage 2FA TOTP Authenticator App' });
  expect(link.getAttribute('href')).toBe('#totp');
});

test('a refused account is not linked to: its button has the focus', () => {
  const flow = recordedFlow('settings');
  const link = flow.ui.nodes.find(({ attributes }) => 'name' in attributes && attributes.name === 'link');
  link?.messages.push(text(4000007, 'exists', { subject: 'service', provider: 'Acme' }, 'error'));
  showSettings(flow);
  expect(document.activeElement?.textContent).toBe('Link Acme');
  expect(screen.queryByText(/^Your change was not saved/)).toBeNull();
});

test.each(['settings-lookup', 'settings-lookup-revealed'])(
  'the served page links to the section that shows backup codes (%s)',
  (name) => {
    showSettings(recordedFlow(name));
    const message = screen.getByText(/^Your backup codes are shown here:/);
    const link = within(message).getByRole('link', { name: 'Manage 2FA Backup Recovery Codes' });
    expect(link.getAttribute('href')).toBe('#lookupSecret');
  },
);

test('settings without an error or new codes link to no section', () => {
  showSettings(recordedFlow('settings'));
  expect(screen.queryByText(/Your change was not saved|Your backup codes are shown/)).toBeNull();
});
