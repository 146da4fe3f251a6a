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
  type Answers,
} from '../../test/support/oauth2Harness.ts';
import { pageProps } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

describe('a consent without a prompt', () => {
  test.each([
    { skip: true, requested_access_token_audience: [] },
    { client: { ...consentRequest.client, skip_consent: true } },
  ])('is granted in full without a prompt if Hydra says %j', async (more) => {
    const request = { ...consentRequest, ...more };
    const { visit, hydra } = await oauth2Harness(askedFor(more));
    await visit(consentPath).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=v`);
    expect(decision(hydra)).toMatchObject({
      grant_scope: consentRequest.requested_scope,
      grant_access_token_audience: request.requested_access_token_audience,
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
      const remembered = { remember: true, remember_for: 0, grant_scope: consentRequest.requested_scope };
      const list = [{ ...remembered, consent_request: { ...consentRequest, ...known } }];
      for (const trusted of [{ skip: true }, { client: { ...client, skip_consent: true } }, {}]) {
        const answers = {
          ...askedFor({ ...known, ...trusted }),
          'GET /admin/oauth2/auth/sessions/consent': [200, list],
        } as Answers;
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

  test('grants again what was granted for the same request before, if that is remembered', async () => {
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
    await visit(consentPath).expect(303);
    expect(decision(hydra)).toMatchObject({ grant_scope: ['openid'] });
    for (const other of [
      { ...earlier, remember: false },
      { ...earlier, grant_access_token_audience: [] },
      { ...earlier, handled_at: '2020-01-01T00:00:00Z' },
      { ...earlier, consent_request: { ...consentRequest, requested_scope: ['openid'] } },
      { ...earlier, consent_request: { ...consentRequest, client: { client_id: 'another' } } },
    ])
      await (await oauth2Harness(list(other))).visit(consentPath).expect(200);
    const { request_url: url } = consentRequest;
    const custom = url.replace('https://harbor.example', 'app:/');
    for (const request_url of [`${url}&prompt=login+consent`, custom, `${portalUrl}/oauth2/device/verify`])
      await (
        await oauth2Harness({ ...list(earlier), ...askedFor({ request_url }) })
      )
        .visit(consentPath)
        .expect(200);

    // a posted body and a request object are not in the URL, and take precedence over it
    const native = { ...consentRequest.client, redirect_uris: ['https://harbor.example/cb', 'app:/cb'] };
    for (const hidden of [
      { client: native },
      { client: { ...native, redirect_uris: [] } },
      { request_url: `${url}&request=e30.e30.` },
      { request_url: `${url}&request_uri=https://harbor.example/request` },
    ])
      await (await oauth2Harness({ ...list(earlier), ...askedFor(hidden) })).visit(consentPath).expect(200);
  });

  test('fails if Hydra returns no usable list of earlier grants', async () => {
    const { visit } = await oauth2Harness({ 'GET /admin/oauth2/auth/sessions/consent': [200, {}] });
    await visit(consentPath).expect(502);
  });
});
