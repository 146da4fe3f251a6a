import { describe, expect, test } from '@jest/globals';
import {
  error,
  expectOutcome,
  origin,
  verification,
  type AnswerRow,
} from '../../test/support/classifiedAnswers.ts';
import { classify } from './classify.ts';

const rows: AnswerRow[] = [
  ['410', 'login', 410, error('self_service_flow_expired'), { kind: 'restart', notice: 'expired' }],
  [
    '410 with a replacement',
    'login',
    410,
    error(
      'self_service_flow_expired',
      {},
      { use_flow_id: 'f2', expired_at: '2026-01-01T00:00:00Z', since: 1 },
    ),
    { kind: 'restart', notice: 'expired', flowId: 'f2' },
  ],
  [
    '410 with a return URL',
    'login',
    410,
    error('self_service_flow_expired', { redirect_to: `${origin}/x`, return_to: '/app' }),
    { kind: 'restart', notice: 'expired', returnTo: '/app' },
  ],
  [
    '410 with a hostile return URL',
    'login',
    410,
    error('self_service_flow_expired', { return_to: '//evil.example' }),
    { kind: 'restart', notice: 'expired' },
  ],
  [
    '410 with continue_with',
    'recovery',
    410,
    error('self_service_flow_expired', {
      continue_with: [{ action: 'show_recovery_ui', flow: { id: 'r2' } }],
    }),
    { kind: 'restart', notice: 'expired', flowId: 'r2' },
  ],
  [
    'replaced',
    'verification',
    410,
    error('self_service_flow_replaced', {}, { use_flow_id: 'f3' }),
    { kind: 'restart', flowId: 'f3' },
  ],
  ['410 without a body', 'login', 410, undefined, { kind: 'restart', notice: 'expired' }],
  ['404', 'login', 404, { error: { code: 404, message: 'gone' } }, { kind: 'restart', notice: 'expired' }],
  [
    '403 refresh',
    'settings',
    403,
    error(
      'session_refresh_required',
      {},
      { redirect_browser_to: `${origin}/self-service/login/browser?refresh=true` },
    ),
    { kind: 'navigate', url: `${origin}/self-service/login/browser?refresh=true` },
  ],
  [
    '403 aal2',
    'settings',
    403,
    error('session_aal2_required', { redirect_browser_to: `${origin}/self-service/login/browser?aal=aal2` }),
    { kind: 'navigate', url: `${origin}/self-service/login/browser?aal=aal2` },
  ],
  ['403 csrf', 'login', 403, error('security_csrf_violation'), { kind: 'restart', notice: 'csrf' }],
  [
    "403 someone else's flow",
    'settings',
    403,
    error('security_identity_mismatch'),
    { kind: 'restart', notice: 'expired' },
  ],
  [
    '403 for any other reason',
    'login',
    403,
    error('blocked'),
    { kind: 'failure', reason: 'refused', message: 'Because.' },
  ],
  ['a session exists already', 'login', 400, error('session_already_available'), { kind: 'signedIn' }],
  [
    'the level was reached already',
    'login',
    401,
    error('session_aal_already_fulfilled'),
    { kind: 'signedIn' },
  ],
  ['the first factor is missing', 'login', 401, error('session_aal1_required'), { kind: 'signedOut' }],
  ['no session', 'settings', 401, error('session_inactive'), { kind: 'signedOut' }],
  [
    'the account was disabled',
    'login',
    401,
    { error: { code: 401, reason: 'This account was disabled.', message: 'identity is disabled' } },
    { kind: 'failure', reason: 'refused', message: 'This account was disabled.' },
  ],
  ['401 without a body', 'settings', 401, undefined, { kind: 'signedOut' }],
  [
    'an unverified address leads to its verification',
    'login',
    400,
    error('session_verified_address_required', { continue_with: [verification()] }),
    { kind: 'navigate', url: '/verification?flow=v1' },
  ],
  [
    '400 without a flow',
    'login',
    400,
    error('x'),
    { kind: 'failure', reason: 'refused', status: 400, message: 'Because.' },
  ],
  ['400 with only a message', 'login', 400, { error: { message: 'no' } }, { kind: 'failure', message: 'no' }],
  ['413', 'login', 413, undefined, { kind: 'failure', reason: 'refused', status: 413 }],
  ['429', 'login', 429, error('too_many'), { kind: 'failure', reason: 'limited', status: 429 }],
  [
    '429 with a time to wait',
    'login',
    429,
    { error: { id: 'rate_limited', retry_after: 900 } },
    { kind: 'failure', reason: 'limited', status: 429, waitSeconds: 900 },
  ],
  [
    'too many mails',
    'registration',
    429,
    { error: { id: 'mail_limited', retry_after: 900 } },
    { kind: 'failure', reason: 'mailLimited', status: 429, waitSeconds: 900 },
  ],
  [
    'an authenticator code that was already used',
    'login',
    400,
    error('code_used'),
    { kind: 'failure', reason: 'codeUsed', status: 400 },
  ],
  [
    '500 hides its reason',
    'login',
    500,
    error('x'),
    { kind: 'failure', reason: 'unavailable', status: 500, message: undefined },
  ],
  [
    '500 for an application’s request that has expired or was already answered',
    'login',
    500,
    { error: { reason: 'Unable to accept OAuth 2.0 Login Challenge.' } },
    { kind: 'failure', reason: 'refused', message: 'Unable to accept OAuth 2.0 Login Challenge.' },
  ],
  ['502', 'login', 502, error('x'), { kind: 'failure', reason: 'network', status: 502 }],
  ['503', 'login', 503, '<html>', { kind: 'failure', reason: 'unavailable', status: 503 }],
  [
    '504',
    'login',
    504,
    { error: { message: 'timeout of 5000 ms exceeded' } },
    { kind: 'failure', reason: 'timeout', ms: 5000, status: 504 },
  ],
  [
    'network failure',
    'login',
    0,
    { transport: 'network' },
    { kind: 'failure', reason: 'network', status: 0 },
  ],
  ['timeout', 'login', 0, { transport: 'timeout', ms: 30 }, { kind: 'failure', reason: 'timeout', ms: 30 }],
  ['abort', 'login', 0, { transport: 'aborted' }, { kind: 'failure', reason: 'aborted' }],
  ['no answer and no reason', 'login', 0, undefined, { kind: 'failure', reason: 'network', status: 0 }],
  [
    'a redirect that was not followed',
    'login',
    303,
    undefined,
    { kind: 'failure', reason: 'refused', status: 303 },
  ],
  ...[undefined, null, 'text', 7, true, [], {}, { ui: {} }, { id: 'f1' }, { id: 7, ui: { nodes: [] } }].map(
    (body): AnswerRow => [
      `200 with ${typeof body} ${JSON.stringify({ body })}`,
      'login',
      200,
      body,
      { kind: 'failure', reason: 'unavailable' },
    ],
  ),
  [
    'a flow with a script as its form’s action',
    'login',
    200,
    { id: 'f1', ui: { action: 'javascript:x', nodes: [] } },
    { kind: 'failure', reason: 'unavailable' },
  ],
];

describe('classify', () => {
  test.each(rows)('%s (%s, %d)', expectOutcome);

  test('a restart has no flow id and no return URL unless the answer names them', () => {
    expect(classify('login', { status: 410, body: undefined })).toEqual({
      kind: 'restart',
      notice: 'expired',
    });
  });

  test('never throws, whatever the body', () => {
    const garbage = [
      { error: 'x' },
      { error: null },
      { continue_with: 'x' },
      { continue_with: [null, 1, { action: 2 }] },
    ];
    for (const body of garbage) {
      for (const status of [0, 200, 400, 403, 410, 422, 500]) {
        expect(classify('login', { status, body })).toHaveProperty('kind');
      }
    }
  });
});
