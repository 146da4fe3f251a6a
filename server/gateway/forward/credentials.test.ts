import { describe, expect, test } from '@jest/globals';
import { fakeUpstream, gatewayHarness } from '../../../test/support/selfClosingGateway.ts';
import { receivedHeaders } from '../../../test/support/receivedHeaders.ts';
import { providerCookies } from '../../security/cookies/providerCookies.ts';

describe('cookies and credentials', () => {
  const everything = [
    'Cookie: portal_csrf=p; ory_kratos_session=k; __Host-portal_csrf=q; csrf_token_82b1=c; ory_hydra_session=h; locale=fr; ory_session_abc=n; ory_kratos_continuity=t; ory_hydra_login_csrf_1=l; xory_kratos_session=x',
    'Authorization: Bearer mine',
    'X-Session-Token: token',
    'X-CSRF-Token: portal',
  ];

  test('Kratos gets its own cookies, the session token and the bearer token', async () => {
    expect(await receivedHeaders(everything)).toMatchObject({
      cookie: 'ory_kratos_session=k; csrf_token_82b1=c; ory_session_abc=n; ory_kratos_continuity=t',
      authorization: 'Bearer mine',
      'x-session-token': 'token',
    });
  });

  test('Hydra gets its own cookies and Authorization', async () => {
    const got = await receivedHeaders(everything, { upstream: 'hydraPublic', path: '/oauth2/auth' });
    expect(got.cookie).toBe('ory_hydra_session=h; ory_hydra_login_csrf_1=l');
    expect(got.authorization).toBe('Bearer mine');
    expect(got).not.toHaveProperty('x-session-token');
    expect(got).not.toHaveProperty('x-csrf-token');
  });

  test.each([
    ['kratosAdmin', '/admin/identities'],
    ['hydraAdmin', '/admin/clients'],
    ['ketoRead', '/relation-tuples'],
    ['projects', '/projects'],
    ['network', '/v2alpha1/admin/issuedApiKeys'],
  ] as const)('%s gets the server’s token and none of the caller’s credentials', async (upstream, path) => {
    const got = await receivedHeaders(everything, { upstream, path, adminToken: 'ours' });
    expect(got.authorization).toBe('Bearer ours');
    for (const name of ['cookie', 'x-session-token', 'x-csrf-token']) expect(got).not.toHaveProperty(name);
    expect(await receivedHeaders(everything, { upstream, path })).not.toHaveProperty('authorization');
  });

  test('public calls never carry the server’s token', async () => {
    for (const [upstream, path] of [
      ['kratosPublic', '/schemas'],
      ['hydraPublic', '/userinfo'],
      ['network', '/elements/configuration'],
    ] as const)
      expect(await receivedHeaders([], { upstream, path, adminToken: 'ours' })).not.toHaveProperty(
        'authorization',
      );
  });

  test('a session cookie with the configured name goes to Kratos, with or without a prefix', async () => {
    const header = [
      'Cookie: sid=a; __Host-sid=b; x__Host-sid=c; __Secure-csrf_token_1=d; other=e; \u00a0sid=f',
    ];
    const got = async (name: string) =>
      (await receivedHeaders(header, { cookies: providerCookies(name) })).cookie;
    expect(await got('__Host-sid')).toBe('__Host-sid=b; __Secure-csrf_token_1=d');
    expect(await got('ory_kratos_session')).toBe('__Secure-csrf_token_1=d');
    expect(await receivedHeaders(['Cookie: __Host-ory_kratos_session=a; other=e'])).toMatchObject({
      cookie: '__Host-ory_kratos_session=a',
    });
  });

  test('a duplicate cookie is not forwarded, and both copies are expired', async () => {
    const fake = await fakeUpstream((_request, response) =>
      response.setHeader('Set-Cookie', ['csrf_token_1=new; Secure', 'b=2; Secure']).end('{}'),
    );
    const { url } = await gatewayHarness({ kratosPublic: fake.url });
    const header =
      'ory_kratos_session=a; csrf_token_1=x; ory_kratos_continuity=c; ory_kratos_session=b; csrf_token_1=y';
    const response = await fetch(`${url}/self-service/login/browser`, { headers: { Cookie: header } });
    expect(fake.received[0]?.headers.cookie).toBe('ory_kratos_continuity=c');
    const set = response.headers.getSetCookie();
    expect(set.slice(-2)).toEqual(['csrf_token_1=new; Secure', 'b=2; Secure']);
    expect(set.slice(0, -2).every((one) => one.includes('; Max-Age='))).toBe(true);
    for (const name of ['ory_kratos_session', 'csrf_token_1'])
      for (const place of [
        'Path=/',
        'Path=/self-service/; Domain=portal.example',
        'Path=/self-service/login/browser',
      ])
        expect(set).toContain(`${name}=; ${place}; Max-Age=0; Secure`);
  });

  test('no Cookie header is sent if none of the cookies belongs to the upstream', async () => {
    expect(await receivedHeaders(['Cookie: portal_csrf=p; locale=fr'])).not.toHaveProperty('cookie');
  });
});
