import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { closeHarness, type FakeUpstream } from '../../test/support/gatewayHarness.ts';
import {
  oauth2Harness,
  session,
  type Answers,
  type OAuth2Harness,
} from '../../test/support/oauth2Harness.ts';
import { cookiesSet, getPage, markup, pageProps, sessionCookie } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const page = '/logout?logout_challenge=c1';
const verified = `${portalUrl}/oauth2/sessions/logout?logout_verifier=v`;
const client = { client_id: 'harbor', client_name: 'Harbor Clinic', client_uri: 'https://harbor.example/' };
const fromClient = { subject: 'ada', sid: 'sid1', rp_initiated: true, client };
const fromBrowser = { subject: 'ada', sid: 'sid1', rp_initiated: false };
const logout = 'GET /admin/oauth2/auth/requests/logout';
const accept = 'PUT /admin/oauth2/auth/requests/logout/accept';
const ended = 'GET /self-service/logout';
const hydraSession = 'ory_hydra_session=h1';

const harnessFor = (given: object, kratos: Answers = {}, hydra: Answers = {}): Promise<OAuth2Harness> =>
  oauth2Harness(
    {
      [logout]: [200, given],
      [accept]: [200, { redirect_to: verified }],
      ...hydra,
    },
    {
      'GET /self-service/logout/browser': [200, { logout_token: 't', logout_url: 'x' }],
      [ended]: [204],
      ...kratos,
    },
  );

/** Tells whether a call was received, by method and path. */
const got = ({ received }: FakeUpstream, call: string): boolean =>
  received.some(({ method, url }) => `${method} ${url.split('?')[0]}` === call);

const signedOut: Answers = {
  'GET /sessions/whoami': [401],
  'GET /self-service/logout/browser': [401],
};

describe('a logout that an application asks for', () => {
  test.each([
    ['javascript:alert(1)', '/'],
    [undefined, '/'],
  ])('on No leads home if the client’s site is %s', async (client_uri, location) => {
    const { post, hydra, kratos } = await harnessFor({ ...fromClient, client: { ...client, client_uri } });
    const answer = await post('/logout', { challenge: 'c1', submit: 'No' });
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
    expect([got(hydra, accept), got(kratos, ended)]).toEqual([false, false]);
  });

  const query = 'post_logout_redirect_uri=https%3A%2F%2Fharbor.example%2Fbye&state=s1';
  const request_url = `/oauth2/sessions/logout?id_token_hint=t&${query}&ui_locales=sv`;
  const withoutToken = `/logout?client_id=harbor&${query}&ui_locales=sv`;
  const trusted = { ...fromClient, client: { ...client, skip_logout_consent: true } };
  test.each<[string, object, Answers]>([
    ['somebody else', { subject: 'grace' }, {}],
    ['nobody', {}, signedOut],
    ['somebody whose second factor is missing', {}, { 'GET /sessions/whoami': [403] }],
    ['somebody, who is not named', { subject: '' }, {}],
  ])(
    'ends only what is in this browser, after a question, if it holds the session of %s',
    async (_whose, more, kratosSays) => {
      for (const given of [fromClient, trusted]) {
        const { visit, post, hydra, kratos } = await harnessFor(
          { ...given, request_url, ...more },
          kratosSays,
        );
        await visit(page).expect(303).expect('Location', withoutToken);
        const answer = await post('/logout', { challenge: 'c1', submit: 'Yes' });
        expect([answer.status, answer.headers.location]).toEqual([303, page]);
        expect([got(hydra, accept), got(kratos, ended)]).toEqual([false, false]);
      }
    },
  );

  test.each([
    ['the first supported language that the client asks for', '', 'sv'],
    ['the visitor’s choice before it', 'locale=nl', 'nl'],
  ])('asks in %s', async (_what, cookie, language) => {
    const request_url = '/oauth2/sessions/logout?id_token_hint=t&ui_locales=xx+sv+de';
    const { visit } = await harnessFor({ ...fromClient, request_url });
    const { text } = await visit(page, [cookie]).set('Accept-Language', 'pl').expect(200);
    expect(text).toContain(`<html lang="${language}"`);
  });

  test('warns of an address that is not verified, without which nobody gets back in', async () => {
    const unverified = { value: 'ada@exampel.org', via: 'email', verified: false };
    const identity = { ...session.identity, verifiable_addresses: [unverified] };
    const { visit } = await harnessFor(fromClient, {
      'GET /sessions/whoami': [200, { ...session, identity }],
    });
    expect(markup((await visit(page).expect(200)).text)).toContain(
      'ada@exampel.org has not been verified yet',
    );
  });

  test('without a valid CSRF token ends nothing, but asks again if the session has ended meanwhile', async () => {
    const { post, portal, hydra, kratos } = await harnessFor(fromClient);
    const forged = await post('/logout', { challenge: 'c1', submit: 'Yes', _csrf: 'x' });
    expect(forged.status).toBe(403);
    const form = request(portal).post('/logout').set('Origin', portalUrl).type('form');
    await form.send({ challenge: 'c1', submit: 'Yes' }).expect(303).expect('Location', page);
    expect([got(hydra, accept), got(kratos, ended)]).toEqual([false, false]);
  });

  test('fails if Kratos does not say whose session it is', async () => {
    const { visit, hydra, kratos } = await harnessFor(trusted, { 'GET /sessions/whoami': [500] });
    await visit(page).expect(502);
    expect([got(hydra, accept), got(kratos, ended)]).toEqual([false, false]);
  });

  test('that is over is a 410', async () => {
    const { visit } = await harnessFor({}, signedOut, { [logout]: [404, {}] });
    await visit(page).expect(410);
  });

  test.each([
    ['', '/logout'],
    ['&client_id=harbor', withoutToken],
  ])('that was answered before shows its ID token to nobody: %j', async (more, location) => {
    const redirect_to = `${portalUrl}${request_url}${more}`;
    const { visit, post } = await harnessFor({}, signedOut, { [logout]: [410, { redirect_to }] });
    await visit(page).expect(303).expect('Location', location);
    expect((await post('/logout', { challenge: 'c1', submit: 'Yes' })).headers.location).toBe(page);
  });
});

