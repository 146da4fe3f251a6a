import { describe, expect, test } from '@jest/globals';
import {
  error,
  expectOutcome,
  flow,
  origin,
  verification,
  type AnswerRow,
} from '../../test/support/classifiedAnswers.ts';
import { classify } from './classify.ts';

const sessionDetected = {
  id: 4000001,
  type: 'error',
  text: 'A valid session was detected and thus login is not possible. Did you forget to set `?refresh=true`?',
};
const session = { id: 's1', active: true };
const redirect = (url: string) => ({ action: 'redirect_browser_to', redirect_browser_to: url });
const token = { action: 'set_ory_session_token', ory_session_token: 'secret' };

const rows: AnswerRow[] = [
  ['a new flow', 'login', 200, flow(), { kind: 'flow', flow: flow() as never }],
  ['a flow with validation messages', 'login', 400, flow(), { kind: 'flow', flow: flow() as never }],
  [
    'a flow whose user has signed in meanwhile',
    'login',
    400,
    flow({ ui: { ...flow().ui, messages: [sessionDetected] } }),
    { kind: 'signedIn' },
  ],
  ['a flow with a server error’s status', 'login', 500, flow(), { kind: 'flow', flow: flow() as never }],
  [
    'settings saved, redirect to the same flow',
    'settings',
    200,
    flow({ state: 'success', continue_with: [redirect(`${origin}/settings?flow=f1`)] }),
    { kind: 'flow' },
  ],
  [
    'settings saved, redirect elsewhere',
    'settings',
    200,
    flow({ state: 'success', continue_with: [redirect(`${origin}/app`)] }),
    { kind: 'done', next: `${origin}/app` },
  ],
  [
    'settings saved, a changed address needs verification',
    'settings',
    200,
    flow({ continue_with: [verification(), redirect(`${origin}/settings?flow=f1`)] }),
    { kind: 'done', next: '/verification?flow=v1' },
  ],
  ['signed in', 'login', 200, { session }, { kind: 'done', continueWith: [] }],
  ['registered without a session', 'registration', 200, { identity: { id: 'i1' } }, { kind: 'done' }],
  [
    'registered, verification with a URL comes before the final redirect',
    'registration',
    200,
    {
      identity: {},
      continue_with: [redirect(`${origin}/`), token, verification(`${origin}/verification?flow=v1`)],
    },
    { kind: 'done', next: `${origin}/verification?flow=v1` },
  ],
  [
    'verification without a URL',
    'registration',
    200,
    { identity: {}, continue_with: [verification()] },
    { kind: 'done', next: '/verification?flow=v1' },
  ],
  [
    'recovery step',
    'login',
    200,
    { continue_with: [{ action: 'show_recovery_ui', flow: { id: 'r1' } }] },
    { kind: 'done', next: '/recovery?flow=r1' },
  ],
  [
    'settings step after a recovery',
    'recovery',
    200,
    flow({
      continue_with: [{ action: 'show_settings_ui', flow: { id: 's1', url: `${origin}/settings?flow=s1` } }],
    }),
    { kind: 'done', next: `${origin}/settings?flow=s1` },
  ],
  [
    'redirect',
    'login',
    200,
    { session, continue_with: [redirect('https://app.example/home')] },
    { kind: 'done', next: 'https://app.example/home' },
  ],
  [
    'a session token is ignored',
    'login',
    200,
    { session, continue_with: [token] },
    { kind: 'done', next: undefined },
  ],
  [
    'a script URL is not followed',
    'login',
    200,
    { session, continue_with: [redirect('javascript:alert(1)')] },
    { kind: 'done', next: undefined },
  ],
  [
    '422',
    'login',
    422,
    error('browser_location_change_required', {}, { redirect_browser_to: 'https://idp.example/auth?x=1' }),
    { kind: 'navigate', url: 'https://idp.example/auth?x=1' },
  ],
  [
    '422 with a script URL',
    'login',
    422,
    error('browser_location_change_required', {}, { redirect_browser_to: 'data:text/html,x' }),
    { kind: 'failure', reason: 'refused' },
  ],
];

describe('classify', () => {
  test.each(rows)('%s (%s, %d)', expectOutcome);

  test('a session token stays out of the next step', () => {
    const body = { session, continue_with: [token] };
    expect(classify('login', { status: 200, body })).not.toHaveProperty('next');
  });
});
