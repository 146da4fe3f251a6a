import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SessionAuthenticationMethod, SettingsFlow } from '@ory/client';
import { flowOf, input, method, text } from '../../../test/support/flows/flowParts.ts';
import { newerFlow } from '../../../test/support/flows/newerFlows.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import type { OwnSessions, SessionSummary } from '../../../shared/sessions.ts';
import { browser } from '../../flow/submit/browser.ts';
import { keepPending } from '../../flow/submit/pendingChange.ts';
import { SettingsView } from './SettingsView.tsx';

interface Call {
  url: string;
  method: string;
  body?: unknown;
  csrf: string | null;
}

let calls: Call[] = [];
let answers: Record<string, [status: number, body: unknown]> = {};
let gone: string[] = [];
const { fetch: realFetch } = globalThis;
const { goTo } = browser;

beforeEach(() => {
  calls = [];
  answers = {};
  gone = [];
  sessionStorage.clear();
  history.replaceState(null, '', '/settings');
  Element.prototype.scrollIntoView = jest.fn();
  browser.goTo = (url) => void gone.push(url);
  globalThis.fetch = (url, init) => {
    const [path = ''] = (url as string).replace('http://localhost:3000', '').split('?');
    const verb = init?.method ?? 'GET';
    const csrf = new Headers(init?.headers).get('x-csrf-token');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ url: path, method: verb, csrf, ...(body !== undefined && { body }) });
    const [status, answer] = answers[`${verb} ${path}`] ?? [500, {}];
    const json = JSON.stringify(answer);
    return Promise.resolve({
      ok: status < 300,
      status,
      text: () => Promise.resolve(json),
      json: () => Promise.resolve(JSON.parse(json) as unknown),
    } as Response);
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
  browser.goTo = goTo;
  jest.useRealTimers();
});

const show = (flow: SettingsFlow = recordedFlow('settings'), context = {}) =>
  renderInPage(<SettingsView flow={flow} logoutUrl="/logout" />, context);
const navigation = () => within(screen.getByRole('navigation', { name: 'Account Settings' }));
const folds = (anchor: string) => document.querySelector<HTMLDetailsElement>(`#${anchor} details`);

