import { expect, test } from '@jest/globals';
import type { FlowKind } from '../page.ts';
import { classify, type Outcome } from './classify.ts';

const origin = 'https://account.example';
const flow = (more: object = {}) => ({
  id: 'f1',
  ui: { action: `${origin}/self-service/login?flow=f1`, method: 'POST', nodes: [] },
  ...more,
});
/** The body of an error from the provider. */
const error = (id: string, details: object = {}, more: object = {}) => ({
  error: { id, code: 0, reason: 'Because.', message: 'it failed', details },
  ...more,
});
const expired = (details: object = {}, more: object = {}) =>
  error('self_service_flow_expired', details, more);
const said = (more: object) => ({ error: more });
const verification = (url?: string) => ({
  action: 'show_verification_ui',
  flow: { id: 'v1', verifiable_address: 'ann@example.org', ...(url && { url }) },
});
const recovery = (id: string) => ({ action: 'show_recovery_ui', flow: { id } });
const redirect = (url: string) => ({ action: 'redirect_browser_to', redirect_browser_to: url });
const token = { action: 'set_ory_session_token', ory_session_token: 'secret' };
const goOn = (...continue_with: object[]) => ({ session: { id: 's1', active: true }, continue_with });
const moved = (url: string) => error('browser_location_change_required', {}, { redirect_browser_to: url });
const signedInAlready =
  'A valid session was detected and thus login is not possible. Did you forget to set `?refresh=true`?';
const usedFlow = flow({
  ui: { ...flow().ui, messages: [{ id: 4000001, type: 'error', text: signedInAlready }] },
});

const shown = { kind: 'flow', flow: flow() as never } as const;
const done = (next?: string) => ({ kind: 'done', next }) as const;
const signedIn = { kind: 'signedIn' } as const;
const signedOut = { kind: 'signedOut' } as const;
const navigate = (url: string) => ({ kind: 'navigate', url }) as const;
const restart = (more: object = {}) => ({ kind: 'restart', notice: 'expired', ...more }) as const;
const failure = (reason: string, more: object = {}) =>
  ({ kind: 'failure', reason, ...more }) as Partial<Outcome>;
const garbage = [
  undefined,
  null,
  'text',
  7,
  true,
  [],
  {},
  { ui: {} },
  { id: 'f1' },
  { id: 7, ui: { nodes: [] } },
];
const disabled = 'This account was disabled.';
const challenge = 'Unable to accept OAuth 2.0 Login Challenge.';
const unverified = error('session_verified_address_required', { continue_with: [verification()] });
const here = `${origin}/settings?flow=f1`;
const verify = `${origin}/verification?flow=v1`;
const settingsStep = { action: 'show_settings_ui', flow: { id: 's1', url: `${origin}/settings?flow=s1` } };
const loginUrl = `${origin}/self-service/login/browser?refresh=true`;

type Row = [title: string, answer: `${FlowKind} ${number}`, body: unknown, outcome: Partial<Outcome>];

