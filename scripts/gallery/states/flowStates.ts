import type { UiText } from '@ory/client';
import type { Flow, FlowKind, Notice, Page, PageProps } from '../../../shared/page.ts';
import { newerFlow, newerFlows } from '../../../test/support/flows/newerFlows.ts';
import { recordedFlow, recordedFlows } from '../../../test/support/flows/recordedFlow.ts';
import { withLasting } from '../../../shared/flow/lasting.ts';
import { readFlow } from '../../../shared/flow/readFlow.ts';
import { withoutUntried } from '../../../server/account/withoutMessages.ts';
import { shownAt, signedIn, type State } from './state.ts';

type FlowProps<Kind extends FlowKind> = Omit<PageProps[Kind], 'flow' | 'notice'>;

/** The loaders' props in addition to the flow. */
const linksOf: { [Kind in FlowKind]: FlowProps<Kind> } = {
  login: { signupUrl: '/registration', forgotPasswordUrl: '/recovery' },
  registration: { loginUrl: '/login', recoveryUrl: '/recovery' },
  recovery: { loginUrl: '/login' },
  verification: { signupUrl: '/registration', loginUrl: '/login' },
  settings: { logoutUrl: '/logout' },
};

/** The links of a sign-in that confirms the user, or asks for a second factor. */
const stepUpLinks: FlowProps<'login'> = { logoutUrl: '/logout?next=%2Flogin' };

const isStepUp = (flow: Partial<Flow>): boolean =>
  ('refresh' in flow && flow.refresh === true) || ('requested_aal' in flow && flow.requested_aal === 'aal2');

/** Returns the page of a flow. @param more props that differ from those of a plain visit */
export function flowPage(kind: FlowKind, flow: Flow, more: object): Page {
  const links = kind === 'login' && isStepUp(flow) ? stepUpLinks : linksOf[kind];
  return { name: kind, props: { ...links, flow: readFlow({ ...flow }), ...more } } as Page;
}

const slug = (words: string): string => words.replaceAll(/[^\p{L}\d]+/gu, '-').toLowerCase();

/** The context in which a flow of this kind is shown. */
const contextOf = (kind: FlowKind, flow: Flow): Pick<State, 'context'> =>
  kind === 'settings' || (kind === 'login' && 'refresh' in flow && flow.refresh === true)
    ? { context: signedIn }
    : isStepUp(flow)
      ? { context: { awaitsSecondFactor: true } }
      : {};

const flowState = (kind: FlowKind, name: string, flow: Flow, more: object = {}): State => ({
  name: `${kind}/${name}`,
  page: flowPage(kind, flow, more),
  ...contextOf(kind, flow),
});

/** Returns the state of a flow as its loader shows it: a sign-up continued from another service is one more step. */
function asServed(kind: FlowKind, name: string, flow: Flow): State {
  const step = kind === 'registration' ? withoutUntried(readFlow({ ...flow })) : undefined;
  return flowState(kind, name, step ?? flow, step && { service: 'Acme' });
}

/** Recorded flows are named after their page; `login.json` is its first step. */
const recorded = recordedFlows.map(({ name, kind, flow }) =>
  asServed(kind, name.replace(new RegExp(`^${kind}-?`), '') || 'first-step', flow),
);

const newer = newerFlows.map(({ name, kind, flow }) => asServed(kind, slug(name), flow));

const notices: [kind: FlowKind, notice: Notice][] = [
  ['login', 'expired'],
  ['login', 'csrf'],
  ['login', 'elsewhere'],
  ['login', 'ended'],
  ['login', 'registered'],
  ['login', 'pressAgain'],
  ['login', 'verified'],
  ['login', 'verifiedElsewhere'],
  ['login', 'verifiedThere'],
  ['login', 'signedOut'],
  ['login', 'askedAgain'],
  ['login', 'signInTooOld'],
  ['registration', 'expired'],
  ['recovery', 'expired'],
  ['verification', 'expired'],
  ['verification', 'registered'],
  ['verification', 'addressChanged'],
  ['verification', 'formerAddress'],
  ['verification', 'filledIn'],
  ['verification', 'filledInHere'],
  ['settings', 'expired'],
  ['settings', 'confirmed'],
];

const noticed = [
  ...notices.map(([kind, notice]) =>
    flowState(kind, `notice-${slug(notice)}`, recordedFlow(kind), { notice }),
  ),
  flowState('login', 'notice-code-resent', recordedFlow('login-code-sent'), { notice: 'codeResent' }),
];

