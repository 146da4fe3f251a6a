import { afterEach, describe, expect, test } from '@jest/globals';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { closeHarness, type FakeUpstream } from '../../test/support/gatewayHarness.ts';
import {
  type Answers,
  oauth2Harness,
  type OAuth2Harness,
  session,
  whoami,
} from '../../test/support/oauth2Harness.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { cookiesSet, cookieSecret, getPage, markup, pageProps } from '../../test/support/servedPage.ts';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import { createAskingApplication, createLastAddress } from '../security/cookies/pageCookies.ts';
import { createSignUpCookie } from '../security/cookies/signUpCookie.ts';

afterEach(closeHarness);

const page = '/login?login_challenge=c1';
const requestUrl = `${portalUrl}/oauth2/auth?client_id=harbor`;
const request = {
  skip: false,
  subject: '',
  request_url: requestUrl,
  client: { client_id: 'harbor', client_name: 'Harbor Clinic', client_uri: 'https://harbor.example/' },
  oidc_context: { login_hint: 'grace@example.org', ui_locales: ['xx', 'sv', 'de'] },
};
const remembered = { ...request, skip: true, subject: 'ada' };

const minute = 60_000;
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();

/** A session of ten minutes ago, which lasts for another hour. */
const recent = {
  ...session,
  authenticated_at: ago(10 * minute),
  expires_at: ago(-60 * minute),
  authentication_methods: [{ method: 'password' }, { method: 'totp' }],
};

const inFrench = {
  ...session,
  identity: { ...session.identity, traits: { ...session.identity.traits, locale: 'fr' } },
};

const challenge = (body: object, status = 200): Answers => ({
  'GET /admin/oauth2/auth/requests/login': [status, body],
});
const reject = 'PUT /admin/oauth2/auth/requests/login/reject';
const accept = 'PUT /admin/oauth2/auth/requests/login/accept';
const accepted = { [accept]: [200, { redirect_to: '/oauth2/auth?login_verifier=v' }] } satisfies Answers;

/** Opens a harness whose Kratos starts a login flow for the request. */
const harnessFor = (
  given: object,
  kratos: Answers = whoami(401),
  hydra: Answers = {},
  settings: Record<string, string> = {},
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
    settings,
  );

const calls = ({ received }: FakeUpstream): string[] => received.map(({ method, url }) => `${method} ${url}`);

