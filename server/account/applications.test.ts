import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { OwnApplications } from '../../shared/applications.ts';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import {
  oauth2Harness,
  session,
  type Answers,
  type OAuth2Harness,
} from '../../test/support/oauth2Harness.ts';
import { cookiesSet, getPage, markup, pageProps, sessionCookie } from '../../test/support/servedPage.ts';

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

const shown = (html: string): OwnApplications => pageProps(html).applications as OwnApplications;

describe('the list of applications in the settings', () => {
  test('contains those that the signed-in identity has granted access, and the page may load their logos', async () => {
    const { visit, hydra } = await openHarness(list(harbor));
    const page = await visit('/settings');
    expect(markup(page.text)).toContain('Harbor Clinic');
    expect(markup(page.text)).toContain('See your email address');
    expect(shown(page.text)).toMatchObject({ withdrawn: false, list: [{ clientId: 'harbor' }] });
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
    expect(shown(first.text).list?.[0]?.isNew).toBe(true);
    const seen = cookiesSet(first).find((line) => line.startsWith('portal_applications_seen='));
    expect(seen).toMatch(/^portal_applications_seen=\d+; Path=\/; .*HttpOnly; SameSite=Lax$/);
    const again = await getPage(portal, '/settings', `${sessionCookie}; ${seen?.split(';')[0]}`);
    expect(shown(again.text).list?.[0]?.isNew).toBe(false);
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
