import { expect, jest, test } from '@jest/globals';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SettingsFlow } from '@ory/client';
import { changesSaved } from '../../../../shared/flow/messageId.ts';
import { settingsChanges } from '../../../../shared/flow/settingsChange.ts';
import type { PageProps } from '../../../../shared/page.ts';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../../test/support/noCredentials.ts';
import { input, text } from '../../../../test/support/flows/flowParts.ts';
import { inPage, renderInPage } from '../../../../test/support/renderInPage.tsx';
import {
  harness,
  section,
  setUpSettingsHarness,
  showSettings,
} from '../../../../test/support/settingsHarness.tsx';
import { SettingsView } from '../SettingsView.tsx';

setUpSettingsHarness();

const saved = recordedFlow('settings-saved');
const show = (props: Partial<PageProps['settings']>) =>
  renderInPage(<SettingsView flow={saved} logoutUrl="/logout" {...props} />);
const row = (anchor: string) => document.querySelector(`#${anchor}`)?.closest('details');

/** Saved settings with other nodes for one group. */
const savedWith = (group: string, nodes: SettingsFlow['ui']['nodes']): SettingsFlow => ({
  ...saved,
  ui: { ...saved.ui, nodes: [...saved.ui.nodes.filter((node) => node.group !== group), ...nodes] },
});
const withApp = savedWith('totp', [
  input('totp', 'totp_unlink', 'submit', { value: 'true' }, text(1050004, 'Unlink')),
]);

const savePassword = async (): Promise<void> => {
  harness.answers['POST /self-service/settings'] = [200, saved];
  await userEvent.type(section('password').getByLabelText(/^Password/), 'a fine stethoscope');
  await userEvent.click(section('password').getByRole('button', { name: 'Change password' }));
};

test('a saved change is named in a focused message at the top, and only its form is reset', async () => {
  showSettings();
  await userEvent.type(screen.getByLabelText(/^First name/), 'X');
  const details = row('password');
  if (details) details.open = true;
  await savePassword();
  const heading = await screen.findByRole('heading', { level: 2, name: 'New password set' });
  expect(heading.closest('[role="status"]')).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(heading.closest('#done')));
  expect(document.querySelector('#done')?.compareDocumentPosition(row('profile') ?? document.body)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(heading.closest('#done')?.textContent).toBe('New password set');
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('AnnX');
  expect(harness.gone).toEqual([]);
});

test('a changed section that was opened before scripts arrived stays open', async () => {
  const page = inPage(<SettingsView flow={saved} logoutUrl="/logout" changed="password" />);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const details = row('password');
  expect(details?.open).toBe(false);
  if (details) details.open = true;
  const root = await act(() => hydrateRoot(container, page));
  expect(row('password')?.open).toBe(true);
  act(() => root.unmount());
});

