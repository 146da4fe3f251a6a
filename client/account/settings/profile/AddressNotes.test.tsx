import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../../test/support/noCredentials.ts';
import { section, setUpSettingsHarness, showSettings } from '../../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

const mailForm = { action: '/verify', token: 't', method: 'code', label: 'provider.1010015' };

test('an unverified address has a button that mails it; one that is verified, what a change leads to', () => {
  const { unmount } = showSettings(recordedFlow('settings-passkey'), {}, { mailForm });
  expect(section('profile').getByText(/^Check the spelling of/).textContent).toBe(
    'Check the spelling of ann@example.org, then verify it.',
  );
  const button = section('profile').getByRole<HTMLButtonElement>('button', { name: 'Email me a code' });
  expect(button.form?.getAttribute('action')).toBe('/verify');
  expect(Object.fromEntries(new FormData(button.form ?? undefined, button))).toEqual({
    csrf_token: 't',
    email: 'ann@example.org',
    method: 'code',
  });
  unmount();
  const flow = recordedFlow('settings-passkey');
  for (const address of flow.identity.verifiable_addresses ?? []) address.verified = true;
  showSettings(flow);
  expect(screen.queryByRole('button', { name: 'Email me a code' })).toBeNull();
  expect(section('profile').getByText(/^We mail a code to a new address/)).toBeTruthy();
});

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
    `${mails} With a new address, you have to confirm these ways to sign in again: Social Sign In and Passkeys.`,
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
