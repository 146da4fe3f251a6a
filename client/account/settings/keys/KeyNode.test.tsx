import { expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UiNode } from '@ory/client';
import { flowOf, input, text } from '../../../../test/support/flows/flowParts.ts';
import { renderInPage } from '../../../../test/support/renderInPage.tsx';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../../test/support/noCredentials.ts';
import {
  pressAndConfirm,
  setUpSettingsHarness,
  showSettings,
  harness,
} from '../../../../test/support/settingsHarness.tsx';
import { SettingsView } from '../SettingsView.tsx';

setUpSettingsHarness();

test.each([
  ['looks blank', '\u3164\u2800'],
  ['reverses the text around it', 'Blue\u202eyek'],
  ['consists mostly of combining marks', `B${'\u0301'.repeat(50)}`],
])('a key whose name %s is called unnamed', (_what, name) => {
  const removal = text(1050018, `Remove security key "${name}"`, { display_name: name });
  showSettings(
    flowOf('settings', [input('webauthn', 'webauthn_remove', 'submit', { value: 'k1' }, removal)]),
  );
  expect(screen.getByRole('heading', { level: 3, name: 'Unnamed key' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove unnamed key' })).toBeTruthy();
});

test('a passkey that the provider calls unnamed is called unnamed in the page’s language', () => {
  showSettings(recordedFlow('settings-passkey'));
  expect(screen.getByRole('heading', { level: 3, name: 'Unnamed key' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove unnamed key' })).toBeTruthy();
  expect(screen.getByText(/^1 passkey ·/).parentElement?.textContent).toBe(
    '1 passkey · Your fingerprint, face or PIN instead of a password',
  );
});

test('keys of the same name are numbered', () => {
  const flow = recordedFlow('settings-passkey');
  const key = flow.ui.nodes.find(({ meta }) => meta.label?.id === 1050020);
  if (!key) throw new Error('no passkey');
  const another = JSON.parse(JSON.stringify(key)) as UiNode;
  Object.assign(another.attributes, { value: 'another' });
  flow.ui.nodes.push(another);
  showSettings(flow);
  for (const number of [1, 2]) {
    expect(screen.getByRole('heading', { level: 3, name: `Unnamed key (${number})` })).toBeTruthy();
    expect(screen.getByRole('button', { name: `Remove unnamed key (${number})` })).toBeTruthy();
  }
});

test('keys of the same name show the time of day and are numbered from the oldest', () => {
  const key = (value: string, addedAt: string) =>
    input(
      'passkey',
      'passkey_remove',
      'submit',
      { value },
      text(1050020, 'Remove', { display_name: 'Phone', added_at: addedAt }),
    );
  showSettings(flowOf('settings', [key('new', '2026-01-31T12:30:00Z'), key('old', '2026-01-31T09:15:00Z')]));
  const rowOf = (name: string) => screen.getByRole('heading', { level: 3, name }).parentElement;
  expect(rowOf('Phone (1)')?.textContent).toMatch(/Jan 31, 2026, \d+:15/);
  expect(rowOf('Phone (2)')?.textContent).toMatch(/Jan 31, 2026, \d+:30/);
});

test.each(['', '   '])(
  'the browser does not prompt for a security key that has no name: %j',
  async (name) => {
    const prompt = jest.fn();
    Object.assign(window, { oryWebAuthnRegistration: prompt });
    showSettings(recordedFlow('settings'));
    const field = screen.getByLabelText<HTMLInputElement>(/^Name of the security key/);
    expect(field.required).toBe(true);
    if (name) await userEvent.type(field, name);
    await userEvent.click(screen.getByRole('button', { name: 'Add security key' }));
    expect(prompt).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, 'Blue');
    await userEvent.click(screen.getByRole('button', { name: 'Add security key' }));
    expect(prompt).toHaveBeenCalledTimes(1);
  },
);

test('a key can be removed without a name for another one', async () => {
  const flow = recordedFlow('settings');
  const removal = text(1050018, 'Remove security key "Blue"', { display_name: 'Blue' });
  flow.ui.nodes.push(input('webauthn', 'webauthn_remove', 'submit', { value: 'k1' }, removal));
  showSettings(flow);
  const { form } = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove security key "Blue"' });
  const name = screen.getByLabelText<HTMLInputElement>(/^Name of the security key/);
  expect(name.form).toBe(form);
  const reported = jest.spyOn(name, 'reportValidity');
  await userEvent.click(screen.getByRole('button', { name: 'Remove security key "Blue"' }));
  const submitter = within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' });
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
  await act(async () => {
    form?.dispatchEvent(event);
    await Promise.resolve();
  });
  expect(reported).not.toHaveBeenCalled();
});

test('a passkey of a known model is named after its authenticator', () => {
  const flow = recordedFlow('settings-passkey');
  const key = flow.ui.nodes.find(({ meta }) => meta.label?.id === 1050020);
  Object.assign(key?.attributes ?? {}, { value: 'fbff01' });
  const authenticators = { fbff01: '50726f74-6f6e-5061-7373-50726f746f6e' };
  renderInPage(
    <SettingsView
      flow={flow}
      logoutUrl="/logout"
      credentials={{
        ...noCredentials,
        password: true,
        passkeys: 1,
        authenticators,
      }}
    />,
  );
  expect(screen.getByRole('heading', { level: 3, name: 'Proton Pass' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove passkey "Proton Pass"' })).toBeTruthy();
});

test('the browser is told that a passkey was removed', async () => {
  const signalled = jest.fn<(options: object) => Promise<void>>(() => Promise.resolve());
  Object.assign(window, { PublicKeyCredential: { signalUnknownCredential: signalled } });
  const flow = recordedFlow('settings-passkey');
  const removal = flow.ui.nodes.find(({ meta }) => meta.label?.id === 1050020);
  Object.assign(removal?.attributes ?? {}, { value: 'fbff01' });
  const after = recordedFlow('settings-saved');
  after.ui.nodes = flow.ui.nodes.filter((node) => node !== removal);
  harness.answers['POST /self-service/settings'] = [200, after];
  showSettings(flow);
  await pressAndConfirm('Remove unnamed key');
  await screen.findByText('Passkey removed');
  expect(signalled.mock.calls).toEqual([[{ rpId: 'localhost', credentialId: '-_8B' }]]);
});

test('the last way to sign in cannot be removed, and the page says why', () => {
  const flow = recordedFlow('settings-passkey');
  const key = flow.ui.nodes.find(({ meta }) => meta.label?.id === 1050020);
  Object.assign(key?.attributes ?? {}, { disabled: true });
  showSettings(flow);
  expect(screen.getByText(/^You cannot remove it: it is your last way to sign in\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Remove passkey/ })).toBeNull();
});
