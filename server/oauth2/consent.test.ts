import { afterEach, describe, expect, test } from '@jest/globals';
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
import { markup, pageProps } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const back = portalUrl + consentPath;

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
    const { visit } = await oauth2Harness(askedFor({ client, requested_scope: ['patients.read'] }));
    const { text } = await visit(consentPath).expect(200);
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
    ['nobody is signed in', whoami(401), `/login?${new URLSearchParams({ return_to: back })}`],
    [
      'the second factor is missing',
      whoami(403),
      `/login?${new URLSearchParams({ aal: 'aal2', return_to: back })}`,
    ],
  ])('if %s, leads to the sign-in and back', async (_why, kratos, location) => {
    const { visit, hydra } = await oauth2Harness(askedFor({ skip: true }), kratos);
    await visit(consentPath).expect(303).expect('Location', location);
    expect(decision(hydra)).toBeUndefined();
  });

  test('requires the second factor if the application asks for aal2', async () => {
    const { visit } = await oauth2Harness(askedFor({ skip: true, oidc_context: { acr_values: ['aal2'] } }));
    const { headers } = await visit(consentPath).expect(303);
    expect(headers.location).toContain('/login?aal=aal2');
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