/** Returns a flow with other messages. */
export const withMessages = <Kind extends Flow>(flow: Kind, messages: UiText[]): Kind => ({
  ...flow,
  ui: { ...flow.ui, messages },
});

/** Returns a flow with an error at one of its fields. */
function withErrorAt<Kind extends Flow>(flow: Kind, name: string, error: Omit<UiText, 'type'>): Kind {
  const nodes = flow.ui.nodes.map((node) =>
    'name' in node.attributes && node.attributes.name === name
      ? { ...node, messages: [{ ...error, type: 'error' as const }] }
      : node,
  );
  return { ...flow, ui: { ...flow.ui, nodes } };
}

/** A sign-in that goes on to a mailed code, as its loader shows it. */
const confirmByCode = recordedFlow('reduced/login-confirm-by-code');

/** The same, if the account's address is not verified: a changed one, or that of the sign-up. */
const unverified = (changed: 'yes' | 'no'): Flow =>
  withMessages(confirmByCode, [
    {
      id: 4710001,
      type: 'info',
      text: 'Enter the code.',
      context: { unverified: 'ann@example.org', changed },
    },
  ]);

/** The same, if a code cannot tell which of several credentials was presented. */
const removeUnknown = withMessages(confirmByCode, [
  { id: 4710002, type: 'error', text: 'This way to sign in cannot be used yet.' },
]);

/** A sign-up whose address has a character that nobody sees. */
const invisibleCharacter = withErrorAt(recordedFlow('registration'), 'traits.email', {
  id: 4710003,
  text: 'This contains an invisible character.',
});

/** A sign-up that is made again, without the service that stays with the account of the mistyped address. */
const withoutService = withLasting(recordedFlow('registration'), [
  {
    id: 4710010,
    type: 'info',
    text: 'Acme stays linked to the account with the wrong address.',
    context: { service: 'Acme', method: 'oidc.acme' },
  },
]);

/** The first of a sign-up's two steps, sent without an address. */
const firstStepRefused = withErrorAt(recordedFlow('registration-two-step'), 'traits.email', {
  id: 4000002,
  text: 'Property email is missing.',
  context: { property: 'email' },
});

/** Returns a flow refused by an operator's web hook, with a message at the address and one for the form. */
const refusedByHook = <Kind extends Flow>(flow: Kind, field: string): Kind =>
  withErrorAt(
    withMessages(flow, [{ id: 9000002, type: 'error', text: 'The clinic is closed today.' }]),
    field,
    { id: 9000001, text: 'This clinic only accepts its own addresses.' },
  );

/** Returns the flow with only one method, to show each second factor on its own. */
const onlyGroup = (group: string): Flow => {
  const flow = newerFlow('the second factor');
  const nodes = flow.ui.nodes.filter((node) => node.group === group || node.group === 'default');
  return { ...flow, ui: { ...flow.ui, nodes } };
};

/** Returns a sign-in with only mailed codes. */
const codeAlone = (): Flow => {
  const flow = recordedFlow('login');
  const nodes = flow.ui.nodes.filter(({ group }) => group === 'code' || group === 'default');
  return { ...flow, ui: { ...flow.ui, nodes } };
};

const secondFactors = ['totp', 'lookup_secret', 'webauthn', 'code'].map((group) =>
  flowState('login', `second-factor-${slug(group)}`, onlyGroup(group), { onlyMethod: true }),
);

/** Returns a flow of an hour that has a minute left. */
const expiring = <Kind extends Flow>(flow: Kind): Kind => ({
  ...flow,
  issued_at: new Date(shownAt - 59 * 60_000).toISOString(),
  expires_at: new Date(shownAt + 60_000).toISOString(),
});

const tooOften = 'The request was submitted too often. Please request another code.';

