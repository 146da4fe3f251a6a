import { describe, expect, test } from '@jest/globals';
import { receivedHeaders } from '../../../test/support/receivedHeaders.ts';

describe('cookies and credentials', () => {
  const everything = [
    'Cookie: portal_csrf=p; ory_kratos_session=k; __Host-portal_csrf=q; csrf_token_82b1=c; ory_hydra_session=h; locale=fr; ory_session_abc=n; ory_kratos_continuity=t; ory_hydra_login_csrf_1=l; xory_kratos_session=x',
    'Authorization: Bearer mine',
    'X-Session-Token: token',
    'X-CSRF-Token: portal',
  ];

  test('Kratos gets its own cookies and those that its web hooks bring back, the session token and the bearer token', async () => {
    expect(await receivedHeaders(everything)).toMatchObject({
      cookie:
        'ory_kratos_session=k; csrf_token_82b1=c; locale=fr; ory_session_abc=n; ory_kratos_continuity=t',
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

  test('no Cookie header is sent if none of the cookies belongs to the upstream', async () => {
    expect(await receivedHeaders(['Cookie: portal_csrf=p; theme=dark'])).not.toHaveProperty('cookie');
  });
});
