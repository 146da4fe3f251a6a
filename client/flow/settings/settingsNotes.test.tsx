import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SettingsFlow } from '@ory/client';
import { flowOf, input, method, text } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { keepPending } from '../pendingChange.ts';
import { SettingsView } from './SettingsView.tsx';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/settings');
  Element.prototype.scrollIntoView = () => undefined;
});

const show = (flow: SettingsFlow) => renderInPage(<SettingsView flow={flow} logoutUrl="/logout" />);

test('who refused to link an account is not thanked for confirming who they are', () => {
  const flow = recordedFlow('settings');
  const reason =
    'Unable to complete OpenID Connect flow because the OpenID Provider returned error "access_denied"';
  flow.ui.messages = [text(4000001, reason, { reason }, 'error')];
  keepPending('settings', { flow: flow.id, section: 'oidc', by: 'oidc link=acme', typed: {} });
  show(flow);
  expect(screen.getByText(/sign-in with the other account could not be completed/)).toBeTruthy();
  expect(screen.queryByText(/Please make your change once more/)).toBeNull();
});

test('who comes back to codes that the provider generated meanwhile is not asked to do it again', () => {
  const flow = recordedFlow('settings-lookup');
  const by = 'lookup_secret lookup_secret_regenerate=true';
  keepPending('settings', { flow: flow.id, section: 'lookup_secret', by, typed: {} });
  show(flow);
  expect(screen.queryByText(/Please make your change once more/)).toBeNull();
});

test('what was saved while somebody confirmed who they are is announced where they come back to', () => {
  const flow = recordedFlow('settings-saved');
  keepPending('settings', {
    flow: flow.id,
    section: 'password',
    by: 'password method=password',
    typed: {},
  });
  show(flow);
  const saved = screen.getAllByText('Your changes have been saved!');
  expect(saved).toHaveLength(1);
  expect(saved[0]?.closest('[role="status"]')).not.toBeNull();
});

test('a key that is being added is come back to', async () => {
  const flow = recordedFlow('settings-passkey');
  Object.assign(window, { oryPasskeySettingsRegistration: () => undefined });
  const { unmount } = show(flow);
  await userEvent.click(screen.getByRole('button', { name: 'Add passkey' }));
  unmount();
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.id);
  };
  show({ ...flow, state: 'success' });
  expect(scrolled).toEqual(['passkey']);
});

test('a passkey that the provider calls unnamed is called so in the language of the page', () => {
  show(recordedFlow('settings-passkey'));
  expect(screen.getByText('Unnamed key')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove passkey "Unnamed key"' })).toBeTruthy();
});

test('settings that nobody has heard of each have a title of their own', () => {
  const label = text(1070002, 'Thought', { title: 'Thought' });
  show(
    flowOf('settings', [
      input('brainwave', 'thought', 'text', {}, label),
      method('brainwave', text(1070003, 'Save')),
      method('palm_print', text(1070005, 'Submit')),
    ]),
  );
  expect(screen.getByRole('heading', { level: 2, name: 'More settings: brainwave' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'More settings: palm print' })).toBeTruthy();
  const navigation = within(screen.getByRole('navigation', { name: 'Account Settings' }));
  expect(navigation.getByRole('link', { name: 'More settings: brainwave' }).getAttribute('href')).toBe(
    '#brainwave',
  );
});

test('an address that is not verified yet is named, with the way to verify it', () => {
  const { unmount } = show(recordedFlow('settings-passkey'));
  expect(screen.getByText('ann@example.org has not been verified yet.', { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Verify this address' }).getAttribute('href')).toBe(
    '/verification?return_to=%2Fsettings',
  );
  unmount();
  const flow = recordedFlow('settings-passkey');
  for (const address of flow.identity.verifiable_addresses ?? []) address.verified = true;
  show(flow);
  expect(screen.queryByRole('link', { name: 'Verify this address' })).toBeNull();
});
