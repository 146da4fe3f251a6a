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
} from '../../test/support/oauth2Harness.ts';
import { cookiesSet, markup, pageProps } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

describe('a decision', () => {
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

  test('to deny a device shows that it was not connected, because there is no application to return to', async () => {
    const request_url = `${portalUrl}/oauth2/device/verify?client_id=tv`;
    const { post, visit, hydra } = await oauth2Harness(askedFor({ request_url }));
    const { headers } = await post('/consent', { ...allowConsent, consent_action: 'reject' });
    expect(headers.location).toBe('/device/denied');
    expect(markup((await visit('/device/denied').expect(200)).text)).toContain(
      'Your device was not connected',
    );
    expect(decision(hydra)).toMatchObject({ error: 'access_denied' });
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

  test('by an account other than the requested one grants nothing, and offers to sign in again', async () => {
    const other = whoami(200, { ...session, identity: { ...session.identity, id: 'ben' } });
    const { post, visit, hydra } = await oauth2Harness(askedFor({ skip: true }), other);
    const { text } = await visit(consentPath).expect(200);
    expect(markup(text)).toContain('for a different account');
    expect((await post('/consent', allowConsent)).status).toBe(400);
    expect(decision(hydra)).toBeUndefined();

    const { headers } = await post('/consent', { ...allowConsent, consent_action: 'restart' });
    expect(headers.location).toBe(consentRequest.request_url);
    expect(hydra.received.at(-1)).toMatchObject({
      method: 'DELETE',
      url: '/admin/oauth2/auth/sessions/login?sid=sid1',
    });
  });

  test('after the challenge has expired is a 410', async () => {
    const { post } = await oauth2Harness({ 'PUT /admin/oauth2/auth/requests/consent/accept': [404, {}] });
    expect((await post('/consent', allowConsent)).status).toBe(410);
  });
});
