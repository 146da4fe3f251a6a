import { expect, test } from '@jest/globals';
import type { Grant } from '../provider/grants.ts';
import { grantedApplications } from './grantedApplications.ts';

const consent = (id: string, client_id: string, more: Partial<Grant> = {}): Grant => ({
  consent_request_id: id,
  grant_scope: ['openid'],
  handled_at: '2026-03-14T08:00:00Z',
  ...more,
  consent_request: {
    client: {
      client_id,
      redirect_uris: [`https://${client_id}.example/cb`],
      skip_consent: false,
      skip_logout_consent: false,
    },
  },
});

const shown = (grants: Grant[], { seenAt = 0, sessions = [] as string[] } = {}) =>
  grantedApplications(grants, { seenAt, sessions });

test('applications are listed latest first, each with its grants by scopes and audience', () => {
  const later = { handled_at: '2026-04-01T08:00:00Z' };
  const list = shown([
    consent('r1', 'harbor'),
    consent('r2', 'diary', later),
    consent('r3', 'harbor', { grant_scope: ['openid', 'email'] }),
    consent('r4', 'harbor', { grant_access_token_audience: ['https://api.example'] }),
  ]);
  expect(list.map(({ clientId, grants }) => [clientId, grants.map(({ id }) => id)])).toEqual([
    ['diary', ['r2']],
    ['harbor', ['r1', 'r3', 'r4']],
  ]);
});

test('consents to the same scopes and audience are one grant, dated by the first and remembered as long as the longest', () => {
  const remember = { remember: true, remember_for: 86_400 };
  const [application] = shown([
    consent('r1', 'harbor', { ...remember, handled_at: '2026-03-01T08:00:00Z' }),
    consent('r2', 'harbor', { ...remember, handled_at: '2026-03-05T08:00:00Z' }),
    consent('r3', 'harbor', { handled_at: '2026-03-09T08:00:00Z' }),
  ]);
  expect(application?.grants).toMatchObject([
    { id: 'r3', since: '2026-03-01T08:00:00.000Z', remembered: { until: '2026-03-06T08:00:00.000Z' } },
  ]);
});

test.each([
  ['always', { remember: true, remember_for: 0 }],
  ['never', { remember: false, remember_for: 60 }],
])('a grant is remembered %s if Hydra says %j', (remembered, more) => {
  expect(shown([consent('r1', 'harbor', more)])[0]?.grants[0]?.remembered).toBe(remembered);
});

test('a grant is never remembered if the portal always asks again, whatever Hydra remembers', () => {
  const grant = consent('r1', 'harbor', { remember: true, remember_for: 0 });
  const client = grant.consent_request?.client;
  const native = { client: client && { ...client, redirect_uris: ['http://127.0.0.1/cb'] } };
  expect(shown([{ ...grant, consent_request: native }])[0]?.grants[0]?.remembered).toBe('never');
});

test('a grant names only those current sessions in which it was given', () => {
  const grants = ['s1', 's2', 's3'].map((session_id) =>
    consent(`r-${session_id}`, 'harbor', { context: { session_id } }),
  );
  expect(shown(grants, { sessions: ['s3', 's1', 's9'] })[0]?.grants[0]?.sessions).toEqual(['s3', 's1']);
});

test('a grant is new if the first consent came after the list was seen', () => {
  const seenAt = Date.parse('2026-03-10T00:00:00Z');
  const earlier = consent('r1', 'harbor', { handled_at: '2026-03-01T08:00:00Z' });
  const isNew = (...grants: Grant[]) => shown(grants, { seenAt })[0]?.grants[0]?.isNew;
  expect([isNew(consent('r2', 'harbor')), isNew(consent('r2', 'harbor'), earlier)]).toEqual([true, false]);
});

test('a grant without an id or a client cannot be withdrawn, and is left out', () => {
  const nameless = { ...consent('r1', 'harbor'), consent_request_id: undefined };
  expect(shown([nameless, { ...consent('r2', 'x'), consent_request: undefined }])).toEqual([]);
});