test.each([
  ['is signed in', {}],
  ['has yet to give a second factor', { 'GET /sessions/whoami': [403] }],
] as [string, Answers][])(
  'after its challenge is over, a logout can still be done at the portal by a user who %s',
  async (_who, kratos) => {
    const { visit, post, hydra } = await harnessFor({}, kratos, { [logout]: [404, {}] });
    const { text } = await visit(page).expect(200);
    expect(markup(text)).toContain('Do you wish to log out?');
    expect(pageProps(text)).toEqual({});
    const late = await post('/logout', { challenge: 'c1', submit: 'Yes' });
    expect([late.status, late.headers.location, got(hydra, accept)]).toEqual([303, page, false]);
  },
);

describe('a logout at the portal', () => {
  /** Says Yes at the portal. @returns the harness, the answer, and its cookie that confirms the logout to `/logout` */
  async function logOut(given = fromBrowser, cookies = [hydraSession]) {
    const harness = await harnessFor(given);
    const answer = await harness.post('/logout', { submit: 'Yes' }, cookies);
    const [confirmed = ''] = cookiesSet(answer).filter((line) => line.startsWith('portal_logout='));
    return { ...harness, answer, confirmed: confirmed.split(';')[0] ?? '', line: confirmed };
  }

  test('also ends Hydra’s session in this browser, once and without a second confirmation', async () => {
    const { answer, portal, kratos, hydra, confirmed, line } = await logOut();
    expect([answer.status, answer.headers.location]).toEqual([303, '/oauth2/sessions/logout']);
    expect(got(kratos, ended)).toBe(true);
    expect(line).toMatch(/; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/);
    const back = await getPage(portal, page, `${hydraSession}; ${confirmed}`);
    expect([back.status, back.headers.location, got(hydra, accept)]).toEqual([303, verified, true]);
    expect(cookiesSet(back).join()).toContain('portal_logout=; Path=/; Max-Age=0');
  });

  test.each([
    ['without the portal’s confirmation', fromBrowser, () => hydraSession],
    ['with a forged one', fromBrowser, () => `${hydraSession}; portal_logout=AAAA`],
    ['with one of another session at Hydra', fromBrowser, (it: string) => `ory_hydra_session=h2; ${it}`],
    ['with one, if a client asks', fromClient, (it: string) => `${sessionCookie}; ${hydraSession}; ${it}`],
  ])('asks again %s, so a link on another site cannot log anybody out', async (_how, given, cookies) => {
    const { portal, hydra, confirmed } = await logOut(given);
    const { text } = await getPage(portal, page, cookies(confirmed)).expect(200);
    expect(markup(text)).toContain('Do you wish to log out?');
    expect(got(hydra, accept)).toBe(false);
  });

  test('ends at the portal if Hydra has no session in this browser', async () => {
    const { answer, line } = await logOut(fromBrowser, ['ory_hydra_login_csrf=x']);
    expect([answer.headers.location, line]).toEqual(['/login', '']);
  });

  test('that continues at another page leaves Hydra’s session to that page', async () => {
    const { post } = await harnessFor(fromBrowser);
    const next = '/login?login_challenge=c';
    const answer = await post('/logout', { submit: 'Yes', next }, [hydraSession]);
    expect([answer.status, answer.headers.location]).toEqual([303, portalUrl + next]);
  });
});

