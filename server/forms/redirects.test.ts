import { describe, expect, test } from '@jest/globals';
import { fakeUpstream, gatewayHarness, gatewayTo } from '../../test/support/selfClosingGateway.ts';
import { testLimits } from '../../test/support/testLimits.ts';
import { createTypedFieldsCookie } from '../security/cookies/pageCookies.ts';

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
  const { countForm } = testLimits();
  const { url } = await gatewayHarness({ kratosPublic: upstream.url }, { countForm, typedFields });
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  });
  // the cookie about the change is tested in settings.test.ts
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
    const { url } = await gatewayTo('kratosPublic', (_request, response) =>
      response.writeHead(303, { Location: location }).end(),
    );
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
      ['', `${portal}/verification?flow=v`],
      ['', `${portal}/registration?flow=f1`],
      ['', `${portal}/error?id=e`, path.includes('flow=') ? `${portal}/error?id=e&flow=f1` : undefined],
      ['', `${portal}/oauth2/auth?login_verifier=a`],
      ['', 'https://app.example/'],
      [session, `${portal}/verification?flow=v`],
      [session, `${portal}/`],
      ['', `${portal}/`, `/login?return_to=${encodeURIComponent(`${portal}/`)}`],
    ])('with the cookie %j and a redirect to %s goes on there', async (cookie, location, to = location) => {
      expect((await sent(path, 'method=password', location, cookie)).location).toBe(to);
    });

    test.each([`${portal}/`, `${portal}/oauth2/auth?login_verifier=a`])(
      'to %s says so, and with which social account',
      async (location) => {
        const { cookies } = await sent(path, 'method=password', location, '');
        const method = path.endsWith('acme') ? 'oidc.acme' : '1';
        expect(cookies.join()).toContain(`portal_registered=${method};`);
      },
    );

    test('of a signed-in user does not count as a new account', async () => {
      const signedIn = { Cookie: 'ory_kratos_session=a' };
      const { location } = await sent(path, 'method=password', `${portal}/`, undefined, signedIn);
      expect(location).toBe(`${portal}/`);
    });
  },
);

describe('the purpose of a sign-in, which its page names', () => {
  const path = '/self-service/login?flow=f1';
  const session = 'ory_kratos_session=s';
  const asked = `${portal}/login?login_challenge=c%2Fb`;
  const returning = `${portal}/login?return_to=%2Fsettings&aal=aal1`;

  test.each([
    [
      'after a sign-in in another tab',
      '',
      { Referer: asked, Cookie: session },
      'login_challenge=c%2Fb&already=true',
    ],
    ['after a sign-in in another tab', '', { Referer: returning, Cookie: session }, 'return_to=%2Fsettings'],
    ['where the form is shown again', 'login?flow=f1', { Referer: asked }, 'login_challenge=c%2Fb&flow=f1'],
  ])('is kept %s', async (_when, to, headers, expected) => {
    const { location } = await sent(path, 'a=b', `${portal}/${to}`, undefined, headers);
    expect(location).toBe(`/login?${expected}`);
  });

  test.each([
    ['registration', asked, '/login?login_challenge=c%2Fb&already=true'],
    ['registration', `${portal}/registration`, '/login'],
    ['recovery', `${portal}/recovery?return_to=%2Fsettings`, '/recovery?return_to=%2Fsettings'],
  ])(
    'is kept after a sign-in in another tab for a %s, whose page then says so',
    async (kind, Referer, to) => {
      const headers = { Referer, Cookie: session };
      const { location } = await sent(
        `/self-service/${kind}?flow=f1`,
        'a=b',
        `${portal}/`,
        undefined,
        headers,
      );
      expect(location).toBe(to);
    },
  );

  test.each<[string, string, Record<string, string>, string]>([
    ['nobody was signed in', '', { Referer: asked }, ''],
    ['the form was on another site', '', { Referer: asked.replace('portal', 'evil'), Cookie: session }, ''],
    ['Kratos has confirmed the session', '', { Referer: asked, Cookie: session }, 'ory_kratos_session=t'],
    ['Kratos redirects elsewhere', 'oauth2/auth?x', { Referer: asked, Cookie: session }, ''],
    ['Kratos shows another flow', 'login?flow=f2', { Referer: asked, Cookie: session }, ''],
  ])('is not added if %s', async (_why, to, headers, cookie) => {
    const { location } = await sent(path, 'a=b', `${portal}/${to}`, cookie, headers);
    expect(location).toBe(`${portal}/${to}`);
  });
});

test('a sign-up that corrects another still does where its form is shown again', async () => {
  const Referer = `${portal}/registration?correct=v1`;
  const again = `${portal}/registration?flow=f1`;
  for (const [headers, location] of [
    [{ Referer }, '/registration?correct=v1&flow=f1'],
    [{ Referer: Referer.replace('portal', 'evil') }, again],
    [{}, again],
  ] as const)
    expect(
      (await sent('/self-service/registration?flow=f1', 'a=b', again, undefined, headers)).location,
    ).toBe(location);
});

describe('an application’s request whose answer Hydra cannot use', () => {
  const begun = 'client_id=harbor&state=s%2F1';
  const answered = `/oauth2/auth?client_id=harbor&login_verifier=v&state=s%2F1`;
  const error = (code: string, description = ''): string =>
    `https://app.example/cb?${new URLSearchParams({ error: code, error_description: description, state: 's/1' }).toString()}`;

  async function visited(location: string, path = answered, Cookie = ''): Promise<Response> {
    const { url } = await gatewayTo('hydraPublic', (_request, response) =>
      response.writeHead(303, { Location: location }).end(),
    );
    return fetch(url + path, { redirect: 'manual', headers: { Accept: 'text/html', Cookie } });
  }

  const lost = [
    error(
      'request_forbidden',
      'The CSRF value from the token does not match the CSRF value from the data store.',
    ),
    error('request_unauthorized', 'The consent request has expired, please try again.'),
    error('access_denied', 'The consent verifier has already been used.'),
  ];

  test.each(lost)('begins again, once: %s', async (location) => {
    const first = await visited(location);
    expect(first.headers.get('location')).toBe(`/oauth2/auth?${begun}`);
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-portal_restarted=.*; Max-Age=60; HttpOnly; SameSite=Lax; Secure|Secure/);
    const again = answered.replace('login_verifier', 'consent_verifier');
    const second = await visited(location, again, cookie.split(';')[0]);
    expect(second.headers.get('location')).toBe(location);
    const other = await visited(location, `${answered}&nonce=n`, cookie.split(';')[0]);
    expect(other.headers.get('location')).toBe(`/oauth2/auth?client_id=harbor&nonce=n&state=s%2F1`);
  });

  test.each([
    ['the user denied it', error('access_denied', 'The resource owner denied the request.'), answered],
    ['the request itself is wrong', error('invalid_scope'), answered],
    ['it has not been answered yet', lost[0] ?? '', `/oauth2/auth?${begun}`],
    ['Hydra goes on', 'https://app.example/cb?code=c', answered],
  ])('keeps Hydra’s redirect if %s', async (_why, location, path) => {
    expect((await visited(location, path)).headers.get('location')).toBe(location);
  });
});