test.each([
  ['same-origin', 1],
  ['cross-site', 0],
])('only a form of the portal (%s) makes the consent say that it was not used: %i', async (site, count) => {
  const given = { ...request, oidc_context: {} };
  const { visit } = await harnessFor(given, whoami(200, recent), accepted);
  const answer = await visit(`${page}&already=true`)
    .set({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' })
    .expect(303);
  expect(cookiesSet(answer).filter((line) => line.startsWith('portal_signed_in=1'))).toHaveLength(count);
});

test.each([
  ['same-origin', requestUrl],
  ['cross-site', undefined],
])(
  'after ‘Not you?’ at a consent, the request begins again, but not by a page of %s',
  async (site, location) => {
    const { visit } = await harnessFor(request, whoami(401));
    const asking = createAskingApplication({ secret: cookieSecret, portalUrl }).keep({
      name: 'Harbor',
      requestUrl,
    });
    const answer = await visit(`/login?return_to=${encodeURIComponent(requestUrl)}`, [
      cookiePair(asking ?? ''),
    ]).set({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' });
    expect(answer.headers.location === requestUrl).toBe(location !== undefined);
  },
);

describe('a sign-in for an application', () => {
  test.each([
    ['\u3164', 'Unnamed Client (harbor)'],
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
    ['does not, as when it creates a sign-up', {}],
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
    ['another account', 'five@example.org', false],
    ['the account that it asks for', 'Grace@example.org', true],
  ])(
    'is filled in with the account that it asks for, whoever signed in last: %s',
    async (_who, last, isRemembered) => {
      const { visit } = await harnessFor(request);
      const kept = createLastAddress({ secret: cookieSecret, portalUrl }).keep(last, '');
      const { text } = await visit(page, [cookiePair(kept ?? '')]).expect(200);
      expect(markup(text)).toMatch(/name="identifier"[^>]*value="grace@example\.org"/);
      expect(pageProps(text).lastAddress).toBe(isRemembered ? last : undefined);
      expect(markup(text).includes('five@example.org')).toBe(false);
    },
  );

  test.each([
    ['the first supported language that the application asks for', whoami(401), '', 'sv'],
    ['the account’s own language before the application’s', whoami(200, inFrench), '', 'fr'],
    ['the visitor’s choice before both', whoami(200, inFrench), 'locale=nl', 'nl'],
  ])('is shown in %s', async (_what, kratos, cookie, language) => {
    const { visit } = await harnessFor({ ...request, request_url: `${requestUrl}&prompt=login` }, kratos);
    const { text } = await visit(page, [cookie]).set('Accept-Language', 'pl').expect(200);
    expect(text).toContain(`<html lang="${language}"`);
  });

  test.each([
    ['if the setting says so', { SINGLE_SIGN_ON: 'off' }, 'document'],
    ['in a frame, where nobody sees whose session answers it', {}, 'iframe'],
  ])('is shown, rather than answered by the session, %s', async (_when, settings, destination) => {
    const given = { ...request, oidc_context: {} };
    const { visit, hydra } = await harnessFor(given, whoami(200, recent), accepted, { ...settings });
    await visit(page).set('Sec-Fetch-Dest', destination).expect(200);
    expect(calls(hydra)).toHaveLength(1);
  });

  test('of a remembered account, if another one is signed in, forgets the first in this browser alone and starts over', async () => {
    const { visit, hydra, kratos } = await harnessFor(
      { ...remembered, subject: 'grace' },
      whoami(200, session),
    );
    const answer = await visit(page, ['ory_hydra_session=h1']).expect(303).expect('Location', requestUrl);
    expect(cookiesSet(answer)).toContain('ory_hydra_session=; Path=/; Max-Age=0');
    // Hydra would end the account's session at Kratos, and the challenge may be another browser's
    expect(calls(hydra)).toEqual(['GET /admin/oauth2/auth/requests/login?login_challenge=c1']);
    expect(calls(kratos)).toEqual(['GET /sessions/whoami']);
    // a browser that keeps Hydra's cookie is not sent round in circles
    const restarted = cookiesSet(answer).find((line) => line.startsWith('portal_restarted='));
    await visit(page, ['ory_hydra_session=h1', restarted?.split(';')[0] ?? '']).expect(410);
    await visit(page).expect(410);
  });

  test('of a remembered account that is signed out begins again for anybody, once', async () => {
    const { visit, hydra } = await harnessFor(remembered);
    const answer = await visit(page, ['ory_hydra_session=h1']).expect(303).expect('Location', requestUrl);
    expect(cookiesSet(answer)).toContain('ory_hydra_session=; Path=/; Max-Age=0');
    const restarted = cookiesSet(answer).find((line) => line.startsWith('portal_restarted='));
    await visit(page, ['ory_hydra_session=h1', restarted?.split(';')[0] ?? '']).expect(200);
    expect(calls(hydra).every((call) => call.startsWith('GET '))).toBe(true);
  });

  test.each([
    ['of a remembered account', remembered],
    ['of any account', request],
  ])('%s, without the second factor, asks for it first', async (_whose, given) => {
    const { visit, hydra, kratos } = await harnessFor(given, whoami(403));
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

describe('a session that satisfies the request', () => {
  const noHint = { ...request, oidc_context: {} };

  test.each([
    ['a new request', noHint],
    ['a request of a remembered account', { ...remembered, oidc_context: {} }],
    [
      'a request for an address that is the account’s',
      { ...request, oidc_context: { login_hint: 'ADA@example.org' } },
    ],
    ['an ID token of the account', { ...request, oidc_context: { id_token_hint_claims: { sub: 'ada' } } }],
    ['a maximum age', { ...noHint, request_url: `${requestUrl}&max_age=900` }],
    [
      'another address where no page is wanted, whose error would tell who is signed in',
      {
        ...request,
        request_url: `${requestUrl}&prompt=none`,
        oidc_context: { login_hint: 'grace@example.org' },
      },
    ],
    ['a level that it has', { ...request, oidc_context: { acr_values: ['aal1'] } }],
  ])('answers %s as the provider would, without a page', async (_what, given) => {
    const { visit, hydra, kratos } = await harnessFor(given, whoami(200, recent), accepted);
    await visit(page).expect(303).expect('Location', '/oauth2/auth?login_verifier=v');
    const answer = JSON.parse(hydra.received.at(-1)?.body ?? '') as Record<string, unknown>;
    expect(answer).toEqual({
      subject: 'ada',
      identity_provider_session_id: 's1',
      amr: ['password', 'totp'],
      remember: true,
      remember_for: expect.any(Number),
    });
    // until the session ends
    expect(Math.ceil(Number(answer.remember_for) / 3600)).toBe(1);
    expect(calls(kratos)).toEqual(['GET /sessions/whoami']);
  });
});

describe('a session that does not satisfy the request', () => {
  const old = 'Your last sign-in is too long ago for this application.';
  const again = 'This application asks you to sign in again.';

  test.each([
    ['prompt=login', { request_url: `${requestUrl}&prompt=login` }, again],
    [
      'a request by reference, which may say anything',
      { request_url: `${requestUrl}&request_uri=urn:x` },
      again,
    ],
    ['a maximum age', { request_url: `${requestUrl}&max_age=300` }, old],
    ['a maximum age of 0', { request_url: `${requestUrl}&max_age=0` }, old],
    ['a maximum age that is no number', { request_url: `${requestUrl}&max_age=x` }, old],
    [
      'a maximum age in a request object',
      { request_url: `${requestUrl}&request=e30.${Buffer.from('{"max_age":300}').toString('base64url')}.` },
      old,
    ],
  ])('shows the page, and why: %s', async (_what, more, why) => {
    const given = { ...request, oidc_context: {}, ...more };
    const { visit, hydra } = await harnessFor(given, whoami(200, recent), accepted);
    const { text } = await visit(page).expect(200);
    expect(markup(text)).toContain(why);
    expect(calls(hydra)).toHaveLength(1);
  });

  const choose = '/login/account?login_challenge=c1';
  const otherAccount = 'Harbor Clinic asks for another account. You are logged in as ada@example.org.';
  const stay = `${page}&account=stay`;
  test.each<[string, object, string, boolean]>([
    ['the ID token of another account', { id_token_hint_claims: { sub: 'grace' } }, otherAccount, false],
    [
      'the address of another account',
      { login_hint: 'Grace@example.org' },
      'asks for Grace@example.org.',
      true,
    ],
    ['words that are no address', { login_hint: 'grace@example.org. Call 555 1234' }, otherAccount, true],
    ['markup in place of an address', { login_hint: '<b>@example.org' }, otherAccount, true],
    ['an address without end', { login_hint: `g@${'e'.repeat(300)}.org` }, otherAccount, true],
  ])(
    'offers the account, and to stay where that is allowed: %s',
    async (_what, oidc_context, text, mayStay) => {
      const { visit, hydra } = await harnessFor({ ...request, oidc_context }, whoami(200, recent), accepted);
      await visit(page).expect(303).expect('Location', choose);
      const shown = await visit(choose).expect(200);
      expect(markup(shown.text)).toContain(text);
      expect(pageProps(shown.text).stayUrl).toBe(mayStay ? stay : undefined);
      expect(calls(hydra).every((call) => call.startsWith('GET '))).toBe(true);
      const location = mayStay ? '/oauth2/auth?login_verifier=v' : choose;
      await visit(stay).expect(303).expect('Location', location);
    },
  );

  test('asks those who stay for whatever else the request needs', async () => {
    const oidc_context = { login_hint: 'grace@example.org' };
    const given = { ...remembered, request_url: `${requestUrl}&max_age=300`, oidc_context };
    const { visit } = await harnessFor(given, whoami(200, recent), accepted);
    await visit(stay).expect(303).expect('Location', `${page}&refresh=true&account=stay`);
    expect(markup((await visit(`${page}&refresh=true&account=stay`).expect(200)).text)).toContain(old);
  });

  test('leads on from the choice of an account if there is none to make', async () => {
    const { visit } = await harnessFor({ ...request, oidc_context: {} }, whoami(200, recent), accepted);
    await visit(choose).expect(303).expect('Location', page);
    await visit('/login/account').expect(400);
  });

  test('is confirmed first if Hydra remembers the account: Kratos would accept the request at once', async () => {
    const given = { ...remembered, request_url: `${requestUrl}&max_age=300`, oidc_context: {} };
    const { visit } = await harnessFor(given, whoami(200, recent), accepted);
    const confirm = `${page}&refresh=true`;
    await visit(page).expect(303).expect('Location', confirm);
    expect(markup((await visit(confirm).expect(200)).text)).toContain(old);
  });

  test.each([
    ['login_required', { request_url: `${requestUrl}&prompt=none&max_age=300`, oidc_context: {} }],
    [
      'interaction_required',
      { request_url: `${requestUrl}&prompt=none`, oidc_context: { acr_values: ['aal2'] } },
    ],
  ])('is refused with %s where the application wants no page', async (error, more) => {
    const { visit, hydra } = await harnessFor({ ...remembered, ...more }, whoami(200, recent), {
      [reject]: [200, { redirect_to: '/oauth2/auth?r' }],
    });
    await visit(page).expect(303).expect('Location', '/oauth2/auth?r');
    expect(hydra.received.at(-1)?.body).toContain(error);
  });
});

test.each(['login', 'registration'] as const)(
  'an expired %s that Kratos began again without the application’s request begins with it',
  async (kind) => {
    const flow = {
      ...recordedFlow(kind),
      request_url: `${portalUrl}/self-service/${kind}/browser?login_challenge=c1`,
    };
    const { portal } = await harnessFor(request, {
      ...whoami(401),
      [`GET /self-service/${kind}/flows`]: [200, flow],
    });
    await getPage(portal, `/${kind}?flow=f2`).expect(303).expect('Location', `/${kind}?login_challenge=c1`);
  },
);

describe('a page on the way to an application', () => {
  const wanting = (path: string): object => ({ request_url: `${portalUrl}${path}?login_challenge=c1` });
  const flows = {
    ...whoami(401),
    'GET /self-service/registration/browser': [
      200,
      { ...recordedFlow('registration'), oauth2_login_challenge: 'c1' },
    ],
    'GET /self-service/recovery/browser': [
      200,
      { ...recordedFlow('recovery'), return_to: `${portalUrl}/login?login_challenge=c1` },
    ],
    'GET /self-service/verification/flows': [
      200,
      { ...recordedFlow('verification-sent'), ...wanting('/self-service/registration/browser') },
    ],
  } satisfies Answers;
  const pages = ['/registration?login_challenge=c1', '/recovery', '/verification?flow=f1'];

  test.each(pages)('names it, and can be cancelled: %s', async (path) => {
    const { portal } = await harnessFor(request, flows);
    const { text } = await getPage(portal, path).expect(200);
    expect(markup(text)).toMatch(
      /Harbor Clinic<.*<form[^>]*action="\/login\/cancel".*value="c1".*Harbor Clinic/,
    );
  });

  test.each(pages.slice(1))('works without Hydra: %s', async (path) => {
    const { portal } = await harnessFor(request, flows, challenge({}, 500));
    const { text } = await getPage(portal, path).expect(200);
    expect(markup(text)).not.toContain('/login/cancel');
  });
});

describe('a verification that replaces the one of a sign-up for an application', () => {
  const signUp = createSignUpCookie({ secret: cookieSecret, portalUrl });
  const visitWith = async (flow: object, path: string, before = 'f1') => {
    const sent = { ...recordedFlow('verification-sent'), id: before };
    const asked = {
      ...sent,
      request_url: `${portalUrl}/self-service/registration/browser?login_challenge=c1`,
    };
    const first = await harnessFor(request, {
      ...whoami(401),
      'GET /self-service/verification/flows': [200, asked],
    });
    const set = cookiesSet(await getPage(first.portal, `/verification?flow=${before}`).expect(200));
    const asking = set.find((line) => line.startsWith('portal_application=')) ?? '';
    const { portal } = await harnessFor(request, {
      ...whoami(401),
      'GET /self-service/verification/flows': [200, { ...recordedFlow('verification'), ...flow }],
      'GET /self-service/verification/browser': [200, recordedFlow('verification')],
    });
    const own = signUp.keep('id', { flow: 'f1', address: 'ann@example.org' }) ?? '';
    const cookie = [asking, own].map(cookiePair).join('; ');
    return markup((await getPage(portal, path, cookie).expect(200)).text);
  };
  const tooMany = { id: 'f2', request_url: `${portalUrl}/self-service/verification?flow=f1` };

  test.each([
    ['after too many wrong codes', tooMany, '/verification?flow=f2'],
    ['once its link was opened elsewhere', {}, '/verification?existing=f1&link=elsewhere'],
  ])('names it, can be cancelled and leads to it, %s', async (_when, flow, path) => {
    const html = await visitWith(flow, path);
    expect(html).toMatch(/Harbor Clinic<.*<form[^>]*action="\/login\/cancel".*value="c1".*Harbor Clinic/);
    expect(html).toMatch(/href="\/[a-z]+\?(?:[^"]*;)?login_challenge=c1/);
    expect(await visitWith(flow, path, 'f0')).not.toContain('Harbor Clinic');
  });

  test('is named by no link, in no browser of somebody else, and by no app’s flow', async () => {
    const other = { id: 'f3', request_url: `${portalUrl}/self-service/verification?flow=f2` };
    expect(await visitWith(other, '/verification?flow=f3', 'f2')).not.toContain('Harbor Clinic');
    for (const [flow, path] of [
      [{ ...tooMany, type: 'api', state: 'sent_email' }, '/verification?flow=f2'],
      [{}, '/verification?existing=f2&link=elsewhere'],
    ] as const)
      expect(await visitWith(flow, path)).not.toContain('Harbor Clinic');
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
    expect(markup(wrong.text)).not.toContain('>Start again');
    const missing = await getPage(portal, '/nowhere', kept.split(';')[0]).expect(404);
    expect(markup(missing.text)).not.toContain('>Start again');
  });

  test('shows the error card if no application is known', async () => {
    const { visit } = await oauth2Harness(over);
    const { text } = await visit(page, ['portal_application=forged']).expect(410);
    expect(markup(text)).not.toContain('>Start again<');
  });

  test.each(['https://elsewhere.example/oauth2/auth?client_id=harbor', `${portalUrl}/settings`, 'x', ''])(
    'never leads to a request with the URL %j',
    async (url) => {
      const { visit } = await harnessFor({ ...request, request_url: url });
      expect(cookiesSet(await visit(page)).join()).not.toContain('portal_application=');
    },
  );
});
