import type { ShownChange } from '../../../shared/console/edit.ts';
import {
  countedKinds,
  type ListedMail,
  type ListedPerson,
  type ListedSession,
  type LogLine,
} from '../../../shared/console/lists.ts';
import type { ConsoleContext, ConsolePageName, ConsoleProps } from '../../../shared/console/pages.ts';
import { long, shownAt, signedIn, type ConsoleState } from './state.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hourAgo = new Date(shownAt - hourMs).toISOString();

const [ada, wolfe] = ['0f3c1d2e-7a5b-4c6d-8e9f-0a1b2c3d4e5f', '9e8d7c6b-5a4f-4e3d-9c2b-1a0f9e8d7c6b'];
const client = 'c2a4e6f8-0b1d-4f3a-8c5e-7d9b0a2c4e6f';
const [adaUrl, adasAddress] = [`/manage/people/${ada}`, 'ada@portal.example'];
const [from, farFrom] = ['192.0.2.7', '2001:db8:85a3:8d3:1319:8a2e:370:7348'];
const device = { browser: 'Firefox', system: 'Linux' };
const schemas = ['customer.v1', 'staff.v1'];
const scopes = ['openid', 'offline_access', 'appointments.read', 'laboratory.results.read'];
const longUrl = `https://${long.address.replace('@', '.')}/`;

const links = { nextUrl: '?after=t', firstUrl: '?' };
const filling = { people: 3, isRunning: true };
const index = { people: 10_001, finishedAt: shownAt - hourMs, isRunning: false };

const adaListed = { id: ada, name: 'Ada Lovelace', address: adasAddress, state: 'active', proved: true };
const wolfeListed = { id: wolfe, name: long.name, address: long.address, state: 'inactive', proved: false };
const people: ListedPerson[] = [
  { ...adaListed, methods: ['password', 'totp', 'lookup_secret'], signedIn: shownAt - hourMs },
  { ...wolfeListed, methods: ['oidc', 'saml', 'deviceauthn'] },
  { ...wolfeListed, id: client, name: long.address, methods: [] },
];

const error = `550 5.1.1 <${long.address}>: Recipient address rejected: User unknown in virtual mailbox table`;
const abandoned = { status: 'abandoned', recipient: long.address, error, trouble: 'recipient' } as const;
const mails: ListedMail[] = [
  { template: 'recovery_code_valid', status: 'queued', recipient: adasAddress, at: hourAgo },
  { ...abandoned, id: 'm1', template: 'verification_code_valid', at: hourAgo, isRepeatable: true },
  { template: 'clinic.welcome', status: 'sent', recipient: adasAddress, at: hourAgo },
  { ...abandoned, trouble: 'sender', template: 'signedIn', event: 'signedIn', isOwn: true, at: shownAt },
];

const session = {
  isActive: true,
  level: 'aal2',
  at: hourAgo,
  until: new Date(shownAt + dayMs).toISOString(),
};
const sessions: ListedSession[] = [
  { ...session, id: 's1', device, from, methods: ['password', 'totp'], person: adaListed },
  { ...session, id: 's2', from: farFrom, methods: ['link_recovery'], person: wolfeListed },
  { id: 's3', isActive: false, methods: [] },
];

const hash = '5f'.repeat(32);
const edited: LogLine = {
  id: 'a1764331200000-4f1c9b',
  at: shownAt - hourMs,
  operation: 'editTraits',
  outcome: 'made',
  actor: ada,
  actorName: 'Ada Lovelace',
  target: wolfe,
  targetName: long.name,
  reason: long.name,
  about: { from },
  before: `{"/email":"${long.address}"}`,
  after: `{"/email":"senior.${long.address}"}`,
  request: 'c0ffee00-1d2e-4f3a-8b4c-5d6e7f8a9b0c',
  hash,
  more: [{ name: 'userAgent', value: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }],
};
const changed = { from: farFrom, formerAddress: long.address, address: long.address };
const at = shownAt - dayMs;
const lines: LogLine[] = [
  edited,
  { ...edited, id: 'a1764331200000-77aa01', operation: 'deletePerson', outcome: 'refused: forbidden' },
  { id: 'e1', at, kind: 'signInFailed', target: ada, device, about: { from, method: 'password' } },
  { id: 'e2', at, kind: 'addressChanged', target: wolfe, targetName: long.name, about: changed },
  { id: 'a1764331200000-000001', at, operation: 'patchIdentity', actor: 'reports.clinic', outcome: 'made' },
];
const log = {
  filters: {},
  usualFrom: '',
  found: [],
  exports: { csv: '/manage/log/csv', jsonl: '/manage/log/jsonl' },
};

