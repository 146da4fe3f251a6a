import type { SettingsFlow } from '@ory/client';
import type { GrantedApplication, OwnApplications } from '../../../shared/applications.ts';
import type { OwnCredentials } from '../../../shared/credentials.ts';
import type { PageProps } from '../../../shared/page.ts';
import type { OwnSessions, SessionSummary } from '../../../shared/sessions.ts';
import { input, method, text } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { noCredentials } from '../../../test/support/noCredentials.ts';
import { flowPage, withMessages } from './flowStates.ts';
import { long, mailForm, signedIn, type State } from './state.ts';

const browsers = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
};

const session = (id: string, browser: string, at: string, location?: string): SessionSummary => ({
  id,
  authenticated_at: at,
  authentication_methods: [{ method: 'password' }, { method: 'totp' }],
  devices: [{ id, ip_address: '192.0.2.7', user_agent: browser, ...(location && { location }) }],
});

const current = session('s1', browsers.firefox, '2026-01-01T11:50:00Z', 'Bern, Switzerland');
const sessions: OwnSessions = {
  current,
  others: [
    session('s2', browsers.iphone, '2025-12-30T18:00:00Z', 'Kraków, Poland'),
    session('s3', browsers.edge, '2025-12-11T07:30:00Z'),
    session('s4', 'curl/8.5.0', '2025-11-02T03:00:00Z', long.name),
  ],
};

const application = (clientId: string, name: string | undefined, isNew = false): GrantedApplication => ({
  clientId,
  client: { name, url: 'https://lab.example/', policyUrl: 'https://lab.example/privacy' },
  scopes: ['openid', 'profile', 'email', 'offline_access', 'lab:results:read'],
  audience: ['https://api.lab.example'],
  since: '2025-12-01T09:00:00Z',
  remembered: { until: '2026-02-01T09:00:00Z' },
  sessions: ['s1'],
  isNew,
});

const applications: OwnApplications = {
  list: [application('c1', 'Lab Results', true), application('c2', long.name), application('c3', undefined)],
  withdrawn: false,
};

const flow = (): SettingsFlow => recordedFlow('settings');

const withNodes = (nodes: SettingsFlow['ui']['nodes'], withoutGroups: string[]): SettingsFlow => {
  const plain = flow();
  const kept = plain.ui.nodes.filter(({ group }) => !withoutGroups.includes(group));
  return { ...plain, ui: { ...plain.ui, nodes: [...kept, ...nodes] } };
};

/** An account that has set up everything. */
const everything = withNodes(
  [
    input(
      'oidc',
      'unlink',
      'submit',
      { value: 'google' },
      text(1050003, 'Unlink Google', { provider: 'Google' }),
    ),
    input('totp', 'totp_unlink', 'submit', { value: 'true' }, text(1050004, 'Unlink TOTP Authenticator App')),
    input('lookup_secret', 'lookup_secret_reveal', 'submit', { value: 'true' }, text(1050007, 'Reveal')),
    input(
      'lookup_secret',
      'lookup_secret_regenerate',
      'submit',
      { value: 'true' },
      text(1050008, 'Generate'),
    ),
    input('lookup_secret', 'lookup_secret_disable', 'submit', { value: 'true' }, text(1050016, 'Disable')),
    ...['Blue', `The spare one of ${long.name}`].map((displayName) =>
      input(
        'webauthn',
        'webauthn_remove',
        'submit',
        { value: displayName },
        text(1050018, 'Remove', {
          added_at: '2025-11-05T08:00:00Z',
          added_at_unix: 1_762_329_600,
          display_name: displayName,
        }),
      ),
    ),
    method('password', text(1070003, 'Save')),
  ],
  ['totp', 'lookup_secret', 'oidc'],
);

/** Returns the settings after a saved change. */
const saved = (shown: SettingsFlow): SettingsFlow =>
  withMessages({ ...shown, state: 'success' }, [
    text(1050001, 'Your changes have been saved!', undefined, 'success'),
  ]);

/** An account that has just turned on an authenticator app, and has no backup codes. */
const withApp = withNodes(
  [input('totp', 'totp_unlink', 'submit', { value: 'true' }, text(1050004, 'Unlink TOTP Authenticator App'))],
  ['totp'],
);

