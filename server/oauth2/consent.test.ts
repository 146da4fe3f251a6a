import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { closeStand } from '../../test/support/gatewayStand.ts';
import {
  consentRequest,
  decision,
  oauth2Harness,
  session,
  type Answers,
} from '../../test/support/oauth2Harness.ts';
import { cookiesSet, markup, pageProps } from '../../test/support/servedPage.ts';

afterEach(closeStand);

const page = '/consent?consent_challenge=c1';
const requestOf = (more: object) => ({
  'GET /admin/oauth2/auth/requests/consent': [200, { ...consentRequest, ...more }] as [number, object],
});
const whoami = (status: number, body: object = {}) => ({
  'GET /sessions/whoami': [status, body] as [number, object],
});
const allow = { consent_challenge: 'c1', consent_action: 'accept', grant_scope: ['openid', 'email'] };
const back = `${portalUrl}/consent?consent_challenge=c1`;

describe('the consent page', () => {
  test('names the application and the account, and offers each requested scope in words', async () => {
    const { visit, hydra } = await oauth2Harness();
    const { text } = await visit(page).expect(200);
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

  test('calls an application without a name unnamed, and shows a scope that it does not know by its name', async () => {
    const client = {
      client_id: 'x',
      client_name: ' ',
      policy_uri: 'javascript:alert(1)',
      tos_uri: 'https://bank.example@evil.example/terms',
    };
    const { visit } = await oauth2Harness(requestOf({ client, requested_scope: ['patients.read'] }));
    const { text } = await visit(page).expect(200);
    expect(markup(text)).toContain('Authorize Unnamed Client (x)<');
    expect(markup(text)).toContain('<code>patients.read</code>');
    expect(text).not.toContain('javascript:');
    expect(text).not.toContain('bank.example@');
  });

  test.each([
    ['Ward\u202esnoitseuq', 'Unnamed Client (x)'],
    ['\u200b\u2060', 'Unnamed Client (x)'],
    ['\u3164\u2800', 'Unnamed Client (x)'],
    [`W${'\u0301'.repeat(300)}`, 'Unnamed Client (x)'],
    ['Ward\u0000  7', 'Ward 7'],
  ])(
    'shows the name %j without what would rearrange, hide or cover the text around it: %s',
    async (client_name, name) => {
      const { visit } = await oauth2Harness(requestOf({ client: { client_id: 'x', client_name } }));
      const { text } = await visit(page).expect(200);
      expect(markup(text)).toContain(`Authorize ${name}<`);
    },
  );

  test('lets the browser load the application’s logo from its https origin alone', async () => {
    const client = { client_id: 'x', logo_uri: 'https://harbor.example/logo.png' };
    const { visit } = await oauth2Harness(requestOf({ client }));
    const { headers } = await visit(page).expect(200);
    expect(headers['content-security-policy']).toMatch(/img-src 'self' data: https:\/\/harbor\.example;/);
  });

  test.each([
    ['nobody is signed in', whoami(401), `/login?${new URLSearchParams({ return_to: back })}`],
    [
      'the second factor is missing',
      whoami(403),
      `/login?${new URLSearchParams({ aal: 'aal2', return_to: back })}`,
    ],
  ])('where %s, leads to the sign-in and back', async (_why, kratos, location) => {
    const { visit, hydra } = await oauth2Harness(requestOf({ skip: true }), kratos);
    await visit(page).expect(303).expect('Location', location);
    expect(decision(hydra)).toBeUndefined();
  });

  test('asks for the second factor where the application asks for aal2', async () => {
    const { visit } = await oauth2Harness(requestOf({ skip: true, oidc_context: { acr_values: ['aal2'] } }));
    const { headers } = await visit(page).expect(303);
    expect(headers.location).toContain('/login?aal=aal2');
  });

  test.each([
    { skip: true, requested_access_token_audience: [] },
    { client: { ...consentRequest.client, skip_consent: true } },
  ])('grants everything without a question where Hydra says %j', async (more) => {
    const request = { ...consentRequest, ...more };
    const { visit, hydra } = await oauth2Harness(requestOf(more));
    await visit(page).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=v`);
    expect(decision(hydra)).toMatchObject({
      grant_scope: consentRequest.requested_scope,
      grant_access_token_audience: request.requested_access_token_audience,
    });
  });

  test('asks for the highest level there is where the application asks for a higher one, and then goes on', async () => {
    const asked = requestOf({ oidc_context: { acr_values: ['aal3'] } });
    const { visit } = await oauth2Harness(asked);
    expect((await visit(page).expect(303)).headers.location).toContain('/login?aal=aal2');
    const atHighest = whoami(200, { ...session, authenticator_assurance_level: 'aal2' });
    await (await oauth2Harness(asked, atHighest)).visit(page).expect(200);
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
    ['a higher level is asked for', {}, { oidc_context: { acr_values: ['aal2'] } }, 'interaction_required'],
    ['the audience was not granted before', {}, {}, 'consent_required'],
  ] as [string, Answers, object, string][])(
    'where %s, tells an application that wants no page (prompt=none)',
    async (_why, kratos, more, error) => {
      const request_url = `${consentRequest.request_url}&prompt=none`;
      const { visit, hydra } = await oauth2Harness(requestOf({ request_url, skip: true, ...more }), kratos);
      await visit(page).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=r`);
      expect(decision(hydra)).toMatchObject({ error });
    },
  );

  test.each([
    { oidc_context: { acr_values: 'aal2' } },
    { oidc_context: 'aal2' },
    { skip: true, requested_access_token_audience: 'https://api.example' },
  ])('grants nothing where Hydra’s answer cannot be read: %j', async (more) => {
    const { visit, post, hydra } = await oauth2Harness(requestOf(more));
    await visit(page).expect(502);
    expect((await post('/consent', allow)).status).toBe(502);
    expect(decision(hydra)).toBeUndefined();
  });

  test('asks for an audience that was not granted before, though Hydra, which compares only scopes, would skip', async () => {
    const { visit, hydra } = await oauth2Harness(requestOf({ skip: true }));
    await visit(page).expect(200);
    expect(decision(hydra)).toBeUndefined();
  });

  test('asks for each device, whatever was granted before or Hydra says', async () => {
    const request_url = `${portalUrl}/oauth2/device/verify?client_id=harbor`;
    const { visit, hydra } = await oauth2Harness(
      requestOf({ request_url, skip: true, client: { client_id: 'tv', skip_consent: true } }),
    );
    await visit(page).expect(200);
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
    'any program could receive the code at a redirect URI %s, so it is asked whatever Hydra remembers or trusts',
    async (_where, redirect_uris, redirect_uri) => {
      const client = { ...consentRequest.client, redirect_uris };
      const query = new URLSearchParams({ client_id: 'harbor', ...(redirect_uri && { redirect_uri }) });
      const request_url = `${portalUrl}/oauth2/auth?${query}`;
      const known = { client, request_url, requested_access_token_audience: [] };
      const remembered = { remember: true, remember_for: 0, grant_scope: consentRequest.requested_scope };
      const list = [{ ...remembered, consent_request: { ...consentRequest, ...known } }];
      for (const trusted of [{ skip: true }, { client: { ...client, skip_consent: true } }, {}]) {
        const answers = {
          ...requestOf({ ...known, ...trusted }),
          'GET /admin/oauth2/auth/sessions/consent': [200, list],
        } as Answers;
        const asked = await oauth2Harness(answers);
        expect(pageProps((await asked.visit(page).expect(200)).text)).not.toHaveProperty('rememberDays');
        expect(decision(asked.hydra)).toBeUndefined();
        await asked.post('/consent', { ...allow, remember: 'true' });
        expect(decision(asked.hydra)).toMatchObject({ grant_scope: allow.grant_scope, remember: false });

        const silent = { ...known, ...trusted, request_url: `${request_url}&prompt=none` };
        const { visit, hydra } = await oauth2Harness({ ...answers, ...requestOf(silent) });
        await visit(page).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=r`);
        expect(decision(hydra)).toMatchObject({ error: 'consent_required' });
      }
    },
  );

  test('grants again what was granted to the same request before, if that is remembered', async () => {
    const earlier = {
      remember: true,
      remember_for: 60,
      handled_at: new Date().toISOString(),
      grant_scope: ['openid'],
      grant_access_token_audience: ['https://api.example'],
      consent_request: consentRequest,
    };
    const list = (grant: object) => ({
      'GET /admin/oauth2/auth/sessions/consent': [200, [grant]] as [number, object],
    });
    const { visit, hydra } = await oauth2Harness(list(earlier));
    await visit(page).expect(303);
    expect(decision(hydra)).toMatchObject({ grant_scope: ['openid'] });
    for (const other of [
      { ...earlier, remember: false },
      { ...earlier, grant_access_token_audience: [] },
      { ...earlier, handled_at: '2020-01-01T00:00:00Z' },
      { ...earlier, consent_request: { ...consentRequest, requested_scope: ['openid'] } },
      { ...earlier, consent_request: { ...consentRequest, client: { client_id: 'another' } } },
    ])
      await (await oauth2Harness(list(other))).visit(page).expect(200);
    const { request_url: url } = consentRequest;
    const custom = url.replace('https://harbor.example', 'app:/');
    for (const request_url of [`${url}&prompt=login+consent`, custom, `${portalUrl}/oauth2/device/verify`])
      await (
        await oauth2Harness({ ...list(earlier), ...requestOf({ request_url }) })
      )
        .visit(page)
        .expect(200);

    // a posted body and a request object are not in the URL, and take precedence over it
    const native = { ...consentRequest.client, redirect_uris: ['https://harbor.example/cb', 'app:/cb'] };
    for (const hidden of [
      { client: native },
      { client: { ...native, redirect_uris: [] } },
      { request_url: `${url}&request=e30.e30.` },
      { request_url: `${url}&request_uri=https://harbor.example/request` },
    ])
      await (await oauth2Harness({ ...list(earlier), ...requestOf(hidden) })).visit(page).expect(200);
  });

  test('fails where Hydra gives no usable list of what was granted before', async () => {
    const { visit } = await oauth2Harness({ 'GET /admin/oauth2/auth/sessions/consent': [200, {}] });
    await visit(page).expect(502);
  });

  test.each([
    ['was answered, goes on with it', [410, { redirect_to: `${portalUrl}/oauth2/auth?x` }], 303],
    ['has expired, says so', [401, {}], 410],
    ['is unknown, says so', [404, {}], 410],
    ['was answered and has no way on, says so', [410, {}], 410],
    ['was answered and goes on at no web address, says so', [410, { redirect_to: 'intent://x' }], 410],
    ['Hydra cannot read now, fails', [500, {}], 502],
  ] as [string, [number, object], number][])('with a challenge that %s', async (_what, answer, status) => {
    const { visit } = await oauth2Harness({ 'GET /admin/oauth2/auth/requests/consent': answer });
    await visit(page).expect(status);
  });

  test('without a challenge is a malformed request, and without Hydra not configured', async () => {
    const { visit } = await oauth2Harness();
    await visit('/consent').expect(400);
    const { visit: without } = await oauth2Harness({}, {}, { HYDRA_ADMIN_URL: '' });
    await without(page).expect(501);
  });
});

describe('a decision', () => {
  test('grants the chosen scopes alone, with their claims, and remembers it for as long as the settings say', async () => {
    const { post, hydra } = await oauth2Harness({}, {}, { CONSENT_REMEMBER_DAYS: '2' });
    const { status, headers } = await post('/consent', { ...allow, remember: 'true' });
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
    ['asks for the question', { request_url: `${consentRequest.request_url}&prompt=consent` }],
    ['is a device', { request_url: `${portalUrl}/oauth2/device/verify?client_id=tv` }],
    ['sends a request object', { request_url: `${consentRequest.request_url}&request=e30.e30.` }],
  ])(
    'is neither remembered nor offered to be where the application %s: it is always asked',
    async (_, more) => {
      const { visit, post, hydra } = await oauth2Harness(requestOf(more));
      expect(pageProps((await visit(page).expect(200)).text)).not.toHaveProperty('rememberDays');
      await post('/consent', { ...allow, remember: 'true' });
      expect(decision(hydra)).toMatchObject({ grant_scope: allow.grant_scope, remember: false });
    },
  );

  test('to allow a device tells this browser that it is connected, and no other', async () => {
    const request_url = `${portalUrl}/oauth2/device/verify?client_id=tv`;
    const { post, visit } = await oauth2Harness(requestOf({ request_url }));
    const [line = ''] = cookiesSet(await post('/consent', allow));
    expect(line).toBe('portal_connected=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
    const { text } = await visit('/device/done?client_id=tv', [line.split(';')[0] ?? '']).expect(200);
    expect(markup(text)).toContain('Your device is connected');
    await visit('/device/done?client_id=tv').expect(303).expect('Location', '/');
  });

  test('to deny a device says that it is not connected, because there is no application to go back to', async () => {
    const request_url = `${portalUrl}/oauth2/device/verify?client_id=tv`;
    const { post, visit, hydra } = await oauth2Harness(requestOf({ request_url }));
    const { headers } = await post('/consent', { ...allow, consent_action: 'reject' });
    expect(headers.location).toBe('/device/denied');
    expect(markup((await visit('/device/denied').expect(200)).text)).toContain(
      'Your device was not connected',
    );
    expect(decision(hydra)).toMatchObject({ error: 'access_denied' });
  });

  test('to deny tells the application access_denied', async () => {
    const { post, hydra } = await oauth2Harness();
    const { headers } = await post('/consent', { ...allow, consent_action: 'reject' });
    expect(headers.location).toBe(`${portalUrl}/oauth2/auth?consent_verifier=r`);
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
    const { status } = await post('/consent', { ...allow, ...fields });
    expect(status).toBe(expected);
    expect(decision(hydra)).toBeUndefined();
  });

  test('after a logout in another tab grants nothing, and leads to the page that asks to sign in', async () => {
    const { portal, hydra } = await oauth2Harness();
    const signedOut = await request(portal)
      .post('/consent')
      .set({ Origin: portalUrl, Accept: 'text/html' })
      .type('form')
      .send({ ...allow, _csrf: 'of the ended session' });
    expect([signedOut.status, signedOut.headers.location]).toEqual([303, page]);
    expect(decision(hydra)).toBeUndefined();
  });

  test('by another account than the application asked grants nothing, and offers to sign in again', async () => {
    const other = whoami(200, { ...session, identity: { ...session.identity, id: 'ben' } });
    const { post, visit, hydra } = await oauth2Harness(requestOf({ skip: true }), other);
    const { text } = await visit(page).expect(200);
    expect(markup(text)).toContain('for a different account');
    expect((await post('/consent', allow)).status).toBe(400);
    expect(decision(hydra)).toBeUndefined();

    const { headers } = await post('/consent', { ...allow, consent_action: 'restart' });
    expect(headers.location).toBe(consentRequest.request_url);
    expect(hydra.received.at(-1)).toMatchObject({
      method: 'DELETE',
      url: '/admin/oauth2/auth/sessions/login?sid=sid1',
    });
  });

  test('after the challenge has expired says so', async () => {
    const { post } = await oauth2Harness({ 'PUT /admin/oauth2/auth/requests/consent/accept': [404, {}] });
    expect((await post('/consent', allow)).status).toBe(410);
  });
});
