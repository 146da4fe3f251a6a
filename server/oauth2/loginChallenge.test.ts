import { afterEach, describe, expect, test } from '@jest/globals';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { closeHarness, type FakeUpstream } from '../../test/support/gatewayHarness.ts';
import {
  oauth2Harness,
  session,
  type Answers,
  type OAuth2Harness,
} from '../../test/support/oauth2Harness.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { cookiesSet, getPage, markup, pageProps } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const page = '/login?login_challenge=c1';
const requestUrl = `${portalUrl}/oauth2/auth?client_id=harbor`;
const request = {
  skip: false,
  subject: '',
  session_id: 'sid1',
  request_url: requestUrl,
  client: { client_id: 'harbor', client_name: 'Harbor Clinic', client_uri: 'https://harbor.example/' },
  oidc_context: { login_hint: 'grace@example.org', ui_locales: ['xx', 'sv', 'de'] },
};
const remembered = { ...request, skip: true, subject: 'ada' };

const inFrench = {
  ...session,
  identity: { ...session.identity, traits: { ...session.identity.traits, locale: 'fr' } },
};

const whoami = (status: number, body: object = {}): Answers => ({ 'GET /sessions/whoami': [status, body] });
const challenge = (body: object, status = 200): Answers => ({
  'GET /admin/oauth2/auth/requests/login': [status, body],
});
const reject = 'PUT /admin/oauth2/auth/requests/login/reject';

/** Opens a harness whose Kratos starts a login flow for the request. */
const harnessFor = (
  given: object,
  kratos: Answers = whoami(401),
  hydra: Answers = {},
): Promise<OAuth2Harness> =>
  oauth2Harness(
    { ...challenge(given), ...hydra },
    {
      'GET /self-service/login/browser': [
        200,
        { ...recordedFlow('login'), oauth2_login_challenge: 'c1', oauth2_login_request: given },
      ],
      ...kratos,
    },
  );

const calls = ({ received }: FakeUpstream): string[] => received.map(({ method, url }) => `${method} ${url}`);

