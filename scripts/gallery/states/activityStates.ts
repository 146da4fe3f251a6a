import type { ActivityAbout, ActivityKind, ShownActivity } from '../../../shared/activity.ts';
import type { PageProps } from '../../../shared/page.ts';
import { long, shownAt, signedIn, type State } from './state.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From where: a device and its address. */
type Place = Pick<ShownActivity, 'device'> & { from?: string };

const here: Place = { device: { browser: 'Firefox', system: 'Linux' }, from: '192.0.2.7' };
const phone: Place = { device: { browser: 'Safari', system: 'iPhone' }, from: '198.51.100.20' };
const stranger: Place = {
  device: { browser: 'Edge', system: 'Windows' },
  from: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
};

type Row = [ago: number, kind: ActivityKind, place: Place, about?: ActivityAbout];

const eventsOf = (rows: readonly Row[]): ShownActivity[] =>
  rows.map(([ago, kind, { device, from }, about = {}], at) => ({
    id: `e${at}`,
    kind,
    at: shownAt - ago,
    about: { ...about, ...(from !== undefined && { from }) },
    ...(device && { device }),
  }));

const usual = eventsOf([
  [10 * minuteMs, 'confirmed', here, { method: 'totp' }],
  [11 * minuteMs, 'signedIn', here, { method: 'password' }],
  [12 * minuteMs, 'signInFailed', here, { method: 'password' }],
  [
    3 * hourMs - minuteMs,
    'limited',
    stranger,
    { method: 'password', until: new Date(shownAt - 3 * hourMs + 15 * minuteMs).toISOString() },
  ],
  [3 * hourMs, 'signInFailed', stranger, { method: 'password' }],
  [dayMs, 'applicationAllowed', phone, { application: 'Lab Results' }],
  [dayMs + minuteMs, 'signedIn', phone, { method: 'passkey' }],
  [4 * dayMs, 'sessionsEnded', here],
  [4 * dayMs, 'passwordChanged', here],
  [4 * dayMs + minuteMs, 'recovered', here, { method: 'code' }],
  [4 * dayMs + 3 * minuteMs, 'codeMailed', here, { address: 'ada@portal.example' }],
  [9 * dayMs, 'methodAdded', here, { method: 'totp' }],
  [9 * dayMs + minuteMs, 'methodChanged', here, { method: 'lookup_secret' }],
  [9 * dayMs + 5 * minuteMs, 'methodAdded', here, { method: 'oidc', provider: 'Acme' }],
  [12 * dayMs, 'changedByAdmin', {}, { operation: 'patchIdentity' }],
  [20 * dayMs, 'applicationWithdrawn', here, { application: 'Lab Results' }],
  [20 * dayMs + hourMs, 'signedOut', here],
]);

const changes = eventsOf([
  [30 * dayMs, 'addressChanged', here, { formerAddress: 'ada@example.org', address: 'ada@portal.example' }],
  [30 * dayMs + hourMs, 'addressVerified', here, { address: 'ada@portal.example' }],
  [31 * dayMs, 'profileChanged', here],
  [45 * dayMs, 'methodRemoved', phone, { method: 'webauthn' }],
]);

const longNames = eventsOf([
  [hourMs, 'applicationAllowed', stranger, { application: long.name }],
  [2 * hourMs, 'addressChanged', stranger, { formerAddress: long.address, address: long.address }],
  [
    3 * hourMs,
    'methodAdded',
    { device: { browser: 'curl', system: 'none' } },
    { method: 'oidc', provider: long.name },
  ],
  [4 * hourMs, 'signedIn', {}, { method: 'thinking' }],
  [5 * hourMs, 'changedByAdmin', {}, { operation: 'anOperationOfANewerProviderWithAVeryLongName' }],
]);

const activity = (name: string, props: PageProps['activity']): State => ({
  name: `activity/${name}`,
  page: { name: 'activity', props },
  context: { ...signedIn, servedAt: shownAt },
});

const secured = eventsOf([
  [hourMs, 'methodAdded', stranger, { method: 'totp' }],
  [hourMs + minuteMs, 'passwordChanged', stranger],
  [hourMs + 2 * minuteMs, 'addressChanged', stranger, { formerAddress: long.address, address: long.address }],
  [hourMs + 3 * minuteMs, 'methodAdded', stranger, { method: 'oidc', provider: 'Acme' }],
]).map((event) => ({
  ...event,
  ...(event.kind === 'methodAdded' &&
    (event.about.method === 'totp' ? { isUndone: true } : { undo: event.id })),
  ...(event.kind === 'addressChanged' && { settings: 'profile' }),
  ...(event.kind === 'passwordChanged' && { isUndone: true }),
}));

const secure = (name: string, props: PageProps['secure'], context = signedIn): State => ({
  name: `secure/${name}`,
  page: { name: 'secure', props },
  context: { ...context, servedAt: shownAt },
});

const older = { olderUrl: '/activity?after=t', latestUrl: '/activity' };

/** The history of an account, and what its pages lead to. */
export const activityStates: State[] = [
  activity('everything', {
    events: usual,
    olderUrl: older.olderUrl,
    canSecure: true,
    mails: ['signedIn', 'applicationAllowed'],
  }),
  activity('mails-chosen', { events: [], mails: ['applicationAllowed'], isChosen: true }),
  activity('older-page', { show: 'changes', events: changes, ...older }),
  activity('last-page', { show: 'changes', events: changes, latestUrl: older.latestUrl }),
  activity('long-names', { events: longNames }),
  activity('empty', { events: [] }),
  activity('no-sign-ins', { show: 'signIns', events: [] }),
  activity('no-changes', { show: 'changes', events: [] }),
  activity('no-applications', { show: 'applications', events: [] }),
  activity('nothing-older', { events: [], latestUrl: older.latestUrl }),
  activity('cannot-be-read', {}),
  secure('by-link', { state: 'ask', address: 'ada@portal.example' }, {}),
  secure('by-link-of-a-former-address', { state: 'ask', address: long.address, isFormer: true }, {}),
  secure('signed-in', { state: 'ask' }),
  secure('link-over', { state: 'over' }, {}),
  secure('unable', { state: 'unable' }),
  secure('done', { state: 'done', recoverUrl: '/recovery?existing=secured' }, {}),
  secure('address-taken', { state: 'done', recoverUrl: '/recovery', isTaken: true }, {}),
  secure('review', { state: 'review', changes: secured }),
  secure('all-undone', {
    state: 'review',
    changes: secured.filter(({ isUndone }) => isUndone),
    undone: true,
  }),
  secure('nothing-changed', { state: 'review', changes: [], undone: true }),
  {
    name: 'agreement/changed',
    page: { name: 'agreement', props: { returnTo: '/', version: '2026-11' } },
    context: { ...signedIn, privacyUrl: '/privacy', termsUrl: '/terms' },
  },
  {
    name: 'agreement/first',
    page: { name: 'agreement', props: { returnTo: '/', version: '2026-11', isNew: true, isNotTicked: true } },
    context: signedIn,
  },
];