test('a logout challenge is answered 501 if Hydra is not configured', async () => {
  const { portal } = await oauth2Harness(
    {},
    { 'GET /sessions/whoami': [200, session] },
    { HYDRA_ADMIN_URL: '' },
  );
  await getPage(portal, page).expect(501);
});

describe('a logout without an ID token', () => {
  const goodbye = 'https://harbor.example/goodbye';
  const query = { client_id: 'harbor', post_logout_redirect_uri: goodbye, state: 's 1' };
  const asked = `/logout?${new URLSearchParams(query).toString()}`;
  const target = `${goodbye}?state=s+1`;
  const registered: Answers = {
    'GET /admin/clients/harbor': [
      200,
      { ...client, post_logout_redirect_uris: [goodbye, 'javascript:alert(1)'] },
    ],
  };

  test('ends both sessions, and continues at the registered URL', async () => {
    const { post, kratos, visit } = await harnessFor({}, {}, registered);
    const answer = await post('/logout', { ...query, submit: 'Yes' }, [hydraSession]);
    expect([answer.status, answer.headers.location]).toEqual([303, '/oauth2/sessions/logout']);
    expect(got(kratos, ended)).toBe(true);
    const [kept = ''] = cookiesSet(answer).filter((line) => line.startsWith('portal_after_logout='));
    expect(kept).not.toContain('harbor');
    // Hydra always ends at the sign-in page
    const arrived = await visit('/login', [kept.split(';')[0] ?? '']).expect(303);
    expect([arrived.headers.location, cookiesSet(arrived).join()]).toEqual([
      target,
      expect.stringContaining('portal_after_logout=; Path=/; Max-Age=0'),
    ]);
  });

  test('continues there at once without a session at Hydra, and on No at the application', async () => {
    const { post } = await harnessFor({}, {}, registered);
    expect((await post('/logout', { ...query, submit: 'Yes' })).headers.location).toBe(target);
    expect((await post('/logout', { ...query, submit: 'No' })).headers.location).toBe(
      'https://harbor.example/',
    );
  });

  test('needs no question where nobody is signed in', async () => {
    const { visit } = await harnessFor({}, signedOut, registered);
    await visit(asked).expect(303).expect('Location', target);
  });

  test.each([
    ['another URL', { ...query, post_logout_redirect_uri: 'https://evil.example/' }],
    ['another client', { ...query, client_id: 'diary' }],
    ['a client that would be another call', { ...query, client_id: '..' }],
    ['a script', { ...query, post_logout_redirect_uri: 'javascript:alert(1)' }],
  ])('leads nowhere for %s', async (_what, given) => {
    const { visit, post, kratos } = await harnessFor({}, {}, registered);
    await visit(`/logout?${new URLSearchParams(given).toString()}`).expect(400);
    expect((await post('/logout', { ...given, submit: 'Yes' })).status).toBe(400);
    expect(got(kratos, ended)).toBe(false);
  });
});
