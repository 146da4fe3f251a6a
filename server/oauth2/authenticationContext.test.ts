import { afterEach, describe, expect, test } from '@jest/globals';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import {
  allowConsent,
  askedFor,
  consentRequest,
  consentPath,
  decision,
  oauth2Harness,
  session,
  whoami,
  type Answers,
} from '../../test/support/oauth2Harness.ts';

afterEach(closeHarness);

const on = { AUTHENTICATION_CONTEXT: 'on' };
const signedInAt = '2026-11-28T10:00:00Z';

/** A session that has begun with some methods. */
const signedInWith = (level: string, ...methods: string[]): Answers =>
  whoami(200, {
    ...session,
    authenticated_at: signedInAt,
    authenticator_assurance_level: level,
    authentication_methods: methods.map((method) => ({ method, aal: 'aal1', completed_at: signedInAt })),
  });

/** The credentials that Kratos keeps of the user. */
const owning = (...kinds: string[]): Answers => ({
  'GET /admin/identities/ada': [
    200,
    {
      id: 'ada',
      credentials: Object.fromEntries(
        kinds.map((kind) => [kind, { type: kind, config: { credentials: [{ id: 'aa' }] } }]),
      ),
    },
  ],
});

const asking = (...values: string[]): Answers => askedFor({ oidc_context: { acr_values: values } });

describe('an access token says how its owner signed in, for introspection and in a JWT', () => {
  test.each<[string, Answers, string[], string]>([
    [
      'with the level, if the application asks for nothing',
      signedInWith('aal2', 'password', 'totp'),
      [],
      'aal2',
    ],
    ['with the context asked for', signedInWith('aal2', 'password', 'webauthn'), ['phr'], 'phr'],
    ['with the first that is satisfied', signedInWith('aal2', 'password', 'totp'), ['phr', 'aal2'], 'aal2'],
    ['with no level that it has not reached', signedInWith('aal2', 'password', 'totp'), ['aal3'], 'aal2'],
    ['with a lower level that was enough', signedInWith('aal2', 'password', 'totp'), ['aal1'], 'aal1'],
  ])('%s', async (_what, kratos, asked, acr) => {
    const { post, hydra } = await oauth2Harness(asking(...asked), kratos, on);
    await post('/consent', allowConsent);
    expect(decision(hydra)).toMatchObject({
      session: { access_token: { acr, amr: expect.arrayContaining(['password']), auth_time: 1795860000 } },
    });
  });

  test('unless the operator leaves it out', async () => {
    const { post, hydra } = await oauth2Harness({}, signedInWith('aal2', 'password', 'totp'));
    await post('/consent', allowConsent);
    expect(decision(hydra)).toMatchObject({ session: { access_token: {} } });
    expect(JSON.stringify(decision(hydra))).not.toContain('acr');
  });
});

describe('an application that asks for a phishing-resistant sign-in', () => {
  test.each([
    ['a passkey', signedInWith('aal1', 'passkey')],
    ['a security key', signedInWith('aal2', 'password', 'webauthn')],
  ])('is satisfied by %s', async (_what, kratos) => {
    const { visit } = await oauth2Harness(asking('phr'), kratos, on);
    await visit(consentPath).expect(200);
  });

  test.each<[string, Answers, string, Record<string, string>]>([
    ['a passkey, again', owning('passkey'), 'aal1', { refresh: 'true' }],
    ['a security key as second factor', owning('webauthn'), 'aal1', { aal: 'aal2' }],
    ['a security key in place of another', owning('webauthn'), 'aal2', { aal: 'aal2', refresh: 'true' }],
  ])('has its user sign in with %s', async (_what, credentials, level, query) => {
    const { visit, post, hydra } = await oauth2Harness(
      asking('phr'),
      { ...signedInWith(level, 'password', 'totp'), ...credentials },
      on,
    );
    const page = `/login?${new URLSearchParams({ ...query, return_to: portalUrl + consentPath })}`;
    await visit(consentPath).expect(303).expect('Location', page);
    expect((await post('/consent', allowConsent)).headers.location).toBe(page);
    expect(decision(hydra)).toBeUndefined();
  });

  test.each([
    ['has neither', owning('password')],
    ['may have one, but nobody can tell', {}],
  ])('hears that its user %s', async (_what, credentials) => {
    const kratos = { ...signedInWith('aal2', 'password', 'totp'), ...credentials };
    const { visit, hydra } = await oauth2Harness(asking('phr'), kratos, on);
    await visit(consentPath).expect(303).expect('Location', `${portalUrl}/oauth2/auth?consent_verifier=r`);
    expect(decision(hydra)).toMatchObject({ error: 'unmet_authentication_requirements' });
  });

  test('gets any sign-in while the operator has not turned it on', async () => {
    const { visit } = await oauth2Harness(asking('phr'), signedInWith('aal1', 'password'));
    await visit(consentPath).expect(200);
  });
});

describe('with max_age, a factor that was given too long ago does not count, however lately its owner gave a password', () => {
  const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const given = (...methods: [method: string, aal: string, hours: number][]): Answers =>
    whoami(200, {
      ...session,
      authenticated_at: ago(0),
      authenticator_assurance_level: 'aal2',
      authentication_methods: methods.map(([method, aal, hours]) => ({
        method,
        aal,
        completed_at: ago(hours),
      })),
    });
  const lately = (...acr_values: string[]): Answers =>
    askedFor({ request_url: `${consentRequest.request_url}&max_age=300`, oidc_context: { acr_values } });
  const page = `/login?${new URLSearchParams({ aal: 'aal2', refresh: 'true', return_to: portalUrl + consentPath })}`;

  test.each<[string, string, Answers]>([
    ['a second factor', 'aal2', given(['totp', 'aal2', 2], ['password', 'aal1', 0])],
    ['a security key', 'phr', given(['password', 'aal1', 2], ['webauthn', 'aal2', 2], ['totp', 'aal2', 0])],
  ])('%s is asked for again', async (_what, asked, kratos) => {
    const { visit } = await oauth2Harness(lately(asked), { ...kratos, ...owning('webauthn') }, on);
    await visit(consentPath).expect(303).expect('Location', page);
  });

  test('one given again counts', async () => {
    const kratos = given(['totp', 'aal2', 2], ['password', 'aal1', 0], ['totp', 'aal2', 0]);
    const { visit } = await oauth2Harness(lately('aal2'), kratos, on);
    await visit(consentPath).expect(200);
  });

  test('the token claims the context that was given lately', async () => {
    const kratos = given(['webauthn', 'aal2', 2], ['totp', 'aal2', 0]);
    const { post, hydra } = await oauth2Harness(lately('phr', 'aal2'), kratos, on);
    await post('/consent', allowConsent);
    expect(decision(hydra)).toMatchObject({ session: { access_token: { acr: 'aal2' } } });
  });
});
