import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SettingsFlow, UiNode } from '@ory/client';
import { flowOf, input, method, text } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { keepPending } from '../../flow/submit/pendingChange.ts';
import { SettingsView } from './SettingsView.tsx';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/settings');
  Element.prototype.scrollIntoView = () => undefined;
});

const show = (flow: SettingsFlow, context = {}) =>
  renderInPage(<SettingsView flow={flow} logoutUrl="/logout" />, context);

test('after refusing to link an account, the page does not report a re-authentication', () => {
  const flow = recordedFlow('settings');
  const reason =
    'Unable to complete OpenID Connect flow because the OpenID Provider returned error "access_denied"';
  flow.ui.messages = [text(4000001, reason, { reason }, 'error')];
  keepPending('settings', {
    action: flow.ui.action,
    section: 'oidc',
    submitter: 'oidc link=acme',
    typed: {},
  });
  show(flow);
  expect(screen.getByText(/sign-in with the other account could not be completed/)).toBeTruthy();
  expect(screen.queryByText(/Please make your change once more/)).toBeNull();
});

test('the user is not asked again for codes that the provider generated meanwhile', () => {
  const flow = recordedFlow('settings-lookup');
  const by = 'lookup_secret lookup_secret_regenerate=true';
  keepPending('settings', { action: flow.ui.action, section: 'lookup_secret', submitter: by, typed: {} });
  show(flow);
  expect(screen.queryByText(/Please make your change once more/)).toBeNull();
});

test('a change that was saved during re-authentication is announced on return', () => {
  const flow = recordedFlow('settings-saved');
  keepPending('settings', {
    action: `/self-service/settings?flow=${flow.id}`,
    section: 'password',
    submitter: 'password method=password',
    typed: {},
  });
  show(flow);
  const saved = screen.getAllByText('Your changes have been saved!');
  expect(saved).toHaveLength(1);
  expect(saved[0]?.closest('[role="status"]')).not.toBeNull();
});

test('the user is asked again for a change still to confirm after another one was saved', () => {
  // once a change is saved, Kratos gives the forms the action of a newer flow
  const flow = recordedFlow('settings-saved');
  const by = 'profile method=profile';
  const typed = { 'traits.name.first': 'Zoe' };
  keepPending('settings', { action: flow.ui.action, section: 'profile', submitter: by, typed });
  show(flow);
  expect(screen.getByDisplayValue('Zoe')).toBeTruthy();
  expect(screen.getByText(/Please make your change once more/)).toBeTruthy();
});

test('adding a key returns to its section', async () => {
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

test('a passkey that the provider calls unnamed is called that in the page’s language', () => {
  show(recordedFlow('settings-passkey'));
  expect(screen.getByText('Unnamed key')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove passkey "Unnamed key"' })).toBeTruthy();
});

test('keys of the same name are numbered', () => {
  const flow = recordedFlow('settings-passkey');
  const key = flow.ui.nodes.find(({ meta }) => meta.label?.id === 1050020);
  if (!key) throw new Error('no passkey');
  const another = JSON.parse(JSON.stringify(key)) as UiNode;
  Object.assign(another.attributes, { value: 'another' });
  flow.ui.nodes.push(another);
  show(flow);
  for (const name of ['Unnamed key (1)', 'Unnamed key (2)']) {
    expect(screen.getByText(name)).toBeTruthy();
    expect(screen.getByRole('button', { name: `Remove passkey "${name}"` })).toBeTruthy();
  }
});

test.each(['', '   '])('a security key is not prompted for before it has a name: %j', async (name) => {
  const asked = jest.fn();
  Object.assign(window, { oryWebAuthnRegistration: asked });
  show(recordedFlow('settings'));
  const field = screen.getByLabelText<HTMLInputElement>(/^Name of the security key/);
  expect(field.required).toBe(true);
  if (name) await userEvent.type(field, name);
  await userEvent.click(screen.getByRole('button', { name: 'Add security key' }));
  expect(asked).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, 'Blue');
  await userEvent.click(screen.getByRole('button', { name: 'Add security key' }));
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a key can be removed without a name for another one', async () => {
  const flow = recordedFlow('settings');
  const removal = text(1050018, 'Remove security key "Blue"', { display_name: 'Blue' });
  flow.ui.nodes.push(input('webauthn', 'webauthn_remove', 'submit', { value: 'k1' }, removal));
  show(flow);
  const { form } = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove security key "Blue"' });
  const name = screen.getByLabelText<HTMLInputElement>(/^Name of the security key/);
  expect(name.form).toBe(form);
  const reported = jest.spyOn(name, 'reportValidity');
  const submitter = screen.getByRole('button', { name: 'Remove security key "Blue"' });
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
  await act(async () => {
    form?.dispatchEvent(event);
    await Promise.resolve();
  });
  expect(reported).not.toHaveBeenCalled();
});

test('each form returns to its section', () => {
  const { container } = show(recordedFlow('settings-lookup'));
  const forms = Array.from(container.querySelectorAll('form[data-section]'));
  const hashes = forms.map((form) => new URL((form as HTMLFormElement).action).hash);
  expect(hashes).toEqual([
    '#profile',
    '#password',
    '#oidc',
    '#lookupSecret',
    '#webauthn',
    '#totp',
    '#passkey',
  ]);
});

test('the served page links the section with an error', () => {
  show(recordedFlow('settings-totp-wrong'));
  const message = screen.getByText(/^Your change was not saved\. Please check:/);
  const link = within(message).getByRole('link', { name: 'Manage 2FA TOTP Authenticator App' });
  expect(link.getAttribute('href')).toBe('#totp');
});

test.each(['settings-lookup', 'settings-lookup-revealed'])(
  'the served page links the section that shows backup codes (%s)',
  (name) => {
    show(recordedFlow(name));
    const message = screen.getByText(/^Your backup codes are shown here:/);
    const link = within(message).getByRole('link', { name: 'Manage 2FA Backup Recovery Codes' });
    expect(link.getAttribute('href')).toBe('#lookupSecret');
  },
);

test('settings without an answer link no section', () => {
  show(recordedFlow('settings'));
  expect(screen.queryByText(/Your change was not saved|Your backup codes are shown/)).toBeNull();
});

test('once the time for a new password is over, the page says what to do and links it', () => {
  const flow = recordedFlow('settings');
  const end = Date.parse('2026-01-31T12:15:00Z');
  const context = {
    privilegedSessionExpiresAt: new Date(end).toISOString(),
    privileged_session_expires_at_unix: end / 1000,
  };
  flow.ui.messages = [text(1060001, 'Change it in time.', context, 'success')];
  flow.return_to = 'https://app.example/';
  show(flow, { servedAt: end });
  const message = screen.getByText(/the time to change your password without the old one is over/);
  expect(message.textContent).not.toMatch(/minute/);
  expect(message.closest('.message')?.className).toContain('info');
  expect(within(message).getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe(
    '/logout?next=%2Frecovery%3Freturn_to%3Dhttps%253A%252F%252Fapp.example%252F',
  );
});

test('unknown settings each have a title of their own', () => {
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

test('an unverified address is shown, with a link to verify it', () => {
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