const others: State[] = [
  { ...flowState('login', 'expires-soon', expiring(recordedFlow('login'))), hurries: true },
  { ...flowState('recovery', 'code-expires-soon', expiring(recordedFlow('recovery-sent'))), hurries: true },
  ...(['login', 'registration', 'recovery', 'verification'] as const).map((kind) =>
    flowState(kind, 'for-an-application', recordedFlow(kind), {
      application: { name: 'Lab Results', challenge: 'challenge' },
    }),
  ),
  flowState('recovery', 'code-mailed-before', recordedFlow('recovery'), { codeUrl: '/recovery?flow=f' }),
  flowState('login', 'code-mailed-before', recordedFlow('login'), { codeUrl: '/login?flow=f' }),
  flowState('login', 'confirm-by-code', confirmByCode),
  flowState('login', 'unverified', unverified('no')),
  flowState('login', 'unverified-changed', unverified('yes')),
  flowState('login', 'confirm-by-code-removal', removeUnknown),
  flowState(
    'login',
    'code-used-twice',
    withMessages(recordedFlow('login-code-sent'), [
      { id: 4710004, type: 'error', text: 'This code was just used.' },
    ]),
  ),
  flowState(
    'login',
    'code-guessed-too-often',
    withMessages(recordedFlow('login-code-sent'), [
      { id: 4000001, type: 'error', text: tooOften, context: { reason: tooOften } },
    ]),
  ),
  flowState('registration', 'invisible-character', invisibleCharacter),
  flowState('registration', 'without-service', withoutService),
  flowState('registration', 'two-step-refused', firstStepRefused),
  flowState(
    'registration',
    'two-step-taken',
    withMessages(recordedFlow('registration-two-step-choose'), [
      { id: 4000007, type: 'error', text: 'An account with the same identifier exists already.' },
    ]),
  ),
  flowState(
    'registration',
    'refused-by-web-hook',
    refusedByHook(recordedFlow('registration'), 'traits.email'),
  ),
  flowState('login', 'refused-by-web-hook', refusedByHook(recordedFlow('login'), 'identifier')),
  flowState('login', 'code-alone', codeAlone()),
  flowState('login', 'links-off', recordedFlow('login'), {
    signupUrl: undefined,
    forgotPasswordUrl: undefined,
  }),
  flowState('registration', 'taken-recovery-off', recordedFlow('registration-taken'), {
    recoveryUrl: undefined,
  }),
  flowState('registration', 'taken-just-signed-up', recordedFlow('registration-taken'), {
    verificationUrl: '/verification?flow=v1',
  }),
  flowState('registration', 'correcting-by-code', recordedFlow('registration'), {
    notice: 'correcting',
    corrects: true,
    lastMethods: ['code'],
  }),
  flowState('verification', 'new-address', recordedFlow('verification-sent'), {
    notice: 'addressChanged',
    isNewAddress: true,
    confirmsAgain: true,
  }),
  flowState('login', 'already-verified', recordedFlow('login'), { notice: 'alreadyVerified' }),
  flowState('verification', 'opened-elsewhere', recordedFlow('verification'), {
    isElsewhere: true,
    correctUrl: '/registration?correct=v1',
  }),
  flowState('verification', 'sign-up-off', recordedFlow('verification'), { signupUrl: undefined }),
  flowState('login', 'recovered', recordedFlow('login-aal2'), { notice: 'recovered' }),
  flowState('login', 'last-code', recordedFlow('login'), { lastMethods: ['code'] }),
  flowState('login', 'last-password', recordedFlow('login'), { lastMethods: ['password'] }),
  flowState('login', 'known-address', recordedFlow('login'), {
    lastMethods: ['password'],
    lastAddress: 'ann@example.org',
  }),
  flowState('login', 'last-social', recordedFlow('login'), { lastMethods: ['oidc.acme'] }),
  flowState('login', 'last-social-brand', recordedFlow('login'), { lastMethods: ['oidc.google'] }),
  flowState('login', 'last-passkey', recordedFlow('login'), { lastMethods: ['passkey'] }),
  flowState('login', 'last-security-key', recordedFlow('login'), { lastMethods: ['webauthn'] }),
  flowState('login', 'second-factor-last-app', newerFlow('the second factor'), { lastMethods: ['totp'] }),
  flowState('login', 'second-factor-last-key', newerFlow('the second factor'), { lastMethods: ['webauthn'] }),
  flowState('login', 'confirm-last-app', newerFlow('a confirmation with second factors'), {
    lastMethods: ['totp', 'password'],
  }),
  flowState('login', 'second-factor-none', onlyGroup('none')),
  flowState('login', 'without-methods', {
    ...newerFlow('nothing but a token'),
    ui: {
      ...newerFlow('nothing but a token').ui,
      messages: [{ id: 5000002, type: 'error', text: 'No authentication methods are available.' }],
    },
  }),
  {
    ...flowState('login', 'cookies-sent-twice', recordedFlow('login')),
    context: {
      warning: 'doubledCookies',
      limit: { texts: ['error.reason.mail_limited.until'], waitSeconds: 3540 },
    },
  },
  {
    ...flowState('login', 'tried-too-often', recordedFlow('login')),
    context: { limit: { texts: ['error.reason.rate_limited.until', 'error.otherWay'], waitSeconds: 840 } },
  },
];

/** Every flow that is recorded or known from the provider's contract, and the portal's own notices. */
export const flowStates: State[] = [...recorded, ...newer, ...noticed, ...secondFactors, ...others];
