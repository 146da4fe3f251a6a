import { afterEach, describe, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream, gatewayHarness } from '../../test/support/gatewayHarness.ts';
import { createFormLimits } from '../security/limits/formLimits.ts';
import { inMemory } from '../security/limits/stores.ts';
import { providerCookies } from '../security/cookies/providerCookies.ts';
import { createTypedFieldsCookie } from '../security/cookies/typedFields.ts';

afterEach(closeHarness);

const portal = 'https://portal.example';
const typedFields = createTypedFieldsCookie({ secret: 'a secret', portalUrl: portal });

/** Posts a form without scripts; returns the redirect, the cookies, and the body that the upstream received. */
async function sent(
  path: string,
  form: string,
  location: string,
  cookie?: string,
  headers: Record<string, string> = {},
) {
  const upstream = await fakeUpstream((_request, response) =>
    response.writeHead(303, { Location: location, ...(cookie && { 'Set-Cookie': cookie }) }).end(),
  );
  const countForm = createFormLimits({
    secret: 'a secret',
    cookies: providerCookies('ory_kratos_session'),
    stores: inMemory,
  });
  const { url } = await gatewayHarness({ kratosPublic: upstream.url }, { countForm, typedFields });
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  });
  // the cookie about the change is tested in noteChange.test.ts
  const cookies = answer.headers.getSetCookie().filter((line) => !line.startsWith('__Host-portal_change='));
  return {
    location: answer.headers.get('location'),
    cookies,
    typed: typedFields.read(cookies.join('; '), 'f1'),
    bodies: upstream.received.map(({ body }) => body),
  };
}

describe('settings that are submitted after the session has ended', () => {
  const signIn = `${portal}/self-service/login/browser`;
  const path = '/self-service/settings?flow=f1';

  test.each([
    ['method=password&password=a', '#password'],
    ['method=profile&traits.email=a', '#profile'],
    ['lookup_secret_reveal=true', '#lookupSecret'],
    ['link=acme', '#oidc'],
    ['a=b', ''],
    ['method=%22%3E', ''],
  ])('redirect to a sign-in that says so and returns to the section: %s', async (form, hash) => {
    const { location, bodies } = await sent(path, form, signIn);
    const url = new URL(location ?? '', portal);
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/login',
      { return_to: `${portal}/settings?flow=f1${hash}`, ended: 'true' },
    ]);
    expect(bodies).toEqual([form]);
    expect((await sent(path, form, `${portal}/login`)).location).toBe(location);
  });

  test('keep the provider’s redirect in every other case', async () => {
    for (const [location, Accept] of [
      [`${signIn}?refresh=true`, 'text/html'],
      [`${portal}/settings?flow=f1`, 'text/html'],
      ['https://elsewhere.example/login', 'text/html'],
      [signIn, 'application/json'],
    ] as const) {
      const answer = await sent(path, 'method=profile&traits.a=b', location, undefined, { Accept });
      expect([answer.location, answer.cookies]).toEqual([location, []]);
    }
  });

  test('keep what was typed into the profile, including emptied fields, but no token', async () => {
    const profile = 'csrf_token=c&traits.name.first=Zo%C3%AB&traits.name.last=&traits.doctor=true';
    const { typed, cookies } = await sent(path, `${profile}&method=profile`, signIn, 'a=b');
    expect(typed).toEqual([
      ['traits.name.first', 'Zoë'],
      ['traits.name.last', ''],
      ['traits.doctor', 'true'],
    ]);
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual(['__Host-portal_typed', 'a']);
  });

  test.each([
    'method=password&password=a',
    'method=totp&totp_code=123456&traits.name.first=a',
    'webauthn_register_displayname=a&traits.name.first=a',
    'lookup_secret_confirm=true',
    'link=acme',
  ])('keep no fields of another section, only that there was a change: %s', async (form) => {
    expect((await sent(path, form, signIn)).typed).toEqual([]);
  });

  test('keep no fields that another site sends', async () => {
    for (const [name, value] of [
      ['Origin', 'https://evil.example'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const) {
      const { cookies } = await sent(path, 'method=profile&traits.a=b', signIn, undefined, { [name]: value });
      expect(cookies).toEqual([]);
    }
  });
});

test('saved settings first lead to their own confirmation, not to the sign-in that waits for them', async () => {
  const form = 'method=password&password=a';
  const path = '/self-service/settings?flow=f1';
  const waits = `${portal}/login?login_challenge=c`;
  expect((await sent(path, form, waits)).location).toBe('/settings?flow=f1');
  const elsewhere = 'https://elsewhere.example/login?login_challenge=c';
  expect((await sent(path, form, elsewhere)).location).toBe(elsewhere);
});

