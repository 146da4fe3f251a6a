import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { OwnApplications } from '../../shared/applications.ts';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import {
  type Answers,
  oauth2Harness,
  type OAuth2Harness,
  session,
} from '../../test/support/oauth2Harness.ts';
import { cookiesSet, getPage, markup, pageProps, sessionCookie } from '../../test/support/servedPage.ts';
import type { GivenConsent } from '../upstreams/grants.ts';
import { grantedApplications } from './applications.ts';

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

afterEach(closeHarness);

const harbor = {
  grant_scope: ['openid', 'email'],
  grant_access_token_audience: ['https://api.harbor.example'],
  handled_at: '2026-03-14T08:00:00Z',
  remember: true,
  remember_for: 86_400,
  context: { session_id: 's1' },
  consent_request: {
    client: {
      client_id: 'harbor',
      client_name: 'Harbor Clinic',
      client_uri: 'https://harbor.example',
      logo_uri: 'https://harbor.example/logo.png',
    },
  },
};
const list = (...grants: object[]): Answers => ({
  'GET /admin/oauth2/auth/sessions/consent': [200, grants],
});
const flow = recordedFlow('settings');
const kratos: Answers = {
  'GET /self-service/settings/browser': [200, flow],
  'GET /sessions': [200, []],
};
const openHarness = (hydra: Answers, settings?: Record<string, string>): Promise<OAuth2Harness> =>
  oauth2Harness(hydra, kratos, settings);

const applicationsIn = (html: string): OwnApplications => pageProps(html).applications as OwnApplications;

describe('the list of applications in the settings', () => {
  test('contains those that the signed-in identity has granted access, and the page may load their logos', async () => {
    const { visit, hydra } = await openHarness(list(harbor));
    const page = await visit('/settings');
    expect(markup(page.text)).toContain('Harbor Clinic');
    expect(markup(page.text)).toContain('See your email address');
    expect(applicationsIn(page.text)).toMatchObject({ withdrawn: false, list: [{ clientId: 'harbor' }] });
    expect(new URL(hydra.received[0]?.url ?? '', portalUrl).searchParams.get('subject')).toBe('ada');
    expect(page.headers['content-security-policy']).toContain('https://harbor.example;');
  });

  test('is empty if nothing is granted, and missing without Hydra’s admin URL', async () => {
    const page = await (await openHarness(list())).visit('/settings');
    expect(markup(page.text)).toContain('No application is listed here.');
    expect(cookiesSet(page).join()).not.toContain('portal_applications_seen');
    const without = await (await openHarness({}, { HYDRA_ADMIN_URL: '' })).visit('/settings');
    expect(markup(without.text)).not.toContain('Authorized Applications');
  });

  test('is replaced by a message if Hydra fails, and the other settings are shown', async () => {
    const { visit } = await openHarness({ 'GET /admin/oauth2/auth/sessions/consent': [500, {}] });
    const page = await visit('/settings').expect(200);
    expect(markup(page.text)).toContain('Your applications could not be loaded.');
    expect(markup(page.text)).toContain('Change Password');
  });

  test('is waited for two seconds at most, even if the settings set no limit', async () => {
    const late = new DOMException('late', 'TimeoutError');
    const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(late));
    const { visit } = await openHarness(list(harbor));
    const page = await visit('/settings').expect(200);
    expect(markup(page.text)).toContain('Your applications could not be loaded.');
    expect(deadline.mock.calls).toContainEqual([2000]);
    deadline.mockRestore();
  });

  test('marks grants as new until the browser has shown them', async () => {
    const { visit, portal } = await openHarness(list(harbor));
    const first = await visit('/settings');
    expect(applicationsIn(first.text).list?.[0]?.isNew).toBe(true);
    const seen = cookiesSet(first).find((line) => line.startsWith('portal_applications_seen='));
    expect(seen).toMatch(/^portal_applications_seen=\d+; Path=\/; .*HttpOnly; SameSite=Lax$/);
    const again = await getPage(portal, '/settings', `${sessionCookie}; ${seen?.split(';')[0]}`);
    expect(applicationsIn(again.text).list?.[0]?.isNew).toBe(false);
  });
});

const whoami = (minutesAgo: number): Answers => ({
  'GET /sessions/whoami': [
    200,
    { ...session, authenticated_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() },
  ],
});
const revocable: Answers = { 'DELETE /admin/oauth2/auth/sessions/consent': [204] };

/** Returns the queries of the revocations that Hydra received. */
const revoked = ({ hydra }: OAuth2Harness): string[] =>
  hydra.received.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('?')[1] ?? '');

describe('withdrawing', () => {
  test.each([
    ['the access of one application', { client: 'harbor' }, 'subject=ada&client=harbor'],
    ['everything', { all: 'true' }, 'subject=ada&all=true'],
  ])(
    '%s applies only to the signed-in identity, whatever the form says, and the page confirms it',
    async (_what, fields, query) => {
      const portal = await oauth2Harness(revocable, { ...kratos, ...whoami(1) });
      const answer = await portal.post('/settings/applications', { ...fields, subject: 'eve' });
      expect([answer.status, answer.headers.location]).toEqual([303, '/settings#done']);
      expect(revoked(portal)).toEqual([query]);
      expect(portal.happened).toMatchObject([{ identity: 'ada', kind: 'applicationWithdrawn' }]);
      // a request that begins again is not answered by it
      expect(cookiesSet(answer)).toContain('portal_decision=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
      const said = cookiesSet(answer).find((line) => line.startsWith('portal_withdrawn='));
      const page = await portal.visit('/settings', [said?.split(';')[0] ?? '']);
      expect(markup(page.text)).toContain('Access withdrawn<');
      expect(cookiesSet(page).join()).toContain('portal_withdrawn=; Path=/; Max-Age=0');
      const linked = await portal.visit('/settings?withdrawn=true');
      expect(markup(linked.text)).not.toContain('Access withdrawn<');
    },
  );

  test('everything says in the history which applications that were', async () => {
    const portal = await oauth2Harness(
      { ...revocable, ...list(harbor, consent('tide')) },
      { ...kratos, ...whoami(1) },
    );
    await portal.post('/settings/applications', { all: 'true' });
    const kind = 'applicationWithdrawn';
    expect(portal.happened).toMatchObject([
      { identity: 'ada', kind, about: { client: 'harbor', application: 'Harbor Clinic' } },
      { identity: 'ada', kind, about: { client: 'tide' } },
    ]);
  });

  test('revokes nothing without a valid CSRF token or for an empty form', async () => {
    const portal = await oauth2Harness(revocable, whoami(1));
    const foreign = await portal.post('/settings/applications', { all: 'true', _csrf: 'x' });
    const empty = await portal.post('/settings/applications', { client: '' });
    expect([foreign.status, empty.status, revoked(portal)]).toEqual([403, 400, []]);
    expect(markup(empty.text)).toContain('This page is out of date.');
  });

  test('fails with an error if Hydra does not revoke it', async () => {
    const portal = await oauth2Harness(
      { 'DELETE /admin/oauth2/auth/sessions/consent': [400, {}] },
      whoami(1),
    );
    expect((await portal.post('/settings/applications', { all: 'true' })).status).toBe(502);
  });
});
