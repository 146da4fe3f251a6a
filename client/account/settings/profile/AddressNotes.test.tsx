import { expect, test } from '@jest/globals';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../../test/support/noCredentials.ts';
import { section, setUpSettingsHarness, showSettings } from '../../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

test('a change of address says which ways to sign in have to be confirmed again, if any', () => {
  const suspends = (suspended: string[]): string | undefined => {
    const { unmount } = showSettings(
      recordedFlow('settings'),
      {},
      { credentials: { ...noCredentials, suspended } },
    );
    const text = section('profile').queryByText(/^We mail a code to a new address/)?.textContent;
    unmount();
    return text?.trim();
  };
  const mails = 'We mail a code to a new address. Check its spelling.';
  expect(suspends([])).toBe(mails);
  expect(suspends(['oidc', 'saml', 'passkey'])).toBe(
    `${mails} With a new address, you have to confirm these ways to sign in again: Social Sign In and Passkeys. You will then be signed out everywhere else.`,
  );
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