describe('settings that require a confirmation', () => {
  const path = '/self-service/settings?flow=f1';
  const back = `${portal}/self-service/settings?flow=f1`;

  test.each(['/self-service/login/browser?refresh=true', '/login?aal=aal2'])(
    'return to their section: %s',
    async (asked) => {
      const asks = `${portal}${asked}&return_to=${encodeURIComponent(back)}`;
      const { location, cookies } = await sent(path, 'method=password&password=a', asks);
      expect(location).toBe(asks + encodeURIComponent('#password'));
      expect(cookies).toEqual([]);
    },
  );

  test.each([
    ['a=b', back],
    ['method=password', `${back}#totp`],
  ])(
    'keep the provider’s return URL if the form (%s) has no section, or the URL (%s) has one',
    async (form, to) => {
      const asks = `${portal}/login?refresh=true&return_to=${encodeURIComponent(to)}`;
      expect((await sent(path, form, asks)).location).toBe(asks);
    },
  );
});

describe('a mailed link', () => {
  const followed = async (path: string, location: string): Promise<string | null> => {
    const upstream = await fakeUpstream((_request, response) =>
      response.writeHead(303, { Location: location }).end(),
    );
    const { url } = await gatewayHarness({ kratosPublic: upstream.url });
    const answer = await fetch(url + path, { redirect: 'manual', headers: { Accept: 'text/html' } });
    return answer.headers.get('location');
  };

  test.each(['recovery', 'verification'])('for a %s tells the error page its kind', async (link) => {
    const path = `/self-service/${link}?flow=f1&code=1`;
    expect(await followed(path, `${portal}/error?id=e`)).toBe(`${portal}/error?id=e&link=${link}`);
    for (const location of [`${portal}/${link}?flow=f1`, 'https://other.example/error?id=e'])
      expect(await followed(path, location)).toBe(location);
  });
});

describe.each(['/self-service/registration?flow=f1', '/self-service/methods/oidc/callback/acme'])(
  'a registration without scripts that ends at %s',
  (path) => {
    const session = 'ory_kratos_session=a; Path=/; HttpOnly';

    test.each([
      ['', `${portal}/`, `/login?return_to=${encodeURIComponent(`${portal}/`)}`],
      ['', `${portal}/verification?flow=v`, `${portal}/verification?flow=v`],
      ['', `${portal}/registration?flow=f1`, `${portal}/registration?flow=f1`],
      ['', `${portal}/error?id=e`, `${portal}/error?id=e`],
      ['', `${portal}/oauth2/auth?login_verifier=a`, `${portal}/oauth2/auth?login_verifier=a`],
      ['', 'https://app.example/', 'https://app.example/'],
      [session, `${portal}/verification?flow=v`, `${portal}/verification?flow=v`],
      [session, `${portal}/`, `${portal}/`],
    ])('with the cookie %j and a redirect to %s goes on to %s', async (cookie, location, expected) => {
      expect((await sent(path, 'method=password', location, cookie)).location).toBe(expected);
    });

    test('of a signed-in user does not count as a new account', async () => {
      const signedIn = { Cookie: 'ory_kratos_session=a' };
      const { location } = await sent(path, 'method=password', `${portal}/`, undefined, signedIn);
      expect(location).toBe(`${portal}/`);
    });
  },
);

describe('a sign-in for an application, after one in another tab', () => {
  const path = '/self-service/login?flow=f1';
  const page = `${portal}/login?login_challenge=c%2Fb`;
  const session = 'ory_kratos_session=s';

  test('continues with the application’s request', async () => {
    const { location } = await sent(path, 'a=b', `${portal}/`, undefined, { Referer: page, Cookie: session });
    expect(location).toBe('/login?login_challenge=c%2Fb');
  });

  test.each([
    ['nobody was signed in', `${portal}/`, { Referer: page }],
    [
      'the form was on another site',
      `${portal}/`,
      { Referer: page.replace('portal', 'evil'), Cookie: session },
    ],
    ['no application asks', `${portal}/`, { Referer: `${portal}/login`, Cookie: session }],
    ['Kratos redirects elsewhere', `${portal}/oauth2/auth?x`, { Referer: page, Cookie: session }],
  ])('keeps the provider’s redirect if %s', async (_why, to, headers) => {
    expect((await sent(path, 'a=b', to, undefined, headers as Record<string, string>)).location).toBe(to);
  });
});
