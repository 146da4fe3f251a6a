import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { section, setUpSettingsHarness, showSettings } from '../../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

test('an unverified address is shown, with a link to verify it', () => {
  const { unmount } = showSettings(recordedFlow('settings-passkey'));
  expect(screen.getByText('ann@example.org has not been verified yet.', { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Verify this address' }).getAttribute('href')).toBe(
    '/verification?return_to=%2Fsettings',
  );
  unmount();
  const flow = recordedFlow('settings-passkey');
  for (const address of flow.identity.verifiable_addresses ?? []) address.verified = true;
  showSettings(flow);
  expect(screen.queryByRole('link', { name: 'Verify this address' })).toBeNull();
});

test('a visit that is to correct an unverified address begins in its field, any other at the row', () => {
  const flow = recordedFlow('settings-passkey');
  location.hash = '#profile';
  const { unmount } = showSettings(flow);
  expect(document.activeElement).toBe(section('profile').getByLabelText(/^Email/));
  unmount();
  for (const address of flow.identity.verifiable_addresses ?? []) address.verified = true;
  showSettings(flow);
  expect(document.activeElement?.localName).toBe('summary');
});