describe('a sign-in for an application', () => {
  test('names the application, and fills in the identifier of its login_hint', async () => {
    const { visit } = await harnessFor(request);
    const { text } = await visit(page).expect(200);
    expect(markup(text)).toContain('Harbor Clinic');
    expect(markup(text)).toMatch(/name="identifier"[^>]*value="grace@example\.org"/);
  });

  test.each([
    ['\u3164', 'Unnamed Client (harbor)'],
    ['Harbor\u202ecinilC', 'Unnamed Client (harbor)'],
    [`H${'\u0301'.repeat(300)}`, 'Unnamed Client (harbor)'],
    ['', 'https://harbor.example/'],
  ])('shows an application that calls itself %j as %s', async (client_name, shown) => {
    const { visit } = await harnessFor({
      ...request,
      oidc_context: {},
      client: { ...request.client, client_name },
    });
    const { text } = await visit(page).expect(200);
    expect(markup(text)).toContain(`To authenticate ${shown}<`);
  });

  test.each([
    ['returns the request', { oauth2_login_request: request }],
    ['does not, like version 1.3.1', {}],
  ])(
    'leads to a sign-up in its language, with its login_hint as the address, if Kratos %s',
    async (_what, more) => {
      const flow = { ...recordedFlow('registration'), oauth2_login_challenge: 'c1', ...more };
      const { portal } = await harnessFor(request, {
        ...whoami(401),
        'GET /self-service/registration/browser': [200, flow],
      });
      const { text } = await getPage(portal, '/registration?login_challenge=c1').expect(200);
      expect(text).toContain('<html lang="sv"');
      expect(markup(text)).toMatch(/name="traits\.email"[^>]*value="grace@example\.org"/);
      expect(markup(text)).not.toMatch(/name="traits\.name[^>]*value="grace@example\.org"/);
    },
  );

  test.each([
    ['the first supported language that the application asks for', whoami(401), '', 'sv'],
    ['the account’s own language before the application’s', whoami(200, inFrench), '', 'fr'],
    ['the visitor’s choice before both', whoami(200, inFrench), 'locale=nl', 'nl'],
  ])('is shown in %s', async (_what, kratos, cookie, language) => {
    const { visit } = await harnessFor(request, kratos);
    const { text } = await visit(page, [cookie]).set('Accept-Language', 'pl').expect(200);
    expect(text).toContain(`<html lang="${language}"`);
  });

  test('of a remembered account is left to the provider, which accepts it and redirects', async () => {
    const { visit, hydra, kratos } = await harnessFor(remembered, whoami(200, session));
    await visit(page).expect(303).expect('Location', '/self-service/login/browser?login_challenge=c1');
    expect(calls(kratos)).toEqual(['GET /sessions/whoami']);
    expect(calls(hydra)).toEqual(['GET /admin/oauth2/auth/requests/login?login_challenge=c1']);
  });

  test('of a remembered account, if another one is signed in, forgets the first and starts over', async () => {
    const { visit, hydra, kratos } = await harnessFor(
      { ...remembered, subject: 'grace' },
      whoami(200, session),
    );
    await visit(page).expect(303).expect('Location', requestUrl);
    expect(calls(hydra)).toContain('DELETE /admin/oauth2/auth/sessions/login?sid=sid1');
    expect(calls(kratos).filter((call) => call.includes('/self-service/'))).toEqual([]);
  });

  test('of a remembered account, without the second factor, asks for it first', async () => {
    const { visit, hydra, kratos } = await harnessFor(remembered, whoami(403));
    const back = new URLSearchParams({ aal: 'aal2', return_to: portalUrl + page }).toString();
    await visit(page).expect(303).expect('Location', `/login?${back}`);
    expect(calls(kratos).filter((call) => call.includes('/self-service/'))).toEqual([]);
    expect(calls(hydra)).toHaveLength(1);
  });

  test.each([
    ['nobody is signed in', whoami(401)],
    [
      'another account is signed in',
      whoami(200, { ...session, identity: { ...session.identity, id: 'grace' } }),
    ],
    ['the second factor is missing', whoami(403)],
  ])('without any page (prompt=none) is refused if %s', async (_why, kratos) => {
    const quiet = { ...remembered, request_url: `${requestUrl}&prompt=none` };
    const { visit, hydra } = await harnessFor(quiet, kratos, {
      [reject]: [200, { redirect_to: '/oauth2/auth?r' }],
    });
    await visit(page).expect(303).expect('Location', '/oauth2/auth?r');
    expect(calls(hydra).some((call) => call.startsWith('DELETE'))).toBe(false);
    expect(hydra.received.at(-1)?.body).toContain('login_required');
  });

  test('that was answered before continues where Hydra says', async () => {
    const { visit } = await oauth2Harness(challenge({ redirect_to: requestUrl }, 410), whoami(401));
    await visit(page).expect(303).expect('Location', requestUrl);
  });
});

describe('the forms of a sign-up', () => {
  const flows = {
    ...whoami(401),
    'GET /self-service/registration/flows': [200, recordedFlow('registration')],
    'GET /self-service/verification/flows': [200, recordedFlow('verification-sent')],
  } satisfies Answers;
  const sender = async (path: string, kratos: Answers, cookie?: string): Promise<unknown> => {
    const { portal } = await harnessFor(request, { ...flows, ...kratos });
    return pageProps((await getPage(portal, path, cookie).expect(200)).text).sentByBrowser;
  };

  test('are sent by the browser if an application asked for it, because Kratos then redirects to it', async () => {
    const { visit } = await harnessFor(request);
    const [asking] = cookiesSet(await visit(page)).filter((line) => line.startsWith('portal_application='));
    const flow = { ...recordedFlow('registration'), oauth2_login_challenge: 'c1' };
    const forApplication: Answers = { 'GET /self-service/registration/flows': [200, flow] };
    expect(await sender('/registration?flow=f1', forApplication)).toBe(true);
    expect(await sender('/verification?flow=f1', {}, asking?.split(';')[0])).toBe(true);
  });

  test('are sent by script otherwise', async () => {
    expect(await sender('/registration?flow=f1', {})).toBeUndefined();
    expect(await sender('/verification?flow=f1', {})).toBeUndefined();
  });
});

describe('a challenge that is over', () => {
  const over = challenge({ error: 'not_found' }, 404);

  test('offers to start again at the application that last asked', async () => {
    const { visit } = await harnessFor(request);
    const [kept = ''] = cookiesSet(await visit(page)).filter((line) =>
      line.startsWith('portal_application='),
    );
    expect(kept).toMatch(/; Path=\/; Max-Age=7200; HttpOnly; SameSite=Lax$/);
    expect(kept).not.toContain('harbor');
    const { portal } = await oauth2Harness(over);
    const { text } = await getPage(portal, page, kept.split(';')[0]).expect(410);
    expect(markup(text)).toMatch(
      /href="[^"]*\/oauth2\/auth\?client_id=harbor"[^>]*>.*?Start again at Harbor Clinic/,
    );
    expect(pageProps(text).backUrl).toBe('https://harbor.example/');
    const failed = await getPage(portal, '/error?error=request_forbidden', kept.split(';')[0]).expect(400);
    expect(markup(failed.text)).toContain('Start again at Harbor Clinic');
    const wrong = await getPage(portal, '/error?error=invalid_scope', kept.split(';')[0]).expect(400);
    expect(markup(wrong.text)).not.toContain('Start again');
    const missing = await getPage(portal, '/nowhere', kept.split(';')[0]).expect(404);
    expect(markup(missing.text)).not.toContain('Start again');
  });

  test('shows the error card if no application is known', async () => {
    const { visit } = await oauth2Harness(over);
    const { text } = await visit(page, ['portal_application=forged']).expect(410);
    expect(markup(text)).not.toContain('Start again');
  });

  test.each(['https://elsewhere.example/oauth2/auth?client_id=harbor', `${portalUrl}/settings`, 'x', ''])(
    'never leads to a request with the URL %j',
    async (url) => {
      const { visit } = await harnessFor({ ...request, request_url: url });
      expect(cookiesSet(await visit(page)).join()).not.toContain('portal_application=');
    },
  );
});
