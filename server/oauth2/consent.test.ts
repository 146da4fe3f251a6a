import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import {
  allowConsent,
  askedFor,
  consentPath,
  consentRequest,
  decision,
  oauth2Harness,
  session,
  whoami,
  type Answers,
} from '../../test/support/oauth2Harness.ts';
import { cookiesSet, cookieSecret, markup, pageProps } from '../../test/support/servedPage.ts';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import { createLastAddress } from '../security/cookies/pageCookies.ts';
import { queryOf, requestKey } from '../security/cookies/restartedRequest.ts';

afterEach(closeHarness);

const back = portalUrl + consentPath;
/** Hydra's list of earlier grants. */
const grants = (...list: object[]): Answers => ({
  'GET /admin/oauth2/auth/sessions/consent': [200, list],
});

describe('the consent page', () => {
  test('names the application and the account, and offers each requested scope in words', async () => {
    const { visit, hydra } = await oauth2Harness();
    const { text } = await visit(consentPath).expect(200);
    expect(markup(text)).toContain('Authorize Harbor Clinic');
    expect(markup(text)).toContain('ada@example.org');
    for (const words of ['Know who you are', 'See your email address', 'Keep access when you are away'])
      expect(markup(text)).toContain(words);
    expect(pageProps(text).scopes).toEqual(consentRequest.requested_scope);
    expect(markup(text)).toMatch(
      /href="\/logout\?[^"]*next=%2Flogin%3Freturn_to%3D[^"]*oauth2[^"]*"[^>]*>Not you\?/,
    );
    expect(decision(hydra)).toBeUndefined();
  });

  test('calls a nameless application unnamed, and shows an unknown scope by its name', async () => {
    const client = {
      client_id: 'x',
      client_name: ' ',
      policy_uri: 'javascript:alert(1)',
      tos_uri: 'https://bank.example@evil.example/terms',
    };
    const { visit } = await oauth2Harness(
      askedFor({ client, requested_scope: ['patients.read', '\u202ella'] }),
    );
    const { text } = await visit(consentPath).expect(200);
    expect(markup(text)).toContain('Authorize Unnamed Client (x)<');
    expect(markup(text)).toContain('<code>patients.read</code>');
    expect(markup(text)).toContain('<code> lla</code>');
    expect(text).not.toContain('javascript:');
    expect(text).not.toContain('bank.example@');
  });

  test.each([
    ['Ward\u202esnoitseuq', 'Unnamed Client (x)'],
    ['Ward\u0000  7', 'Ward 7'],
  ])(
    'does not let the name %j rearrange, hide or cover the text around it: %s',
    async (client_name, name) => {
      const { visit } = await oauth2Harness(askedFor({ client: { client_id: 'x', client_name } }));
      const { text } = await visit(consentPath).expect(200);
      expect(markup(text)).toContain(`Authorize ${name}<`);
    },
  );

  test('lets the browser load the application’s logo only from its https origin', async () => {
    const client = { client_id: 'x', logo_uri: 'https://harbor.example/logo.png' };
    const { visit } = await oauth2Harness(askedFor({ client }));
    const { headers } = await visit(consentPath).expect(200);
    expect(headers['content-security-policy']).toMatch(/img-src 'self' data: https:\/\/harbor\.example;/);
  });

  test.each([
    ['nobody is signed in', whoami(401), consentRequest.request_url],
    [
      'the second factor is missing',
      whoami(403),
      `/login?${new URLSearchParams({ aal: 'aal2', return_to: back })}`,
    ],
  ])('if %s, leads to the sign-in of the request, or back', async (_why, kratos, location) => {
    const { visit, hydra } = await oauth2Harness(askedFor({ skip: true }), kratos);
    await visit(consentPath).expect(303).expect('Location', location);
    expect(decision(hydra)).toBeUndefined();
  });

  test('requires the second factor if the application asks for aal2', async () => {
    const { visit } = await oauth2Harness(askedFor({ skip: true, oidc_context: { acr_values: ['aal2'] } }));
    const { headers } = await visit(consentPath).expect(303);
    expect(headers.location).toContain('/login?aal=aal2');
  });

  test('asks to sign in again if the sign-in is older than the application allows, and the time to decide', async () => {
    const request_url = `${consentRequest.request_url}&max_age=300`;
    const ago = (seconds: number): Answers =>
      whoami(200, { ...session, authenticated_at: new Date(Date.now() - seconds * 1000).toISOString() });
    const old = await oauth2Harness(askedFor({ request_url, skip: true }), ago(1000));
    const { headers } = await old.visit(consentPath).expect(303);
    expect(headers.location).toContain('/login?refresh=true');
    await (await oauth2Harness(askedFor({ request_url }), ago(800))).visit(consentPath).expect(200);
  });

  test('requires the highest available level if the application asks for a higher one, and then continues', async () => {
    const asked = askedFor({ oidc_context: { acr_values: ['aal3'] } });
    const { visit } = await oauth2Harness(asked);
    expect((await visit(consentPath).expect(303)).headers.location).toContain('/login?aal=aal2');
    const atHighest = whoami(200, { ...session, authenticator_assurance_level: 'aal2' });
    await (await oauth2Harness(asked, atHighest)).visit(consentPath).expect(200);
  });

  test.each([
    ['nobody is signed in', whoami(401), {}, 'login_required'],
    [
      'another account is signed in',
      whoami(200, { ...session, identity: { ...session.identity, id: 'ben' } }),
      {},
      'login_required',
    ],
    ['the second factor is missing', whoami(403), {}, 'interaction_required'],
    ['a higher level is required', {}, { oidc_context: { acr_values: ['aal2'] } }, 'interaction_required'],
    ['the audience was not granted before', {}, {}, 'consent_required'],
  ] as [string, Answers, object, string][])(
    'if %s, returns an error to an application that wants no page (prompt=none)',
    async (_why, kratos, more, error) => {
      const request_url = `${consentRequest.request_url}&prompt=none`;
      const { visit, hydra } = await oauth2Harness(askedFor({ request_url, skip: true, ...more }), kratos);
      await visit(consentPath).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=r`);
      expect(decision(hydra)).toMatchObject({ error });
    },
  );

  test.each([
    { oidc_context: { acr_values: 'aal2' } },
    { oidc_context: 'aal2' },
    { skip: true, requested_access_token_audience: 'https://api.example' },
  ])('grants nothing if Hydra’s answer cannot be read: %j', async (more) => {
    const { visit, post, hydra } = await oauth2Harness(askedFor(more));
    await visit(consentPath).expect(502);
    expect((await post('/consent', allowConsent)).status).toBe(502);
    expect(decision(hydra)).toBeUndefined();
  });

  test.each([
    ['was answered, continues with that answer', [410, { redirect_to: `${portalUrl}/oauth2/auth?x` }], 303],
    ['has expired, says so', [401, {}], 410],
    ['is unknown, says so', [404, {}], 410],
    ['was answered but leads nowhere, says so', [410, {}], 410],
    ['was answered but leads to no web address, says so', [410, { redirect_to: 'intent://x' }], 410],
    ['Hydra cannot read now, fails', [500, {}], 502],
  ] as [string, [number, object], number][])('with a challenge that %s', async (_what, answer, status) => {
    const { visit } = await oauth2Harness({ 'GET /admin/oauth2/auth/requests/consent': answer });
    await visit(consentPath).expect(status);
  });

  test('is a 400 without a challenge, and a 501 without Hydra', async () => {
    const { visit } = await oauth2Harness();
    await visit('/consent').expect(400);
    const { visit: without } = await oauth2Harness({}, {}, { HYDRA_ADMIN_URL: '' });
    await without(consentPath).expect(501);
  });
});

describe('a decision', () => {
  test('to allow is in the account’s history with the application’s name, a denial is not', async () => {
    const { post, happened } = await oauth2Harness();
    await post('/consent', { ...allowConsent, consent_action: 'reject' });
    expect(happened).toEqual([]);
    await post('/consent', allowConsent);
    expect(happened).toEqual([
      {
        identity: session.identity.id,
        kind: 'applicationAllowed',
        recipient: { addresses: ['ada@example.org'], locale: undefined },
        about: expect.objectContaining({ application: consentRequest.client.client_name }),
      },
    ]);
  });

  test('grants only the chosen scopes with their claims, and is remembered for as long as the settings say', async () => {
    const { post, hydra } = await oauth2Harness({}, {}, { CONSENT_REMEMBER_DAYS: '2' });
    const { status, headers } = await post('/consent', { ...allowConsent, remember: 'true' });
    expect([status, headers.location]).toEqual([303, `${portalUrl}/oauth2/auth?consent_verifier=v`]);
    expect(decision(hydra)).toEqual({
      grant_scope: ['openid', 'email'],
      grant_access_token_audience: ['https://api.example'],
      remember: true,
      remember_for: 172_800,
      session: { id_token: { email: 'ada@example.org', email_verified: true }, access_token: {} },
      context: { session_id: 's1' },
    });
  });

  test.each([
    ['asks for the prompt', { request_url: `${consentRequest.request_url}&prompt=consent` }],
    ['is a device', { request_url: `${portalUrl}/oauth2/device/verify?client_id=tv` }],
    ['sends a request object', { request_url: `${consentRequest.request_url}&request=e30.e30.` }],
  ])('is not remembered, and the page does not offer to, if the application %s', async (_, more) => {
    const { visit, post, hydra } = await oauth2Harness(askedFor(more));
    expect(pageProps((await visit(consentPath).expect(200)).text)).not.toHaveProperty('rememberDays');
    await post('/consent', { ...allowConsent, remember: 'true' });
    expect(decision(hydra)).toMatchObject({ grant_scope: allowConsent.grant_scope, remember: false });
  });

  test('to allow a device tells only this browser that it is connected', async () => {
    const request_url = `${portalUrl}/oauth2/device/verify?client_id=tv`;
    const { post, visit } = await oauth2Harness(askedFor({ request_url }));
    const [line = ''] = cookiesSet(await post('/consent', allowConsent));
    expect(line).toBe('portal_connected=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
    const { text } = await visit('/device/done?client_id=tv', [line.split(';')[0] ?? '']).expect(200);
    expect(markup(text)).toContain('Your device is connected');
    await visit('/device/done?client_id=tv').expect(303).expect('Location', '/');
  });

  test.each([
    [['email'], ['openid', 'email']],
    [[], ['openid']],
  ])(
    'to allow %j also grants the scope openid, which every sign-in needs: %j',
    async (grant_scope, granted) => {
      const { post, hydra } = await oauth2Harness();
      await post('/consent', { ...allowConsent, grant_scope });
      expect(decision(hydra)).toMatchObject({ grant_scope: granted });
    },
  );

  test('to deny returns access_denied to the application', async () => {
    const { post, hydra } = await oauth2Harness();
    const { headers } = await post('/consent', { ...allowConsent, consent_action: 'reject' });
    expect(headers.location).toBe(`${portalUrl}/oauth2/auth?consent_verifier=r`);
    expect(decision(hydra)).toMatchObject({ error: 'access_denied' });
  });

  const device = { request_url: `${portalUrl}/oauth2/device/verify?client_id=harbor` };
  const elsewhere = { client: { client_id: 'diary' } };
  test.each<[string, object, object, string[]]>([
    ['to this request', {}, { consent_request_id: 'r2' }, ['consent_request_id=r2']],
    ['to this request, at Hydra 2.3', {}, {}, ['subject=ada&client=harbor']],
    ['silently, after it', {}, { consent_request_id: 'r2', remember: true }, ['subject=ada&client=harbor']],
    ['to no other request', { request_url: `${portalUrl}/oauth2/auth?state=x` }, {}, []],
    ['to no other application', elsewhere, { consent_request_id: 'r1' }, []],
    ['to this device', device, { consent_request_id: 'r1' }, ['consent_request_id=r1']],
    ['to no other device', device, { consent_request_id: 'r2' }, []],
  ])('to deny withdraws what was allowed before %s', async (_what, request, id, queries) => {
    const { post, hydra } = await oauth2Harness({
      ...askedFor({ consent_request_id: 'r1', ...(request === device && device) }),
      ...grants({ ...id, consent_request: { ...consentRequest, ...request } }),
      'DELETE /admin/oauth2/auth/sessions/consent': [204],
    });
    await post('/consent', { ...allowConsent, consent_action: 'reject' });
    const deleted = hydra.received.filter(({ method }) => method === 'DELETE');
    expect(deleted.map(({ url }) => url.split('?')[1])).toEqual(queries);
    expect(decision(hydra)).toMatchObject({ error: 'access_denied' });
  });

  test.each([
    ['a scope that was not requested', { grant_scope: ['openid', 'admin'] }, 400],
    ['no decision', { consent_action: undefined }, 400],
    ['an unknown decision', { consent_action: 'constructor' }, 400],
    ['no challenge', { consent_challenge: undefined }, 400],
    ['two challenges', { consent_challenge: ['c1', 'c2'] }, 400],
    ['no CSRF token', { _csrf: '' }, 403],
    ['a foreign CSRF token', { _csrf: 'a.b' }, 403],
  ])('with %s grants nothing', async (_what, fields, expected) => {
    const { post, hydra } = await oauth2Harness();
    const { status } = await post('/consent', { ...allowConsent, ...fields });
    expect(status).toBe(expected);
    expect(decision(hydra)).toBeUndefined();
  });

  test('after a logout in another tab grants nothing, and leads to the page that asks to sign in', async () => {
    const { portal, hydra } = await oauth2Harness();
    const signedOut = await request(portal)
      .post('/consent')
      .set({ Origin: portalUrl, Accept: 'text/html' })
      .type('form')
      .send({ ...allowConsent, _csrf: 'of the ended session' });
    expect([signedOut.status, signedOut.headers.location]).toEqual([303, consentPath]);
    expect(decision(hydra)).toBeUndefined();
  });

  test('by an account other than the requested one grants nothing, and begins again with it or without it', async () => {
    const other = whoami(200, { ...session, identity: { ...session.identity, id: 'ben' } });
    const { post, visit, hydra, kratos } = await oauth2Harness(askedFor({ skip: true }), {
      ...other,
      'GET /self-service/logout/browser': [200, { logout_token: 't', logout_url: 'x' }],
      'GET /self-service/logout': [204],
    });
    const { text } = await visit(consentPath).expect(200);
    expect(markup(text)).toContain('Choose an account');
    expect((await post('/consent', allowConsent)).status).toBe(400);
    expect(decision(hydra)).toBeUndefined();

    const restart = { ...allowConsent, consent_action: 'restart' };
    const answer = await post('/consent', restart, ['ory_hydra_session=h1']);
    expect(answer.headers.location).toBe(consentRequest.request_url);
    expect(cookiesSet(answer)).toContain('ory_hydra_session=; Path=/; Max-Age=0');

    const change = { ...restart, switch_to: 'ada@example.org' };
    const lastAddress = createLastAddress({ secret: cookieSecret, portalUrl }).keep('ben@example.org', '');
    const changed = await post('/consent', change, ['ory_hydra_session=h1', cookiePair(lastAddress ?? '')]);
    const { searchParams } = new URL(changed.headers.location ?? '');
    expect([searchParams.get('client_id'), searchParams.get('login_hint')]).toEqual([
      'harbor',
      'ada@example.org',
    ]);
    const cleared = cookiesSet(changed);
    expect(cleared).toContain('ory_hydra_session=; Path=/; Max-Age=0');
    expect(cleared.some((line) => line.startsWith('portal_last_address=; '))).toBe(true);
    expect(kratos.received.at(-1)?.url).toBe('/self-service/logout?token=t');
    expect(hydra.received.every(({ method }) => method === 'GET')).toBe(true);
  });

  test.each([
    ['names the account with which it was opened', consentPath, true],
    ['does not name that of another request', '/consent?consent_challenge=c2', false],
  ])('for another account than the signed-in one %s', async (_what, path, isNamed) => {
    const opened = await (await oauth2Harness()).visit(consentPath);
    const kept = cookiesSet(opened).find((line) => line.startsWith('portal_consent_account='));
    const other = whoami(200, { ...session, identity: { ...session.identity, id: 'ben' } });
    const { visit } = await oauth2Harness(askedFor({}), other);
    const { text } = await visit(path, [cookiePair(kept ?? '')]).expect(200);
    expect(pageProps(text).formerAccount).toBe(isNamed ? 'ada@example.org' : undefined);
  });

  test('for a remembered address, but by the signed-in account, begins again without it', async () => {
    const other = whoami(200, { ...session, identity: { ...session.identity, id: 'ben' } });
    const request_url = `${consentRequest.request_url}&login_hint=ada%40example.org`;
    const { post } = await oauth2Harness(askedFor({ request_url }), other);
    const stay = { ...allowConsent, consent_action: 'restart' };
    const { searchParams } = new URL((await post('/consent', stay)).headers.location ?? '');
    expect([searchParams.get('client_id'), searchParams.get('login_hint')]).toEqual(['harbor', null]);
  });

  test('after the challenge has expired is a 410', async () => {
    const { post } = await oauth2Harness({ 'PUT /admin/oauth2/auth/requests/consent/accept': [404, {}] });
    expect((await post('/consent', allowConsent)).status).toBe(410);
  });
});

describe('a decision that Hydra has lost', () => {
  const requestUrl = consentRequest.request_url;
  const restarted = `portal_restarted=${requestKey(queryOf(requestUrl))}`;

  /** Decides on the page; returns the cookie that keeps the decision. */
  async function decided(fields: object, kratos = {}): Promise<string> {
    const { post } = await oauth2Harness({}, kratos);
    const lines = cookiesSet(await post('/consent', { ...allowConsent, ...fields }));
    return lines.find((line) => line.startsWith('portal_decision='))?.split(';')[0] ?? '';
  }

  test.each([
    ['allowed', {}, { grant_scope: ['openid', 'email'], remember: false }],
    ['allowed and remembered', { remember: 'true' }, { grant_scope: ['openid', 'email'], remember: true }],
    ['denied', { consent_action: 'reject' }, { error: 'access_denied' }],
  ])('is given to the same request once it has begun again: %s', async (_what, fields, sent) => {
    const kept = await decided(fields);
    expect(kept).not.toContain('email');
    const { visit, hydra } = await oauth2Harness();
    const answer = await visit(consentPath, [kept, restarted]).expect(303);
    expect(decision(hydra)).toMatchObject(sent);
    expect(cookiesSet(answer).join()).toContain('portal_decision=; Path=/; Max-Age=0');
  });

  test.each<[string, string[], Answers, object]>([
    ['the request has not begun again', [], {}, {}],
    ['another request has begun', [restarted], {}, { request_url: `${requestUrl}&state=other` }],
    ['another request has begun again', ['portal_restarted=x'], {}, {}],
    ['the session is another one', [restarted], whoami(200, { ...session, id: 's2' }), {}],
  ])('answers nothing if %s', async (_why, cookies, kratos, more) => {
    const kept = await decided({});
    const { visit, hydra } = await oauth2Harness(askedFor(more), kratos);
    await visit(consentPath, [kept, ...cookies]).expect(200);
    expect(decision(hydra)).toBeUndefined();
  });

  test('may begin again once more after the page was shown', async () => {
    const { visit } = await oauth2Harness();
    const shown = await visit(consentPath, [restarted]).expect(200);
    expect(cookiesSet(shown).join()).toContain('portal_restarted=; Path=/; Max-Age=0');
  });

  test.each([
    ['a request by reference', `${requestUrl}&request_uri=urn:x`],
    [
      'a request without PKCE of a program that shares its address',
      requestUrl.replace(/code_challenge=[^&]*/, ''),
    ],
  ])('is not kept for %s', async (_what, request_url) => {
    const more = {
      request_url: request_url.replace(/redirect_uri=[^&]*/, 'redirect_uri=http://127.0.0.1:5/'),
    };
    const { post } = await oauth2Harness(askedFor(more));
    const lines = cookiesSet(await post('/consent', allowConsent));
    expect(lines.filter((line) => line.startsWith('portal_decision='))).toEqual([]);
  });
});

describe('a consent without a prompt', () => {
  test.each([
    { skip: true, requested_access_token_audience: [] },
    { client: { ...consentRequest.client, skip_consent: true } },
  ])('is granted in full without a prompt if Hydra says %j', async (more) => {
    const given = { ...consentRequest, ...more };
    const { visit, hydra } = await oauth2Harness(askedFor(more));
    await visit(consentPath).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=v`);
    expect(decision(hydra)).toMatchObject({
      grant_scope: consentRequest.requested_scope,
      grant_access_token_audience: given.requested_access_token_audience,
    });
  });

  test('is not given for an audience that was not granted before, although Hydra, which compares only scopes, would skip', async () => {
    const { visit, hydra } = await oauth2Harness(askedFor({ skip: true }));
    await visit(consentPath).expect(200);
    expect(decision(hydra)).toBeUndefined();
  });

  test('is never given for a device, whatever was granted before or Hydra says', async () => {
    const request_url = `${portalUrl}/oauth2/device/verify?client_id=harbor`;
    const { visit, hydra } = await oauth2Harness(
      askedFor({ request_url, skip: true, client: { client_id: 'tv', skip_consent: true } }),
    );
    await visit(consentPath).expect(200);
    expect(decision(hydra)).toBeUndefined();
  });

  test.each([
    ['on loopback', ['http://127.0.0.1/cb'], 'http://127.0.0.1:53682/cb'],
    ['on localhost', ['http://localhost:4455/cb'], 'http://localhost:4455/cb'],
    ['of a custom scheme', ['com.example.app:/cb'], 'com.example.app:/cb'],
    ['on plain http', ['http://harbor.example/cb'], 'http://harbor.example/cb'],
    ['that is one of several', ['https://harbor.example/cb', 'http://[::1]/cb'], 'https://harbor.example/cb'],
    ['of no name', ['http://127.0.0.1/cb'], undefined],
  ])(
    'is never given for a redirect URI %s, where any program could receive the code, whatever Hydra remembers or trusts',
    async (_where, redirect_uris, redirect_uri) => {
      const client = { ...consentRequest.client, redirect_uris };
      const query = new URLSearchParams({ client_id: 'harbor', ...(redirect_uri && { redirect_uri }) });
      const request_url = `${portalUrl}/oauth2/auth?${query}`;
      const known = { client, request_url, requested_access_token_audience: [] };
      const remembered = {
        remember: true,
        remember_for: 0,
        grant_scope: consentRequest.requested_scope,
        consent_request: { ...consentRequest, ...known },
      };
      for (const trusted of [{ skip: true }, { client: { ...client, skip_consent: true } }, {}]) {
        const answers = { ...askedFor({ ...known, ...trusted }), ...grants(remembered) };
        const asked = await oauth2Harness(answers);
        expect(pageProps((await asked.visit(consentPath).expect(200)).text)).not.toHaveProperty(
          'rememberDays',
        );
        expect(decision(asked.hydra)).toBeUndefined();
        await asked.post('/consent', { ...allowConsent, remember: 'true' });
        expect(decision(asked.hydra)).toMatchObject({
          grant_scope: allowConsent.grant_scope,
          remember: false,
        });

        const silent = { ...known, ...trusted, request_url: `${request_url}&prompt=none` };
        const { visit, hydra } = await oauth2Harness({ ...answers, ...askedFor(silent) });
        await visit(consentPath)
          .expect(303)
          .expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=r`);
        expect(decision(hydra)).toMatchObject({ error: 'consent_required' });
      }
    },
  );

  const { request_url: url } = consentRequest;
  const earlier = {
    remember: true,
    remember_for: 3600,
    handled_at: new Date().toISOString(),
    grant_scope: ['openid'],
    grant_access_token_audience: ['https://api.example'],
    consent_request: consentRequest,
  };
  // a posted body and a request object are not in the URL, and take precedence over it
  const native = { ...consentRequest.client, redirect_uris: ['https://harbor.example/cb', 'app:/cb'] };

  test('grants again what was granted for the same request before, if that is remembered', async () => {
    const { visit, hydra } = await oauth2Harness(grants(earlier));
    await visit(consentPath).expect(303);
    expect(decision(hydra)).toMatchObject({ grant_scope: ['openid'] });
  });

  test.each<[string, object, object]>([
    ['a grant that is not remembered', { remember: false }, {}],
    ['another audience', { grant_access_token_audience: [] }, {}],
    ['a grant whose time is over', { handled_at: '2020-01-01T00:00:00Z' }, {}],
    ['other scopes', { consent_request: { ...consentRequest, requested_scope: ['openid'] } }, {}],
    ['another client', { consent_request: { ...consentRequest, client: { client_id: 'another' } } }, {}],
    ['a request with prompt=consent', {}, { request_url: `${url}&prompt=login+consent` }],
    ['a request to a custom scheme', {}, { request_url: url.replace('https://harbor.example', 'app:/') }],
    ['a device', {}, { request_url: `${portalUrl}/oauth2/device/verify` }],
    ['a client that also has a custom scheme', {}, { client: native }],
    ['a client without a redirect URI', {}, { client: { ...native, redirect_uris: [] } }],
    ['a request with an object', {}, { request_url: `${url}&request=e30.e30.` }],
    ['a request by reference', {}, { request_url: `${url}&request_uri=https://harbor.example/request` }],
  ])('is asked for again: %s', async (_what, grant, more) => {
    const { visit } = await oauth2Harness({ ...grants({ ...earlier, ...grant }), ...askedFor(more) });
    await visit(consentPath).expect(200);
  });

  test('fails if Hydra returns no usable list of earlier grants', async () => {
    const { visit } = await oauth2Harness({ 'GET /admin/oauth2/auth/sessions/consent': [200, {}] });
    await visit(consentPath).expect(502);
  });
});