test.each<Row>([
  ['a new flow', 'login 200', flow(), shown],
  ['a flow with validation messages', 'login 400', flow(), shown],
  ['a flow with a server error’s status', 'login 500', flow(), shown],
  ['a flow whose user has signed in meanwhile', 'login 400', usedFlow, signedIn],
  [
    'saved settings that redirect to the same flow',
    'settings 200',
    flow({ continue_with: [redirect(here)] }),
    { kind: 'flow' },
  ],
  [
    'saved settings that redirect elsewhere',
    'settings 200',
    flow({ continue_with: [redirect(`${origin}/app`)] }),
    done(`${origin}/app`),
  ],
  [
    'saved settings with an address to verify',
    'settings 200',
    flow({ continue_with: [verification(), redirect(here)] }),
    done('/verification?flow=v1'),
  ],
  ['a sign-in', 'login 200', { session: { id: 's1' } }, { ...done(), continueWith: [] }],
  ['a sign-up without a session', 'registration 200', { identity: { id: 'i1' } }, done()],
  [
    'a sign-up whose verification comes before the final redirect',
    'registration 200',
    { identity: {}, continue_with: [redirect(`${origin}/`), token, verification(verify)] },
    done(verify),
  ],
  [
    'a verification without a URL',
    'registration 200',
    { identity: {}, continue_with: [verification()] },
    done('/verification?flow=v1'),
  ],
  ['a recovery to go on with', 'login 200', { continue_with: [recovery('r1')] }, done('/recovery?flow=r1')],
  [
    'settings after a recovery',
    'recovery 200',
    flow({ continue_with: [settingsStep] }),
    done(`${origin}/settings?flow=s1`),
  ],
  ['a redirect', 'login 200', goOn(redirect('https://app.example/home')), done('https://app.example/home')],
  ['a session token, which is ignored', 'login 200', goOn(token), done()],
  ['a script URL, which is not followed', 'login 200', goOn(redirect('javascript:alert(1)')), done()],
  [
    'another place to go on',
    'login 422',
    moved('https://idp.example/auth?x=1'),
    navigate('https://idp.example/auth?x=1'),
  ],
  [
    'a script to go on at',
    'login 422',
    moved('data:text/html,x'),
    failure('refused', { message: 'Because.' }),
  ],
  ['an expired flow', 'login 410', expired(), restart()],
  [
    'an expired flow with a replacement',
    'login 410',
    expired({}, { use_flow_id: 'f2', since: 1 }),
    restart({ flowId: 'f2' }),
  ],
  [
    'an expired flow with a return URL',
    'login 410',
    expired({ redirect_to: `${origin}/x`, return_to: '/app' }),
    restart({ returnTo: '/app' }),
  ],
  [
    'an expired flow with a hostile return URL',
    'login 410',
    expired({ return_to: '//evil.example' }),
    restart(),
  ],
  [
    'an expired flow that goes on',
    'recovery 410',
    expired({ continue_with: [recovery('r2')] }),
    restart({ flowId: 'r2' }),
  ],
  [
    'a replaced flow',
    'verification 410',
    error('self_service_flow_replaced', {}, { use_flow_id: 'f3' }),
    restart({ flowId: 'f3' }),
  ],
  ['an expired flow without a body', 'login 410', undefined, restart()],
  ['an unknown flow', 'login 404', said({ code: 404, message: 'gone' }), restart()],
  [
    'a confirmation that is needed',
    'settings 403',
    error('session_refresh_required', {}, { redirect_browser_to: loginUrl }),
    navigate(loginUrl),
  ],
  [
    'a second factor that is needed',
    'settings 403',
    error('session_aal2_required', { redirect_browser_to: loginUrl }),
    navigate(loginUrl),
  ],
  ['a refused token', 'login 403', error('security_csrf_violation'), { kind: 'restart', notice: 'csrf' }],
  ['somebody else’s flow', 'settings 403', error('security_identity_mismatch'), restart()],
  ['any other refusal', 'login 403', error('blocked'), failure('refused', { message: 'Because.' })],
  ['a session that exists already', 'login 400', error('session_already_available'), signedIn],
  ['a level that was reached already', 'login 401', error('session_aal_already_fulfilled'), signedIn],
  ['a missing first factor', 'login 401', error('session_aal1_required'), signedOut],
  ['no session', 'settings 401', error('session_inactive'), signedOut],
  ['no session and no body', 'settings 401', undefined, signedOut],
  ['a disabled account', 'login 401', said({ reason: disabled }), failure('refused', { message: disabled })],
  ['an unverified address', 'login 400', unverified, navigate('/verification?flow=v1')],
  [
    'a refusal without a flow',
    'login 400',
    error('x'),
    failure('refused', { status: 400, message: 'Because.' }),
  ],
  [
    'a refusal with only a message',
    'login 400',
    said({ message: 'no' }),
    failure('refused', { message: 'no' }),
  ],
  ['a form that is too large', 'login 413', undefined, failure('refused', { status: 413 })],
  [
    'too many attempts',
    'login 429',
    error('too_many'),
    failure('limited', { status: 429, message: 'Because.' }),
  ],
  [
    'too many attempts, with a time to wait',
    'login 429',
    said({ id: 'rate_limited', retry_after: 900 }),
    failure('limited', { status: 429, waitSeconds: 900 }),
  ],
  [
    'too many mails',
    'registration 429',
    said({ id: 'mail_limited', retry_after: 900 }),
    failure('mailLimited', { status: 429, waitSeconds: 900 }),
  ],
  ['a fault, whose reason is hidden', 'login 500', error('x'), failure('unavailable', { status: 500 })],
  [
    'an application’s request that is over',
    'login 500',
    said({ reason: challenge }),
    failure('refused', { message: challenge }),
  ],
  ['a provider that is not reached', 'login 502', error('x'), failure('network', { status: 502 })],
  ['a page of a proxy', 'login 503', '<html>', failure('unavailable', { status: 503 })],
  [
    'a slow provider',
    'login 504',
    said({ message: 'timeout of 5000 ms exceeded' }),
    failure('timeout', { ms: 5000, status: 504 }),
  ],
  ['no network', 'login 0', { transport: 'network' }, failure('network', { status: 0 })],
  ['no answer in time', 'login 0', { transport: 'timeout', ms: 30 }, failure('timeout', { ms: 30 })],
  ['an aborted request', 'login 0', { transport: 'aborted' }, failure('aborted')],
  ['no answer and no reason', 'login 0', undefined, failure('network', { status: 0 })],
  ['a redirect that was not followed', 'login 303', undefined, failure('refused', { status: 303 })],
  [
    'a flow with a script as its form’s action',
    'login 200',
    { id: 'f1', ui: { action: 'javascript:x', nodes: [] } },
    failure('unavailable'),
  ],
  ...garbage.map((body): Row => [JSON.stringify({ body }), 'login 200', body, failure('unavailable')]),
])('the outcome of %s (%s)', (_title, answer, body, outcome) => {
  const [kind, status] = answer.split(' ') as [FlowKind, string];
  const found = classify(kind, { status: Number(status), body });
  const none = { next: undefined, message: undefined, flowId: undefined, returnTo: undefined };
  expect({ ...none, ...found }).toMatchObject({ ...none, ...outcome });
});

test('never throws, whatever the body', () => {
  const errors = [
    { error: 'x' },
    { error: null },
    { continue_with: 'x' },
    { continue_with: [null, 1, { action: 2 }] },
  ];
  for (const body of errors)
    for (const status of [0, 200, 400, 403, 410, 422, 500])
      expect(classify('login', { status, body })).toHaveProperty('kind');
});