test('a change that is refused after a saved one is not reported as saved, and keeps what was typed', async () => {
  showSettings();
  await savePassword();
  await screen.findByText('New password set');
  const refusal = { id: 4000001, type: 'error' as const, text: 'No such name.' };
  const nodes = saved.ui.nodes.map((node) =>
    'name' in node.attributes && node.attributes.name === 'traits.name.first'
      ? { ...node, messages: [refusal] }
      : node,
  );
  harness.answers['POST /self-service/settings'] = [400, { ...saved, ui: { ...saved.ui, nodes } }];
  await userEvent.type(screen.getByLabelText(/^First name/), 'X');
  await userEvent.click(section('profile').getByRole('button', { name: /^Save/ }));
  await screen.findByText('No such name.');
  expect(document.querySelector('#done')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('AnnX');
});

test('a form that cannot be sent is not reported below a saved one', async () => {
  showSettings();
  await savePassword();
  await screen.findByText('New password set');
  await userEvent.click(section('password').getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.getByLabelText(/^Password/).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByText('New password set')).toBeNull();
});

test('the changed row is closed and marked, and shows its new status', async () => {
  showSettings();
  const details = row('password');
  if (details) details.open = true;
  await savePassword();
  await screen.findByText('New password set');
  expect(details?.open).toBe(false);
  expect(row('profile')?.open).toBe(false);
  expect(details?.className).toContain('changed');
  expect(details?.querySelector('summary')?.textContent).toContain('On');
  expect(document.querySelectorAll('details.changed')).toHaveLength(1);
});

test('the rows’ statuses are fetched again from the provider', async () => {
  renderInPage(
    <SettingsView flow={recordedFlow('settings')} logoutUrl="/logout" credentials={noCredentials} />,
  );
  expect(row('password')?.querySelector('summary')?.textContent).toMatch(/Set a password.*Not set up/);
  expect(screen.getByRole('button', { name: 'Set a password' })).toBeTruthy();
  harness.answers['GET /settings/credentials'] = [
    200,
    { ...noCredentials, password: true, backupCodes: { left: 12, used: 0 } },
  ];
  harness.answers['POST /self-service/settings'] = [
    200,
    savedWith('lookup_secret', [
      input('lookup_secret', 'lookup_secret_disable', 'submit', { value: 'true' }, text(1050016, 'Disable')),
    ]),
  ];
  await userEvent.click(section('password').getByRole('button', { name: 'Set a password' }));
  await userEvent.type(section('password').getByLabelText(/^Password/), 'a fine stethoscope');
  await userEvent.click(section('password').getByRole('button', { name: 'Set a password' }));
  await waitFor(() =>
    expect(row('lookupSecret')?.querySelector('summary')?.textContent).toContain('12 left'),
  );
});

test('the message stays until the next action', async () => {
  jest.useFakeTimers();
  show({ changed: 'password' });
  act(() => jest.advanceTimersByTime(60_000));
  expect(screen.getByText('New password set')).toBeTruthy();
  jest.useRealTimers();
  harness.answers['POST /self-service/settings'] = [502, {}];
  await userEvent.type(section('password').getByLabelText(/^Password/), 'a fine stethoscope');
  await userEvent.click(section('password').getByRole('button', { name: 'Change password' }));
  await screen.findAllByRole('alert');
  expect(screen.queryByText('New password set')).toBeNull();
});

test.each(settingsChanges)('the change %s has its own message', (changed) => {
  show({ changed, service: 'acme' });
  const heading = document.querySelector('#done h2')?.textContent ?? '';
  expect(heading).toMatch(/^[A-Z].*[a-z]!?$/);
  expect(heading === 'Your changes have been saved!').toBe(changed === 'other');
});

test.each([
  ['oidc', 'acme', 'Acme is linked'],
  ['oidcOff', 'acme', 'Acme is no longer linked'],
  ['oidcOff', 'gone', 'Your changes have been saved!'],
] as const)('the change %s of %s is reported as “%s”', (changed, service, words) => {
  show({ changed, service });
  expect(document.querySelector('#done h2')?.textContent).toBe(words);
});

test('showing the backup codes does not count as a change, even after one was saved', () => {
  const revealed = recordedFlow('settings-lookup-revealed');
  const messages = saved.ui.messages ?? [];
  expect(messages.map(({ id }) => id)).toEqual([changesSaved]);
  show({ flow: { ...revealed, state: 'success', ui: { ...revealed.ui, messages } } });
  expect(document.querySelector('#done')).toBeNull();
  expect(row('lookupSecret')?.open).toBe(true);
});

test.each([
  ['setting up an authenticator app', { flow: withApp, changed: 'totp' }],
  ['adding a security key', { changed: 'webauthn' }],
] as const)('after %s, the button for backup codes has the focus', (_what, props) => {
  show(props);
  expect(screen.getByText(/^Next: backup codes/)).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create backup codes' });
  expect(document.activeElement).toBe(button);
  expect(button.form).toBe(document.querySelector('#lookupSecret form'));
  expect([button.name, button.value]).toEqual(['lookup_secret_regenerate', 'true']);
});

test('while a next step is offered, the profile is closed and no other button is primary', () => {
  show({ flow: withApp, changed: 'totp' });
  expect(row('profile')?.open).toBe(false);
  expect(row('profile')?.parentElement?.className).toContain('calm');
});

test('users who have backup codes are not offered new ones', () => {
  const disable = input(
    'lookup_secret',
    'lookup_secret_disable',
    'submit',
    { value: 'true' },
    text(1050016, 'Disable'),
  );
  const nodes = [...withApp.ui.nodes.filter(({ group }) => group !== 'lookup_secret'), disable];
  show({ flow: { ...withApp, ui: { ...withApp.ui, nodes } }, changed: 'totp' });
  expect(screen.queryByRole('button', { name: 'Create backup codes' })).toBeNull();
});

test('“Create backup codes” opens the codes’ section, with the focus on Copy', async () => {
  show({ flow: withApp, changed: 'totp' });
  harness.answers['POST /self-service/settings'] = [200, recordedFlow('settings-lookup')];
  await userEvent.click(screen.getByRole('button', { name: 'Create backup codes' }));
  await waitFor(() => expect(row('lookupSecret')?.open).toBe(true));
  expect(document.activeElement?.textContent).toBe('Copy');
  const codes = section('lookupSecret');
  expect(codes.getByText('Save these codes, then confirm. They work only after you confirm.')).toBeTruthy();
  expect(codes.getByRole('button', { name: /^Confirm/ }).className).toContain('primary');
  expect(codes.getByRole('button', { name: 'Copy' }).className).toContain('quiet');
  expect(row('lookupSecret')?.querySelector('summary')?.textContent).toContain('Not set up');
  expect(harness.calls[0]?.body).toMatchObject({ lookup_secret_regenerate: 'true' });
  expect(screen.queryByText('Authenticator app turned on')).toBeNull();
});

test.each([
  ['set after a recovery, the next step is the start page', '/self-service/recovery?flow=f1', '/'],
  ['set in the settings, there is no next step', '/self-service/settings/browser', undefined],
])('after a new password %s', (_what, path, href) => {
  show({ changed: 'password', flow: { ...saved, request_url: `http://localhost:3000${path}` } });
  const link = screen.queryByRole('link', { name: 'Go to the start page' });
  expect(link?.getAttribute('href')).toBe(href);
  if (link) expect(document.activeElement).toBe(link);
});

test('after a new password that a recovery inside a link led to, the next step is the link', () => {
  const flow = { ...saved, request_url: 'http://localhost:3000/self-service/recovery?flow=f1' };
  show({ changed: 'password', flow, notLinked: 'acme' });
  const done = within(document.querySelector<HTMLElement>('#done') ?? document.body);
  const link = done.getByRole<HTMLButtonElement>('button', { name: 'Link Acme' });
  expect(document.activeElement).toBe(link);
  expect(link.form && new FormData(link.form, link).get('link')).toBe('acme');
  expect(done.queryByRole('link')).toBeNull();
});