test('who has yet to agree to new words does so before an application is allowed, also from an earlier page', async () => {
  const { post, hydra, happened } = await oauth2Harness(
    {},
    {},
    { KRATOS_ADMIN_URL: 'http://127.0.0.1:1', CONSENT_VERSION: '2' },
  );
  const { status, headers } = await post('/consent', allowConsent);
  expect([status, headers.location]).toEqual([
    303,
    `/agreement?${new URLSearchParams({ return_to: consentPath })}`,
  ]);
  expect(decision(hydra)).toBeUndefined();
  expect(happened).toEqual([]);
});

describe('who has come back from a deletion', () => {
  const back = whoami(200, {
    ...session,
    identity: { ...session.identity, metadata_public: { cameBack: true } },
  });
  const request_url = `${consentRequest.request_url}&prompt=none`;

  test('reads so before the question of an application', async () => {
    const { visit, hydra } = await oauth2Harness({}, back);
    const location = `/data?${new URLSearchParams({ return_to: consentPath })}`;
    await visit(consentPath).expect(303).expect('Location', location);
    expect(decision(hydra)).toBeUndefined();
  });

  test('sees no page for an application that wants none, which gets its answer (prompt=none)', async () => {
    const { visit, hydra } = await oauth2Harness(askedFor({ request_url }), back);
    await visit(consentPath).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=r`);
    expect(decision(hydra)).toMatchObject({ error: 'consent_required' });
  });
});