test('the navigation links each section, and the logout at the bottom', () => {
  show();
  const links = navigation().getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
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

test('a method that the account does not have is disabled in the navigation and has no section', () => {
  show(flowOf('settings', [method('profile', text(1070003, 'Save'))]));
  const disabled = navigation()
    .getAllByRole('link', { name: /./ })
    .filter((link) => link.ariaDisabled === 'true' || link.getAttribute('aria-disabled') === 'true');
  expect(disabled.map(({ textContent }) => textContent)).toEqual([
    'Password',
    'Social Sign In',
    '2FA Backup Codes',
    'Hardware Tokens',
    'Authenticator App',
  ]);
  expect(document.querySelector('#password')).toBeNull();
  expect(document.querySelector('#profile')).not.toBeNull();
});

test('an unknown group has its own section', () => {
  show(newerFlow('a device key') as SettingsFlow);
  expect(document.querySelector('#deviceauthn form')).not.toBeNull();
});

test('a method says what it is good for as long as it can be set up', () => {
  const { unmount } = show();
  const hint = /^An app on your phone shows codes/;
  expect(document.querySelector('#totp')?.contains(screen.getByText(hint))).toBe(true);
  unmount();
  const unlink = input('totp', 'totp_unlink', 'submit', { value: 'true' }, text(1050004, 'Unlink'));
  show(flowOf('settings', [unlink]));
  expect(screen.queryByText(hint)).toBeNull();
});

test('sections fold, and a link to one unfolds it', () => {
  show();
  const password = folds('password');
  expect(password?.open).toBe(true);
  if (password) password.open = false;
  act(() => {
    location.hash = '#password';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  expect(password?.open).toBe(true);
});

test('keys are listed with their names and dates, and can be removed', async () => {
  const removal = text(1050018, 'Remove security key "Blue"', {
    display_name: 'Blue',
    added_at: '2026-01-31T12:00:00Z',
    added_at_unix: 1769860800,
  });
  show(flowOf('settings', [input('webauthn', 'webauthn_remove', 'submit', { value: 'k1' }, removal)]));
  expect(screen.getByText('Blue')).toBeTruthy();
  expect(screen.getByText('Added on Jan 31, 2026')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove security key "Blue"' }));
  expect(calls[0]?.body).toEqual({ csrf_token: 'csrf', webauthn_remove: 'k1' });
});

test('a saved change is announced on the page, and only its form is reset', async () => {
  show();
  answers['POST /self-service/settings'] = [200, recordedFlow('settings-saved')];
  await userEvent.type(screen.getByLabelText(/^First name/), 'X');
  await userEvent.type(screen.getByLabelText(/^Password/), 'a fine stethoscope');
  const save = within(document.querySelector<HTMLElement>('#password') ?? document.body);
  await userEvent.click(save.getByRole('button', { name: /^Save/ }));
  const status = await screen.findByText('Your changes have been saved!');
  expect(status.closest('[role="status"]')).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('AnnX');
  expect(document.activeElement?.contains(status)).toBe(true);
  expect(gone).toEqual([]);
});

test('a password form gives password managers the username', () => {
  show();
  const username = document.querySelector<HTMLInputElement>('#password input[autocomplete="username"]');
  expect([username?.value, username?.name, username?.hidden]).toEqual(['ann@example.org', '', true]);
});

test('backup codes can be copied, printed and downloaded', async () => {
  const user = userEvent.setup();
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  show(recordedFlow('settings-lookup'));
  const copy = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied.')).toBeTruthy();
  expect(copy.mock.calls[0]?.[0].trim().split('\n')).toHaveLength(12);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect(click).toHaveBeenCalledTimes(1);
  click.mockRestore();
});

test('the minutes of a privileged session count down', () => {
  const start = Date.parse('2026-01-31T12:00:00Z');
  jest.useFakeTimers({ now: start });
  const flow = recordedFlow('settings');
  flow.ui.messages = [
    text(
      1060001,
      'Change it within 15 minutes.',
      {
        privilegedSessionExpiresAt: '2026-01-31T12:15:00Z',
        privileged_session_expires_at_unix: start / 1000 + 15 * 60,
      },
      'success',
    ),
  ];
  show(flow, { servedAt: start });
  expect(screen.getByText(/within the next 15 minutes/)).toBeTruthy();
  act(() => {
    jest.advanceTimersByTime(5 * 60_000);
  });
  expect(screen.getByText(/within the next 10 minutes/)).toBeTruthy();
});

test('re-authentication restores what was typed, without the password', async () => {
  const flow = recordedFlow('settings');
  const { unmount } = show(flow);
  const url = 'http://localhost:3000/self-service/login/browser?refresh=true';
  const back = encodeURIComponent(`http://localhost/settings?flow=${flow.id}`);
  answers['POST /self-service/settings'] = [
    403,
    { error: { id: 'session_refresh_required' }, redirect_browser_to: url },
  ];
  await userEvent.type(screen.getByLabelText(/^First name/), 'abel');
  await userEvent.type(screen.getByLabelText(/^Password/), 'a fine stethoscope');
  const profile = within(document.querySelector<HTMLElement>('#profile') ?? document.body);
  await userEvent.click(profile.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(gone).toEqual([`${url}&return_to=${back}`]));
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('stethoscope');
  unmount();
  show();
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Annabel');
  expect(screen.getByText(/Please make your change once more/)).toBeTruthy();
  expect(sessionStorage).toHaveLength(0);
});

test('a sign-in after the session’s end restores the section and what was typed, without the password', async () => {
  const flow = recordedFlow('settings');
  const { unmount } = show(flow);
  answers['POST /self-service/settings'] = [401, { error: { id: 'session_inactive', code: 401 } }];
  await userEvent.type(screen.getByLabelText(/^First name/), 'abel');
  await userEvent.type(screen.getByLabelText(/^Password/), 'a fine stethoscope');
  const profile = within(document.querySelector<HTMLElement>('#profile') ?? document.body);
  await userEvent.click(profile.getByRole('button', { name: 'Save – Profile' }));
  const back = encodeURIComponent(`http://localhost/settings?flow=${flow.id}#profile`);
  await waitFor(() => expect(gone).toEqual([`/login?return_to=${back}&ended=true`]));
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('stethoscope');
  unmount();
  show();
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Annabel');
});

test('a change after a saved one also keeps what was typed over a sign-in', async () => {
  // once the provider has saved a change, the forms are sent to a newer flow than the one shown
  const next = new URL(recordedFlow('settings-saved').ui.action).searchParams.get('flow') ?? '';
  const { unmount } = show(recordedFlow('settings-saved'));
  answers['POST /self-service/settings'] = [401, { error: { id: 'session_inactive', code: 401 } }];
  await userEvent.type(screen.getByLabelText(/^First name/), 'trice');
  await userEvent.click(screen.getByRole('button', { name: 'Save – Profile' }));
  await waitFor(() => expect(gone).toHaveLength(1));
  unmount();
  const again = recordedFlow('settings-saved');
  show({ ...again, id: next, state: 'show_form', ui: { ...again.ui, messages: [] } });
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Beatrice');
});

test('the user is not asked again for a change that the provider made by itself', () => {
  const done = recordedFlow('settings-saved');
  keepPending('settings', {
    action: `/self-service/settings?flow=${done.id}`,
    section: 'profile',
    submitter: 'profile method=profile',
    typed: { 'traits.name.first': 'Zoe' },
  });
  show(done);
  expect(screen.queryByText(/once more/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Bea');
});

const session = (id: string, minutesAgo = 1): SessionSummary => ({
  id,
  authenticated_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  authentication_methods: [{ method: 'password' }],
  devices: [
    {
      id: 'd',
      ip_address: '192.0.2.7',
      location: 'Bern',
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    },
  ],
});

test('backup codes are listed, the used ones struck through', () => {
  const flow = recordedFlow('settings-lookup-revealed');
  const { container } = renderInPage(<SettingsView flow={flow} logoutUrl="/logout" />);
  const items = Array.from(container.querySelectorAll('#lookup_secret_codes li'));
  expect(items.length).toBeGreaterThan(5);
  expect(items.filter((item) => item.querySelector('s'))).toHaveLength(1);
});

test('a session shows what the provider knows about it, and no stray separators', () => {
  const unknown = [{ method: 'v0.6_legacy_session' }] as unknown as SessionAuthenticationMethod[];
  const { container } = showSessions({
    current: { id: 's1', authentication_methods: [{ method: 'password' }, ...unknown] },
    others: [{ id: 's2', authentication_methods: unknown, devices: [] }],
  });
  const rows = Array.from(container.querySelectorAll('.details'), ({ textContent }) => textContent);
  expect(rows).toEqual(['Password', '']);
});

const showSessions = (sessions: OwnSessions | undefined) =>
  renderInPage(<SettingsView flow={recordedFlow('settings')} logoutUrl="/logout" sessions={sessions} />);

test('sessions show device, place, methods and time, and can be ended one by one or all at once', async () => {
  answers['DELETE /sessions/s2'] = [204, null];
  answers['DELETE /sessions'] = [200, { count: 1 }];
  showSessions({ current: session('s1'), others: [session('s2'), session('s3')] });
  expect(screen.getAllByText('Bern · 192.0.2.7')).toHaveLength(3);
  expect(screen.getAllByText(/^Password ·/)).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Sign out Firefox · Windows (2)' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  expect(calls).toContainEqual({ url: '/sessions/s2', method: 'DELETE', csrf: 'portal-token' });
  expect(await screen.findByText('Signed out.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Sign out Firefox · Windows' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(calls).toContainEqual({ url: '/sessions', method: 'DELETE', csrf: 'portal-token' });
  expect(await screen.findByText('You are not signed in anywhere else.')).toBeTruthy();
});

test('the long name of a session’s program is shortened, with the whole name as its title', () => {
  const agent = 'x'.repeat(400);
  const [device] = session('s2').devices ?? [];
  const other = { ...session('s2'), devices: [{ ...device, id: 'd', user_agent: agent }] };
  showSessions({ current: session('s1'), others: [other] });
  expect(screen.getByTitle(agent).textContent).toBe(`${'x'.repeat(40)}…`);
  expect(screen.getByRole('button', { name: `Sign out ${'x'.repeat(40)}…` })).toBeTruthy();
});

test('without a privileged session, ending a session is left to the server, which re-authenticates first', async () => {
  showSessions({ current: session('s1', 60), others: [session('s2')] });
  const left = jest.fn<(event: Event) => void>((event) => event.preventDefault());
  addEventListener('submit', left, { once: true });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  expect(left.mock.calls[0]?.[0].target).toMatchObject({ method: 'post' });
  const form = left.mock.calls[0]?.[0].target as HTMLFormElement;
  expect(form.getAttribute('action')).toBe('/settings/sessions');
  expect(Object.fromEntries(new FormData(form))).toEqual({ _csrf: 'portal-token' });
  expect(calls).toEqual([]);
});

test('if one’s own session has ended, the server redirects to a sign-in', async () => {
  answers['DELETE /sessions/s2'] = [401, {}];
  const left = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  showSessions({ current: session('s1'), others: [session('s2')] });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
  left.mockRestore();
});

test('a session that cannot be ended stays, and the page says so', async () => {
  showSessions({ current: session('s1'), others: [session('s2')] });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Firefox · Windows' }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded or changed');
  expect(screen.getByRole('button', { name: 'Sign out Firefox · Windows' })).toBeTruthy();
});

test('if the sessions cannot be loaded, the page says so', () => {
  showSessions(undefined);
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
});

const savePassword = async (): Promise<void> => {
  answers['POST /self-service/settings'] = [200, recordedFlow('settings-saved')];
  await userEvent.type(screen.getByLabelText(/^Password/), 'a fine stethoscope');
  const password = within(document.querySelector<HTMLElement>('#password') ?? document.body);
  await userEvent.click(password.getByRole('button', { name: /^Save/ }));
  await screen.findByText('Your changes have been saved!');
};

test('a new password that ended the other sessions says so, and the list is updated', async () => {
  showSessions({ current: session('s1'), others: [session('s2')] });
  answers['GET /sessions'] = [200, []];
  await savePassword();
  const texts = await screen.findAllByText('You are not signed in anywhere else.');
  expect(texts.map((text) => text.closest('[role="status"]') !== null)).toEqual([true, false]);
  expect(screen.queryByRole('button', { name: 'Sign out Firefox · Windows' })).toBeNull();
});

test('if the other sessions are kept or unknown, the page does not say that they ended', async () => {
  const { unmount } = showSessions({ current: session('s1'), others: [session('s2')] });
  answers['GET /sessions'] = [200, [session('s2')]];
  await savePassword();
  expect(screen.queryByText('You are not signed in anywhere else.')).toBeNull();
  unmount();
  showSessions({ current: session('s1'), others: [session('s2')] });
  answers['GET /sessions'] = [500, {}];
  await savePassword();
  await waitFor(() => expect(calls.filter(({ url }) => url === '/sessions')).toHaveLength(2));
  expect(screen.queryByText('You are not signed in anywhere else.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign out Firefox · Windows' })).toBeTruthy();
});