/** An account whose only way to sign in is a passkey. */
const lastPasskey = withNodes(
  [
    input(
      'passkey',
      'passkey_remove',
      'submit',
      { value: 'ff', disabled: true },
      text(1050020, 'Remove', { added_at: '2025-11-05T08:00:00Z', display_name: 'Blue' }),
    ),
  ],
  [],
);

const onlyPassword: OwnCredentials = { ...noCredentials, password: true };

const recovered = withMessages(flow(), [
  text(
    1060001,
    'You successfully recovered your account. Please change your password within the next 15 minutes.',
    {
      privilegedSessionExpiresAt: '2026-01-01T12:15:00Z',
      privileged_session_expires_at: '2026-01-01T12:15:00Z',
      privileged_session_expires_at_unix: Date.UTC(2026, 0, 1, 12, 15) / 1000,
    },
    'success',
  ),
]);

const unverified = {
  ...flow(),
  identity: {
    id: 'i1',
    schema_id: 'default',
    schema_url: '',
    traits: {},
    verifiable_addresses: [
      { value: long.address, verified: false, via: 'email', status: 'pending' },
      { value: 'ada@portal.example', verified: true, via: 'email', status: 'completed' },
    ],
  },
} as SettingsFlow;

const state = (name: string, shown: SettingsFlow, more: Partial<PageProps['settings']> = {}): State => ({
  name: `settings/${name}`,
  page: flowPage('settings', shown, { sessions, applications, ...more }),
  context: signedIn,
});

/** Settings beside the recorded flows: each section in each of its states, sessions and applications. */
export const settingsStates: State[] = [
  state('whole', flow()),
  state('everything-set-up', everything, { hasHistory: true }),
  state('account-recovered', recovered),
  state('password-changed', saved(flow()), { changed: 'password', sessions: { current, others: [] } }),
  state('password-changed-for-application', saved(flow()), {
    changed: 'password',
    waiting: { url: '/login', clientName: long.name },
  }),
  state('unconfirmed-password', flow(), { credentials: { ...onlyPassword, unconfirmed: ['password'] } }),
  state('unconfirmed-after-recovery', recovered, {
    credentials: { ...onlyPassword, social: true, passkeys: 1, unconfirmed: ['password', 'passkey', 'oidc'] },
  }),
  state('authenticator-turned-on', saved(withApp), { changed: 'totp', credentials: onlyPassword }),
  state('codes-confirmed', saved(everything), {
    changed: 'lookup_secret',
    credentials: { ...onlyPassword, backupCodes: { left: 12, used: 0 } },
  }),
  state('sessions-ended', flow(), { sessions: { current, others: [], ended: { devices: 2 } } }),
  state('sessions-ended-before', flow(), { sessions: { current, others: [], ended: { devices: 0 } } }),
  state('method-not-offered', withNodes([], ['webauthn', 'totp']), {
    credentials: { ...onlyPassword, securityKeys: 1, totpSince: '2025-11-05T08:00:00Z' },
  }),
  state('profile-elsewhere', withNodes([], ['profile'])),
  state('profile-of-organization', {
    ...withNodes([], ['profile']),
    identity: { id: 'i1', schema_id: 'default', schema_url: '', traits: {}, organization_id: 'o1' },
  }),
  state('last-passkey', lastPasskey),
  state('address-not-verified', unverified, { mailForm }),
  state('address-change-suspends', flow(), {
    credentials: { ...onlyPassword, social: true, passkeys: 1, suspended: ['oidc', 'passkey'] },
  }),
  state('only-this-session', flow(), { sessions: { current, others: [] }, hasHistory: true }),
  state('sessions-failed', flow(), { sessions: undefined }),
  state('no-applications', flow(), { applications: { list: [], withdrawn: false } }),
  state('applications-failed', flow(), { applications: { withdrawn: false } }),
  state('application-withdrawn', flow(), { applications: { ...applications, withdrawn: true } }),
  state('sign-in-waits', flow(), { waiting: { url: '/login', clientName: 'Lab Results' } }),
  { ...state('long-name', flow()), context: { signedInAs: long.name, signedInAddress: long.address } },
];
