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
import { cookiesSet, getPage, markup, pageProps } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const page = '/logout?logout_challenge=c1';
const verified = `${portalUrl}/oauth2/sessions/logout?logout_verifier=v`;
const client = { client_id: 'harbor', client_name: 'Harbor Clinic', client_uri: 'https://harbor.example/' };
const fromClient = { subject: 'ada', sid: 'sid1', rp_initiated: true, client };
const fromBrowser = { subject: 'ada', sid: 'sid1', rp_initiated: false };
const logout = 'GET /admin/oauth2/auth/requests/logout';
const accept = 'PUT /admin/oauth2/auth/requests/logout/accept';
const reject = 'PUT /admin/oauth2/auth/requests/logout/reject';
const ended = 'GET /self-service/logout';
const hydraSession = 'ory_hydra_session=h1';
const address = 'portal_last_address=a';
const forgotten = 'portal_last_address=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax';

const harnessFor = (given: object, kratos: Answers = {}, hydra: Answers = {}): Promise<OAuth2Harness> =>
  oauth2Harness(
    {
      [logout]: [200, given],
      [accept]: [200, { redirect_to: verified }],
      [reject]: [204],
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
  test('is confirmed first, on a page that names the application and the account', async () => {
    const { visit, hydra, kratos } = await harnessFor(fromClient);
    const { text } = await visit(page).expect(200);
    expect(markup(text)).toContain('Harbor Clinic asks you to log out.');
    expect(markup(text)).toContain('logged in as Ada');
    expect(pageProps(text)).toEqual({ challenge: 'c1', clientName: 'Harbor Clinic' });
    expect([got(hydra, accept), got(kratos, ended)]).toEqual([false, false]);
  });

  test('on Yes ends the session, and leads to Hydra, which logs out its clients', async () => {
    const { post, hydra, kratos } = await harnessFor(fromClient);
    const answer = await post('/logout', { challenge: 'c1', submit: 'Yes' });
    expect([answer.status, answer.headers.location]).toEqual([303, verified]);
    expect([got(hydra, accept), got(kratos, ended)]).toEqual([true, true]);
    expect(cookiesSet(answer).join()).toContain('portal_signed_out=1');
  });

  test.each([
    ['https://harbor.example/', 'https://harbor.example/'],
    ['javascript:alert(1)', '/'],
    [undefined, '/'],
  ])('on No leads back to the client’s site %s', async (client_uri, location) => {
    const { post, hydra, kratos } = await harnessFor({ ...fromClient, client: { ...client, client_uri } });
    const answer = await post('/logout', { challenge: 'c1', submit: 'No' });
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
    expect([got(hydra, reject), got(hydra, accept), got(kratos, ended)]).toEqual([true, false, false]);
  });

  test('also works if nobody is signed in at the portal any more', async () => {
    const { post, hydra } = await harnessFor(fromClient, signedOut);
    const answer = await post('/logout', { challenge: 'c1', submit: 'Yes' });
    expect([answer.status, answer.headers.location, got(hydra, accept)]).toEqual([303, verified, true]);
  });

  test.each([
    ['the first supported language that the client asks for', '', 'sv'],
    ['the visitor’s choice before it', 'locale=nl', 'nl'],
  ])('asks in %s', async (_what, cookie, language) => {
    const request_url = '/oauth2/sessions/logout?id_token_hint=t&ui_locales=xx+sv+de';
    const { visit } = await harnessFor({ ...fromClient, request_url });
    const { text } = await visit(page, [cookie]).set('Accept-Language', 'pl').expect(200);
    expect(text).toContain(`<html lang="${language}"`);
  });

  test('without a valid CSRF token ends nothing, but asks again if the session has ended meanwhile', async () => {
    const { post, portal, hydra, kratos } = await harnessFor(fromClient);
    const forged = await post('/logout', { challenge: 'c1', submit: 'Yes', _csrf: 'x' });
    expect(forged.status).toBe(403);
    const form = request(portal).post('/logout').set('Origin', portalUrl).type('form');
    await form.send({ challenge: 'c1', submit: 'Yes' }).expect(303).expect('Location', page);
    expect([got(hydra, accept), got(kratos, ended)]).toEqual([false, false]);
  });

  test.each([
    ['its own user’s', 'ada', true],
    ['no other user’s', 'grace', false],
  ])('by a trusted client needs no confirmation, and ends %s session', async (_whose, subject, ends) => {
    const trusted = { ...client, skip_logout_consent: true };
    const { visit, kratos } = await harnessFor({ ...fromClient, subject, client: trusted });
    const answer = await visit(page, [address]).expect(303).expect('Location', verified);
    expect(got(kratos, ended)).toBe(ends);
    expect(cookiesSet(answer).includes(forgotten)).toBe(ends);
  });

  test('by a trusted client deletes the remembered address even if the session has already ended', async () => {
    const trusted = { ...fromClient, client: { ...client, skip_logout_consent: true } };
    const { visit } = await harnessFor(trusted, signedOut);
    const answer = await visit(page, [address]).expect(303).expect('Location', verified);
    expect(cookiesSet(answer)).toContain(forgotten);
  });

  test.each([
    ['fails if Kratos does not say whose session it is', 500, 502],
    ['is confirmed first if the session lacks its second factor', 403, 200],
  ])('by a trusted client %s, because the session would stay', async (_what, whoami, status) => {
    const given = { ...fromClient, client: { ...client, skip_logout_consent: true } };
    const { visit, hydra, kratos } = await harnessFor(given, { 'GET /sessions/whoami': [whoami] });
    await visit(page).expect(status);
    expect([got(hydra, accept), got(kratos, ended)]).toEqual([false, false]);
  });

  test('that is over is a 410, or continues where Hydra says', async () => {
    const unknown = await harnessFor({}, signedOut, { [logout]: [404, {}] });
    await unknown.visit(page).expect(410);
    const handled = await harnessFor({}, {}, { [logout]: [410, { redirect_to: '/oauth2/sessions/logout' }] });
    await handled.visit(page).expect(303).expect('Location', '/oauth2/sessions/logout');
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
    ['with one, if a client asks', fromClient, (it: string) => `${hydraSession}; ${it}`],
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

  test('on No ends nothing', async () => {
    const { post, kratos } = await harnessFor(fromBrowser);
    const answer = await post('/logout', { submit: 'No', return_to: '/settings' }, [hydraSession]);
    expect([answer.headers.location, got(kratos, ended)]).toEqual([`${portalUrl}/settings`, false]);
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