const neverCame: ConsoleProps['person'] = {
  ...adaListed,
  schema: 'customer.v1',
  externalId: 'customer.4711',
  created: hourAgo,
  traits: [
    { name: 'email', value: adasAddress },
    { name: 'clinic.department', value: long.name },
  ],
  why: [],
  addresses: [{ value: adasAddress, isProved: true, isMail: true, at: hourAgo }],
  credentials: [
    { kind: 'password', at: hourAgo },
    { kind: 'oidc', name: 'Acme', removal: { act: 'removeCredential', item: 'oidc:acme:1' } },
    { kind: 'webauthn', name: long.name, removal: { act: 'removeSecondFactor', item: 'webauthn' } },
    { kind: 'lookup_secret', left: [3, 12], removal: { act: 'removeSecondFactor', item: 'lookup_secret' } },
  ],
  sees: {
    identifiers: ['a•••@portal.example'],
    first: ['code', 'password', 'oidc'],
    second: ['totp', 'lookup_secret'],
    recovery: ['a•••@portal.example'],
  },
  mayDelete: true,
};
const unread: ConsoleProps['person'] = { ...neverCame, signedIn: shownAt - hourMs };
const inOrder: ConsoleProps['person'] = {
  ...unread,
  sessions,
  mails,
  applications: [{ client, name: long.name, scopes, at: hourAgo }],
  permissions: ['Portal:console#read', `Clinic:${long.address}#members`],
  log: lines,
};
const inTrouble: ConsoleProps['person'] = {
  ...inOrder,
  ...wolfeListed,
  deletion: shownAt + dayMs,
  why: [
    { reason: 'deletion', until: shownAt + dayMs, act: 'cancelDeletion' },
    { reason: 'inactive', act: 'activate' },
    { reason: 'limited', until: shownAt + hourMs, about: 'password', act: 'liftLimits' },
    { reason: 'notProved', about: long.address, act: 'mailVerificationCode', item: long.address },
    { reason: 'unconfirmed', about: 'oidc' },
    { reason: 'mailAbandoned', about: long.address },
    { reason: 'noWayIn', act: 'mailRecoveryCode' },
  ],
  addresses: [{ value: long.address, isProved: false, isMail: true }],
  credentials: [{ kind: 'oidc', name: long.name, isUnconfirmed: true }],
  sees: { identifiers: [], first: [], second: [], recovery: [] },
};
const isInvited: ConsoleProps['person'] = {
  ...neverCame,
  sees: {
    identifiers: ['a•••@portal.example'],
    first: ['code'],
    second: [],
    recovery: ['a•••@portal.example'],
  },
  why: [{ reason: 'invited', about: adasAddress, act: 'mailRecoveryCode' }],
  addresses: [{ value: adasAddress, isProved: false, isMail: true }],
  credentials: [],
  sessions: [],
  mails: mails.slice(0, 1),
  applications: [],
  permissions: [],
  log: [],
};

const choices = ['Acme', 'Blue'];
const inviting: ConsoleProps['edit'] = {
  name: '',
  schema: 'customer.v1',
  schemas,
  fields: [
    { path: '/email', type: 'email', value: long.address, isRequired: true },
    { path: '/clinic', title: long.name, type: 'text', value: 'Acme', isRequired: false, choices },
    { path: '/born', title: 'Acme', type: 'date', value: '1815-12-10', isRequired: false },
    { path: '/doctor', type: 'boolean', value: 'true', isRequired: false },
  ],
  base: '{}',
  draft: '{}',
};
const editing: ConsoleProps['edit'] = { ...inviting, id: wolfe, name: long.name };
const changes: ShownChange[] = [
  { path: '/email', before: `"${long.address}"`, after: `"${adasAddress}"` },
  { path: '/name/last', before: `"${long.name}"` },
  { path: '/clinic', after: '"Acme"' },
];
const refused: Partial<ConsoleProps['edit']> = {
  problem: 'refused',
  wrong: [
    { path: '/email', text: 'provider.4000007', values: { subject: 'email' }, findUrl: '/manage/find' },
    { path: '/name/last', text: 'provider.4000030' },
  ],
};

const target = { id: ada, name: 'Ada Lovelace', url: adaUrl };
const link = `https://portal.example/recovery?flow=${ada}`;
const asked = { target, backUrl: adaUrl };
const call = {
  curl: `curl -X DELETE https://portal.example/api/kratos/admin/identities/${ada}/sessions`,
  client: `identity.deleteIdentitySessions({ id: '${ada}' })`,
};

const overview: ConsoleProps['overview'] = {
  events: countedKinds.map((kind) => ({
    kind,
    day: { count: 1234, url: '/manage/log' },
    week: { count: 1_234_567, url: '/manage/log' },
  })),
  mails: { queued: { count: 3, url: '/manage/mails' }, abandoned: { count: 26, url: '/manage/mails' } },
  upstreams: [
    { name: 'kratosAdmin', isReady: true, version: 'v26.2.0' },
    { name: 'hydra', isReady: false },
  ],
  deletions: { count: 12, url: '/manage/people', overdue: 1 },
  actsUrl: '/manage/log',
  acts: lines,
  index,
};
const isNew = { events: [], upstreams: [], acts: [], actsUrl: '/manage/log' };
const limit = { id: wolfe, name: long.name, at: shownAt, until: shownAt + hourMs, limit: 'password' };
const clinic = { id: client, name: long.name, isPublic: false, scopes };
const [authentication, grants] = ['client_secret_basic', ['authorization_code', 'refresh_token']];
const things: ConsoleProps['find']['things'] = [
  { kind: 'application', name: long.name, url: '/manage/applications/c' },
  { kind: 'mail', name: long.address, url: '/manage/mails' },
];

