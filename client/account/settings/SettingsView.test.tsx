import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SettingsFlow } from '@ory/client';
import { flowOf, input, text } from '../../../test/support/flows/flowParts.ts';
import { newerFlow } from '../../../test/support/flows/newerFlows.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../test/support/noCredentials.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { readMessage } from '../../../shared/flow/readMessage.ts';
import { SettingsView } from './SettingsView.tsx';
import {
  navigation,
  section,
  setUpSettingsHarness,
  showSettings,
  harness,
} from '../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

const sectionDetails = (anchor: string) => document.querySelector(`#${anchor}`)?.closest('details');

/** The anchors of the sections that are open. */
const openSections = () =>
  Array.from(document.querySelectorAll('details[open] > [id]:not(summary)'), ({ id }) => id);

test('the navigation links to each section, and to logout at the bottom', () => {
  showSettings();
  const links = navigation().getAllByRole('link');
  expect(links.map((link) => [link.firstChild?.textContent, link.getAttribute('href')])).toEqual([
    ['Profile', '#profile'],
    ['Password', '#password'],
    ['Social Sign In', '#oidc'],
    ['2FA Backup Codes', '#lookupSecret'],
    ['Hardware Tokens', '#webauthn'],
    ['Authenticator App', '#totp'],
    ['Passkeys', '#passkey'],
    ['Sessions and Devices', '#sessions'],
    ['Logout', '/logout'],
  ]);
  for (const link of links.slice(0, -1)) {
    expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  }
});

test('a script that another method shares has no section, but is loaded', () => {
  const settings = recordedFlow('settings');
  settings.ui.nodes = settings.ui.nodes.filter(
    ({ group, type }) => group !== 'webauthn' || type === 'script',
  );
  showSettings(settings);
  expect(document.querySelector('#webauthn')).toBeNull();
  expect(document.querySelector('#passkey')).not.toBeNull();
  expect(document.head.querySelector('script[src$="webauthn.js"]')).not.toBeNull();
});

test.each([
  ['settings', ['profile']],
  ['settings-totp-wrong', ['totp']],
  ['settings-lookup-revealed', ['lookupSecret']],
] as const)('%s opens the requested section, otherwise the profile: %j', (name, open) => {
  showSettings(recordedFlow(name));
  expect(openSections()).toEqual(open);
});

test.each(['webauthn', 'oidcOff', 'password', 'other'] as const)(
  'the page that confirms a change opens no other section: %s',
  (changed) => {
    showSettings(recordedFlow('settings-saved'), {}, { changed });
    expect(openSections()).toEqual([]);
  },
);

test('a method’s status is in its row, but not in the navigation', () => {
  showSettings(recordedFlow('settings-passkey'));
  expect(
    within(sectionDetails('passkey')?.querySelector('summary') ?? document.body).getByText('1 passkey'),
  ).toBeTruthy();
  expect(navigation().getByRole('link', { name: 'Passkeys' }).textContent).toBe('Passkeys');
});

