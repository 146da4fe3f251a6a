import { expect, test } from '@jest/globals';
import type { GivenConsent } from '../upstreams/grants.ts';
import { grantedApplications } from './grantedApplications.ts';

const consent = (client_id: string, more: Partial<GivenConsent> = {}): GivenConsent => ({
  grant_scope: ['openid'],
  handled_at: '2026-03-14T08:00:00Z',
  ...more,
  consent_request: {
    client: {
      client_id,
      redirect_uris: [`https://${client_id}.example/cb`],
      post_logout_redirect_uris: [],
      skip_consent: false,
      skip_logout_consent: false,
    },
  },
});

const shown = (grants: GivenConsent[], { seenAt = 0, sessions = [] as string[] } = {}) =>
  grantedApplications(grants, { seenAt, sessions });

test('applications are listed latest first, each once, with all that it may do', () => {
  const list = shown([
    consent('harbor'),
    consent('diary', { handled_at: '2026-04-01T08:00:00Z' }),
    consent('harbor', { grant_scope: ['openid', 'email'] }),
    consent('harbor', { grant_access_token_audience: ['https://api.example'] }),
  ]);
  expect(list).toMatchObject([
    { clientId: 'diary', scopes: ['openid'], audience: [] },
    { clientId: 'harbor', scopes: ['openid', 'email'], audience: ['https://api.example'] },
  ]);
});

test('an application is dated by its first consent, and remembered as long as the longest', () => {
  const remember = { remember: true, remember_for: 86_400 };
  const list = shown([
    consent('harbor', { ...remember, handled_at: '2026-03-01T08:00:00Z' }),
    consent('harbor', { ...remember, handled_at: '2026-03-05T08:00:00Z' }),
    consent('harbor', { handled_at: '2026-03-09T08:00:00Z' }),
  ]);
  expect(list).toMatchObject([
    { since: '2026-03-01T08:00:00.000Z', remembered: { until: '2026-03-06T08:00:00.000Z' } },
  ]);
});

test.each([
  ['always', { remember: true, remember_for: 0 }],
  ['never', { remember: false, remember_for: 60 }],
])('an application is remembered %s if Hydra says %j', (remembered, more) => {
  expect(shown([consent('harbor', more)])[0]?.remembered).toBe(remembered);
});

test('an application is never remembered if the portal always asks again, whatever Hydra remembers', () => {
  const grant = consent('harbor', { remember: true, remember_for: 0 });
  const client = grant.consent_request?.client;
  const native = { client: client && { ...client, redirect_uris: ['http://127.0.0.1/cb'] } };
  expect(shown([{ ...grant, consent_request: native }])[0]?.remembered).toBe('never');
});

test('an application names only those current sessions in which it was allowed something', () => {
  const grants = ['s1', 's2', 's3'].map((session_id) => consent('harbor', { context: { session_id } }));
  expect(shown(grants, { sessions: ['s3', 's1', 's9'] })[0]?.sessions).toEqual(['s3', 's1']);
});

test.each([
  ['new', []],
  ['not new', [{ grant_scope: ['openid', 'email'] }]],
  ['new again once it may do more', [{ grant_scope: ['openid'] }]],
] as [string, Partial<GivenConsent>[]][])('an application is %s after the list was seen', (what, seen) => {
  const before = seen.map((more) => consent('harbor', { handled_at: '2026-03-01T08:00:00Z', ...more }));
  const list = [consent('harbor', { grant_scope: ['openid', 'email'] }), ...before];
  const seenAt = Date.parse('2026-03-10T00:00:00Z');
  expect(shown(list, { seenAt })[0]?.isNew).toBe(what !== 'not new');
});

test('the audience cannot rearrange the text around it', () => {
  const list = shown([consent('harbor', { grant_access_token_audience: ['https://\u202eapi.example'] })]);
  expect(list[0]?.audience).toEqual(['https:// api.example']);
});

test('a consent without a client cannot be withdrawn, and is left out', () => {
  expect(shown([{ ...consent('x'), consent_request: undefined }])).toEqual([]);
});