/** The page's props, and what its context has of its own. */
type Shown<Props = object> = [props: Props, context?: Partial<ConsoleContext>];

const pages: { [Name in ConsolePageName]: Record<string, Shown<ConsoleProps[Name]>> } = {
  overview: {
    usual: [overview],
    'nothing-readable': [
      { upstreams: [{ name: 'kratos', isReady: false }], actsUrl: '/manage/log' },
      { role: 'read' },
    ],
    new: [{ ...isNew, index: { people: 0, isRunning: false } }],
  },
  people: {
    usual: [{ query: '', filters: {}, schemas, people, count: 10_001, index, ...links }],
    'none-fit': [{ query: long.name, filters: { state: 'inactive' }, schemas, people: [], index }],
    'looked-through-in-part': [
      {
        query: '',
        filters: { method: 'saml', now: 'limited' },
        schemas,
        people: [],
        lookedThrough: 100_000,
        index,
        ...links,
      },
    ],
    'index-being-filled': [{ query: '', filters: {}, schemas, people, index: filling }, { role: 'help' }],
    'cannot-be-read': [{ query: '', filters: {}, schemas: [] }, { role: 'read' }],
  },
  person: {
    'in-trouble': [inTrouble],
    'in-order': [inOrder, { done: { act: 'editTraits', log: edited.id, undoUrl: '/manage' } }],
    invited: [isInvited, { done: { act: 'createPerson', log: edited.id } }],
    'read-in-part': [unread, { role: 'help' }],
    'as-a-reader': [inTrouble, { role: 'read' }],
  },
  edit: {
    form: [editing],
    json: [{ ...editing, json: `{\n  "email": "${long.address}"\n}`, problem: 'json' }],
    differences: [{ ...editing, changes }],
    clash: [{ ...editing, theirs: changes, clashes: changes.slice(0, 2), problem: 'changed' }],
    refused: [{ ...editing, ...refused }],
    invite: [inviting],
    'invite-refused': [{ ...inviting, ...refused, how: 'show' }],
    'not-understood': [{ ...editing, problem: 'refused', detail: long.address }],
  },
  sessions: {
    usual: [{ sessions, state: 'open', ...links }],
    none: [{ sessions: [], state: '', person: long.name }],
  },
  mails: {
    'given-up': [{ mails, ...links }],
    'as-a-reader': [{ mails, status: 'abandoned' }, { role: 'read' }],
    empty: [{ mails: [] }],
  },
  limited: { some: [{ people: [limit, { id: ada, at, until: shownAt }] }], none: [{ people: [] }] },
  applications: {
    usual: [{ applications: [{ ...clinic, uri: longUrl }], ...links }],
    off: [{ isOff: true }],
  },
  application: { usual: [{ ...clinic, redirects: [longUrl], grants, authentication, log: lines }] },
  log: {
    usual: [{ ...log, lines, chain: { hash, count: 1234 }, ...links }],
    'of-an-address': [
      { ...log, lines, filters: { address: farFrom }, found: [{ name: long.name, url: adaUrl }] },
    ],
    'one-line': [{ ...log, lines: [edited], isOne: true }],
    empty: [{ ...log, lines: [] }],
  },
  act: {
    'ends-something': [{ ...asked, act: 'endSessions', call }],
    'name-refused': [{ ...asked, act: 'deletePerson', problem: 'name', reason: long.name }],
    failed: [{ ...asked, act: 'withdrawApplication', itemName: long.name, problem: 'failed' }],
    limited: [{ ...asked, act: 'mailRecoveryCode', problem: 'personLimit', until: shownAt + hourMs }],
  },
  secret: {
    code: [{ act: 'showRecoveryCode', target, secret: '207057', link, until: hourAgo, log: edited.id }],
    shown: [{ act: 'rotateSecret', target, secret: 'hT7.'.repeat(10), log: edited.id }],
  },
  forbidden: { 'as-a-reader': [{ role: 'read', needed: 'write', backUrl: adaUrl }, { role: 'read' }] },
  failed: {
    'not-logged': [{ problem: 'log', backUrl: '/manage/mails' }],
    'not-read': [{ problem: 'notRead', ...(edited.request !== undefined && { request: edited.request }) }],
    missing: [{ problem: 'missing' }],
  },
  find: {
    several: [{ query: long.address, people, things, hasIndex: true, isPartial: true }],
    nothing: [{ query: farFrom, people: [], things: [], hasIndex: false, isPartial: false }],
  },
};

/** The pages of the administrators' console. */
export const consoleStates: ConsoleState[] = Object.entries<Record<string, Shown>>(pages).flatMap(
  ([page, states]) =>
    Object.entries(states).map(([name, [props, context]]) => ({
      name: `console-${page}/${name}`,
      page: { name: page, props } as ConsoleState['page'],
      context: { ...signedIn, role: 'write', ...context },
    })),
);