test('an unknown group has its own section', () => {
  const nodes = [
    input('brainwave', 'brainwave_thought', 'text', {}, text(1070002, 'Thought')),
    input('brainwave', 'method', 'submit', { value: 'brainwave' }, text(1070003, 'Save')),
  ];
  showSettings(flowOf('settings', nodes));
  expect(document.querySelector('#brainwave form')).not.toBeNull();
  expect(screen.getByRole('heading', { name: 'More settings: brainwave' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});

test('a trusted device is listed with its name, its purpose and a button to remove it', async () => {
  const flow = newerFlow('a device key') as SettingsFlow;
  showSettings(flow);
  const row = sectionDetails('deviceauthn');
  expect(within(row ?? document.body).getByRole('heading', { level: 3, name: 'Work phone' })).toBeTruthy();
  expect(row?.querySelector('summary')?.textContent).toContain('1 device');
  expect(row?.textContent).toContain('Add the device in that app, and remove it here.');
  expect(row?.textContent).toContain('Added on Mar 11, 2026');
  harness.answers['POST /self-service/settings'] = [
    200,
    { ...flow, state: 'success', ui: { ...flow.ui, messages: [text(1050001, 'Saved')] } },
  ];
  await userEvent.click(section('deviceauthn').getByRole('button', { name: 'Remove trusted device' }));
  await userEvent.click(
    section('deviceauthn').getAllByRole('button', { name: 'Remove' }).at(-1) ?? document.body,
  );
  expect(await screen.findByRole('heading', { name: 'Trusted device removed' })).toBeTruthy();
  expect(harness.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    deviceauthn_remove: 'd1',
  });
});

test('a method is explained once, in its row', () => {
  showSettings();
  expect(screen.getAllByText(/An app on your phone/)).toHaveLength(1);
});

test('backup codes do not stand out as long as something else should be set up first', () => {
  showSettings();
  const generate = section('lookupSecret').getByRole('button', { name: /^Generate new/ });
  expect(generate.className).toContain('quiet');
});

test('a password form gives password managers the username', () => {
  showSettings();
  const username = document.querySelector<HTMLInputElement>('#password input[autocomplete="username"]');
  expect([username?.value, username?.name, username?.hidden]).toEqual(['ann@example.org', '', true]);
});

test('the secret of an authenticator app is shown in groups of four, and only after “Set up”', async () => {
  showSettings();
  const totp = section('totp');
  const secret = document.querySelector('#totp_secret_key');
  expect(secret?.closest('details')?.open).toBe(false);
  await userEvent.click(totp.getByText('Set up'));
  expect(secret?.closest('details')?.open).toBe(true);
  expect(secret?.querySelectorAll('span')[0]?.textContent).toHaveLength(4);
  expect(secret?.textContent).toMatch(/^[A-Z2-7]{16,}$/);
  const [, cancel] = totp.getAllByText('Cancel');
  if (cancel) await userEvent.click(cancel);
  expect(secret?.closest('details')?.open).toBe(false);
});

test('a change that is sent after another user has signed in, in another tab, reloads the page for them', async () => {
  const own = recordedFlow('settings');
  const theirs = { ...own, id: 'f2', identity: { ...own.identity, id: 'somebody-else' } };
  harness.answers = {
    [`POST ${new URL(own.ui.action).pathname}`]: [403, { error: { id: 'security_identity_mismatch' } }],
    'GET /self-service/settings/browser': [200, theirs],
  };
  showSettings(own);
  await userEvent.type(section('password').getByLabelText(/^Password/), 'correct horse battery');
  await userEvent.click(section('password').getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(harness.gone).toEqual(['/settings']));
  expect(screen.queryByText(/The form has expired/)).toBeNull();
});

test('an address that already has an account is reported at its field, which gets the focus', async () => {
  const own = recordedFlow('settings');
  const identity = { ...own.identity, traits: { email: 'ann@example.org' } };
  const nodes = own.ui.nodes.map((node) =>
    'name' in node.attributes && node.attributes.name === 'traits.email'
      ? { ...node, attributes: { ...node.attributes, value: 'bob@example.org' } }
      : node,
  );
  const messages = [text(4000007, 'An account exists.', {}, 'error')];
  harness.answers = {
    [`POST ${new URL(own.ui.action).pathname}`]: [
      400,
      { ...own, identity, ui: { ...own.ui, nodes, messages } },
    ],
  };
  showSettings();
  await userEvent.click(section('profile').getByRole('button', { name: 'Save profile' }));
  const address = section('profile').getByLabelText(/^Email/);
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(screen.getAllByText('There is already an account with this email.')).toHaveLength(1);
  const described = address.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe(
    'There is already an account with this email.',
  );
});

test('a service that can be linked has its own row, which says that it is not linked', () => {
  showSettings();
  const row = section('oidc').getByRole('button', { name: 'Link google' }).parentElement?.parentElement;
  expect(row?.textContent).toContain('Not linked');
  expect(row?.querySelector('h3')?.textContent.trim()).toBe('google');
});

test.each([
  ['with a password', [], true, /Choose a new password within/],
  ['without a password', [], false, /Set up a way to sign in within/],
  ['where there are no passwords', ['password'], false, /Set up a way to sign in within/],
] as const)(
  'a recovered account %s gets advice on what to do',
  (_which, left: readonly string[], password, words) => {
    const flow = recordedFlow('settings');
    flow.ui.nodes = flow.ui.nodes.filter(({ group }) => !left.includes(group));
    const at = new Date(Date.now() + 600_000).toISOString();
    flow.ui.messages = [readMessage(text(1060001, 'x', { privilegedSessionExpiresAt: at }, 'success'))];
    renderInPage(
      <SettingsView flow={flow} logoutUrl="/logout" credentials={{ ...noCredentials, password }} />,
    );
    expect(screen.getByText(words)).toBeTruthy();
  },
);

test('if a linked account is the only way to sign in, the page says why it cannot be unlinked', () => {
  const credentials = { ...noCredentials, social: true };
  renderInPage(
    <SettingsView flow={recordedFlow('settings')} logoutUrl="/logout" credentials={credentials} />,
  );
  expect(section('oidc').getByText(/^Your linked account is your only way to sign in\./)).toBeTruthy();
});

test('the profile shows first and last name side by side, and all fields in their order', () => {
  showSettings();
  const names = section('profile')
    .getByLabelText(/^First name/)
    .closest('form > div');
  expect(names?.contains(section('profile').getByLabelText(/^Last name/))).toBe(true);
  const fields = recordedFlow('settings').ui.nodes.filter(({ group }) => group === 'profile');
  const order = Array.from(
    names?.closest('form')?.querySelectorAll<HTMLInputElement>('[name^="traits."]') ?? [],
    ({ name }) => name,
  );
  expect(order).toEqual(
    fields
      .map(({ attributes }) => ('name' in attributes ? attributes.name : ''))
      .filter((name) => name.startsWith('traits.')),
  );
});
