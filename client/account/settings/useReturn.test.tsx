import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { text } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { readMessage } from '../../../shared/flow/readMessage.ts';
import {
  section,
  setUpSettingsHarness,
  showSettings,
  harness,
} from '../../../test/support/settingsHarness.tsx';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { SettingsView } from './SettingsView.tsx';
import { keepPending } from '../../flow/answer/pendingChange.ts';

setUpSettingsHarness();

test('a change that follows a saved one is also restored after the session has ended', async () => {
  // once the provider has saved a change, the forms are sent to a newer flow than the one shown
  const next = new URL(recordedFlow('settings-saved').ui.action).searchParams.get('flow') ?? '';
  const { unmount } = showSettings(recordedFlow('settings-saved'));
  harness.answers['POST /self-service/settings'] = [401, { error: { id: 'session_inactive', code: 401 } }];
  await userEvent.type(screen.getByLabelText(/^First name/), 'trice');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(harness.gone).toHaveLength(1));
  unmount();
  const again = recordedFlow('settings-saved');
  showSettings({ ...again, id: next, state: 'show_form', ui: { ...again.ui, messages: [] } });
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Beatrice');
});

test('the user is not asked to repeat a change that the provider has already made', () => {
  const saved = recordedFlow('settings-saved');
  keepPending('settings', {
    action: `/self-service/settings?flow=${saved.id}`,
    section: 'profile',
    submitter: 'profile method=profile',
    typed: { 'traits.name.first': 'Zoe' },
  });
  showSettings(saved);
  expect(screen.queryByText(/Make your change again/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Bea');
});

test('after refusing to link an account, the page says so in view, and does not report a re-authentication', async () => {
  const scrolls = jest.spyOn(Element.prototype, 'scrollIntoView');
  const flow = recordedFlow('settings');
  const reason =
    'Unable to complete OpenID Connect flow because the OpenID Provider returned error "access_denied"';
  flow.ui.messages = [readMessage(text(4000001, reason, { reason }, 'error'))];
  keepPending('settings', {
    action: flow.ui.action,
    section: 'oidc',
    submitter: 'oidc link=acme',
    typed: {},
  });
  showSettings(flow);
  const message = screen.getByText(/sign-in with the other account could not be completed/);
  expect(document.activeElement?.contains(message)).toBe(true);
  expect(section('oidc').getByRole('button', { name: 'Link Acme' }).closest('details')?.open).toBe(true);
  const nextFrame = () => act(() => new Promise<unknown>(requestAnimationFrame));
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
  expect(scrolls.mock.contexts).not.toContain(document.getElementById('oidc'));
  expect(screen.queryByText(/Make your change again/)).toBeNull();
});

test('the user is not asked to request codes again that the provider has already generated', () => {
  const flow = recordedFlow('settings-lookup');
  const submitter = 'lookup_secret lookup_secret_regenerate=true';
  keepPending('settings', { action: flow.ui.action, section: 'lookup_secret', submitter, typed: {} });
  showSettings(flow);
  expect(screen.queryByText(/Make your change again/)).toBeNull();
});

test('the user is asked to repeat an unsaved change even after another one was saved', () => {
  // once a change is saved, Kratos gives the forms the action of a newer flow
  const flow = recordedFlow('settings-saved');
  const submitter = 'profile method=profile';
  const typed = { 'traits.name.first': 'Zoe' };
  keepPending('settings', { action: flow.ui.action, section: 'profile', submitter, typed });
  showSettings(flow);
  expect(screen.getByDisplayValue('Zoe')).toBeTruthy();
  expect(screen.getByText(/Make your change again/)).toBeTruthy();
});

test('adding a key returns to the message about it, not to its section', async () => {
  const flow = recordedFlow('settings-passkey');
  Object.assign(window, { oryPasskeySettingsRegistration: () => undefined });
  const { unmount } = showSettings(flow);
  await userEvent.click(screen.getByRole('button', { name: 'Add passkey' }));
  unmount();
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.id);
  };
  const ui = { ...flow.ui, messages: recordedFlow('settings-saved').ui.messages ?? [] };
  renderInPage(
    <SettingsView flow={{ ...flow, state: 'success', ui }} logoutUrl="/logout" changed="passkey" />,
  );
  expect(scrolled).toEqual(['done']);
  expect(screen.getByText('Passkey added')).toBeTruthy();
});
