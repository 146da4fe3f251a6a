import { afterEach, describe, expect, test } from '@jest/globals';
import { closeStand, fakeUpstream, gatewayStand } from '../../test/support/gatewayStand.ts';
import { createFormLimits } from '../security/limits/formLimits.ts';
import { providerCookies } from '../security/providerCookies.ts';

afterEach(closeStand);

const portal = 'https://portal.example';
const countForm = createFormLimits({ secret: 'a secret', cookies: providerCookies('ory_kratos_session') });

/** Where a browser without scripts goes on that posts a form, and what of it arrives. */
async function sent(path: string, form: string, location: string, cookie?: string, accept = 'text/html') {
  const upstream = await fakeUpstream((_request, response) =>
    response.writeHead(303, { Location: location, ...(cookie && { 'Set-Cookie': cookie }) }).end(),
  );
  const { url } = await gatewayStand({ kratosPublic: upstream.url }, { countForm });
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: accept, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form,
  });
  return { location: answer.headers.get('location'), bodies: upstream.received.map(({ body }) => body) };
}

describe('settings that are sent after the session has ended', () => {
  const signIn = `${portal}/self-service/login/browser`;
  const path = '/self-service/settings?flow=f1';

  test.each([
    ['method=password&password=a', '#password'],
    ['method=profile&traits.email=a', '#profile'],
    ['lookup_secret_reveal=true', '#lookupSecret'],
    ['link=acme', '#oidc'],
    ['a=b', ''],
    ['method=%22%3E', ''],
  ])('lead to a sign-in that says so and comes back to the section: %s', async (form, hash) => {
    const { location, bodies } = await sent(path, form, signIn);
    const url = new URL(location ?? '', portal);
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/login',
      { return_to: `${portal}/settings?flow=f1${hash}`, ended: 'true' },
    ]);
    expect(bodies).toEqual([form]);
    expect((await sent(path, form, `${portal}/login`)).location).toBe(location);
  });

  test('lead nowhere else than the provider says in every other case', async () => {
    for (const [location, accept] of [
      [`${signIn}?refresh=true`, 'text/html'],
      [`${portal}/settings?flow=f1`, 'text/html'],
      [signIn, 'application/json'],
    ] as const)
      expect((await sent(path, 'method=password', location, undefined, accept)).location).toBe(location);
  });
});

describe('a sign-up without scripts', () => {
  const path = '/self-service/registration?flow=f1';
  const session = 'ory_kratos_session=a; Path=/; HttpOnly';

  test.each([
    ['', `${portal}/`, `/login?return_to=${encodeURIComponent(`${portal}/`)}&registered=true`],
    ['', `${portal}/verification?flow=v`, `${portal}/verification?flow=v&registered=true`],
    ['', `${portal}/registration?flow=f1`, `${portal}/registration?flow=f1`],
    ['', `${portal}/error?id=e`, `${portal}/error?id=e`],
    ['', `${portal}/oauth2/auth?login_verifier=a`, `${portal}/oauth2/auth?login_verifier=a`],
    ['', 'https://app.example/', 'https://app.example/'],
    [session, `${portal}/verification?flow=v`, `${portal}/verification?flow=v`],
    [session, `${portal}/`, `${portal}/`],
  ])('with the cookie %j that leads to %s goes on to %s', async (cookie, location, expected) => {
    expect((await sent(path, 'method=password', location, cookie)).location).toBe(expected);
  });
});
