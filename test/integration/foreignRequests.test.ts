import { describe, expect, test } from '@jest/globals';
import { caused, fromOtherSite } from '../support/otherSite.ts';
import { statusesOf, times } from '../support/statuses.ts';
import { readsPerMinute, useLimitedPortal } from '../support/useLimitedPortal.ts';

const { stack, newAddress, client, account, signIn } = useLimitedPortal();

/** Sends a request that a page of another site causes, from a client's IP address. */
const cause = (
  how: keyof typeof fromOtherSite,
  address: string,
  path: string,
  form?: Record<string, string>,
) => caused(stack().url + path, { ...fromOtherSite[how], 'X-Forwarded-For': address }, form);

const uses = Object.keys(fromOtherSite) as (keyof typeof fromOtherSite)[];
const links = ['link'] as const;
const posts = ['form', 'olderForm'] as const;

describe('a request that another site causes', () => {
  test.each(uses.filter((how) => ![...links, ...posts].includes(how as never)))(
    'is refused and does not count against the limits: %s',
    async (how) => {
      const address = newAddress();
      for (const path of [
        '/',
        '/login',
        '/settings',
        '/nowhere',
        '/self-service/login/browser',
        '/self-service/login?flow=a',
        '/self-service/verification?flow=a&code=123456',
        '/self-service/methods/oidc/callback/acme?code=a',
        '/sessions/whoami',
        '/api/csrf',
        '/admin/identities',
      ]) {
        const { status, text } = await cause(how, address, path);
        expect([path, status, text]).toEqual([path, 403, expect.stringContaining('cross_origin')]);
      }
      expect(await statusesOf(readsPerMinute + 10, () => cause(how, address, '/login'))).toEqual(
        times(readsPerMinute + 10, 403),
      );
      expect((await client(address).call('/login')).status).toBe(200);
    },
  );

  test.each(uses.filter((how) => !links.includes(how as never)))(
    'is refused and does not count against the limits, as a post: %s',
    async (how) => {
      const address = newAddress();
      for (const path of [
        '/preferences',
        '/logout',
        '/device',
        '/consent',
        '/settings/sessions',
        '/nowhere',
        '/self-service/login?flow=a',
        '/self-service/recovery?flow=a',
      ])
        expect([path, (await cause(how, address, path, { a: 'b' })).status]).toEqual([path, 403]);
      const post = () => cause(how, address, '/preferences', { theme: 'dark' });
      expect(await statusesOf(70, post)).toEqual(times(70, 403));
      const own = await client(address).call('/preferences', { method: 'POST' });
      expect(own.headers.get('ratelimit')).toContain('remaining=59');
    },
  );

  test('counts, if it is a link, separately from the other requests of its IP address', async () => {
    const address = newAddress();
    const visits = await statusesOf(readsPerMinute + 10, () =>
      cause('link', address, '/self-service/login/browser'),
    );
    expect(visits).toEqual([...times(readsPerMinute, 303), ...times(10, 429)]);
    expect((await client(address).call('/login')).status).toBe(200);
    // and vice versa
    const other = newAddress();
    await statusesOf(readsPerMinute + 5, () => client(other).call('/self-service/login/browser'));
    expect((await client(other).call('/login')).status).toBe(429);
    expect((await cause('link', other, '/login')).status).toBe(200);
  });

  test('does not use up the attempts of somebody who types a code, if it is a link with a code', async () => {
    const victim = await account();
    const mallory = client();
    const theirs = await mallory.start('verification');
    await mallory.submit('verification', theirs, { method: 'code', email: victim.email });
    const address = newAddress();
    await statusesOf(60, () =>
      cause('link', address, `/self-service/verification?flow=${theirs.id}&code=000000`),
    );
    const visitor = client(address);
    const own = await visitor.start('verification');
    await visitor.submit('verification', own, { method: 'code', email: victim.email });
    const typed = await visitor.submit('verification', own, { method: 'code', code: '000000' });
    expect(typed.status).toBe(200);
  });

  test('is let through where other sites take part in the protocol, or may link', async () => {
    const address = newAddress();
    const callback = '/self-service/methods/oidc/callback/apple';
    for (const how of posts)
      expect((await cause(how, address, callback, { state: 'a', code: 'b' })).status).not.toBe(403);
    for (const path of [
      `${callback}?state=a&code=b`,
      '/self-service/recovery?flow=00000000-0000-4000-8000-000000000000&token=a',
      '/self-service/verification?flow=00000000-0000-4000-8000-000000000000&code=123456',
      '/login?return_to=/settings',
      '/accessibility',
    ])
      expect([path, (await cause('link', address, path)).status]).not.toEqual([path, 403]);
    // an application may renew its tokens in a frame; Hydra's challenge identifies such a request
    expect((await cause('frame', address, '/login?login_challenge=a')).status).not.toBe(403);
    expect((await cause('frame', address, '/login?a=login_challenge')).status).toBe(403);
  });
});

describe('a link to a form', () => {
  const forbidden = [
    'identifier=ada@example.org',
    'identifier=ada@example.org&code=123456',
    '%69dentifier=ada%40example.org',
    'password_identifier=a',
    'password=a',
    'totp_code=123456',
    'totp%5Fcode=123456',
    'lookup_secret=abcdefgh',
    'method=password',
    'email=ada@example.org',
    'traits.email=ada@example.org',
    'traits%2Eemail=ada@example.org',
    'traits%5Bemail%5D=a',
    'csrf_token=a',
    'resend=code',
    'FLOW=a',
    '=a',
  ];

  test.each(['login', 'registration', 'recovery', 'verification', 'settings'])(
    'of %s may carry no credentials or identifiers, whoever follows it',
    async (kind) => {
      const isMailed = kind === 'recovery' || kind === 'verification';
      for (const query of [...forbidden, ...(isMailed ? [] : ['code=123456', 'token=a'])])
        for (const headers of [{ Accept: 'text/html' }, fromOtherSite.link]) {
          const { status, text } = await caused(
            `${stack().url}/self-service/${kind}?flow=a&${query}`,
            headers,
          );
          expect([query, status, text]).toEqual([
            query,
            400,
            expect.stringContaining('parameter_not_allowed'),
          ]);
        }
    },
  );

  test('redirects to the page of the flow that it names', async () => {
    const who = client();
    const flow = await who.start('login');
    const answer = await who.call(`/self-service/login?flow=${flow.id}`, {
      headers: { Accept: 'text/html' },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${stack().url}/login?flow=${flow.id}`);
  });
});

describe('at an IP address whose limits are used up', () => {
  test('a signed-in person can continue', async () => {
    const address = newAddress();
    const person = client();
    expect(await signIn(person, await account())).toBe(200);
    const there = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
      person.call(path, { ...init, headers: { 'x-forwarded-for': address, ...headers } });
    await statusesOf(61, () => client(address).call('/preferences', { method: 'POST' }));
    await statusesOf(readsPerMinute + 1, () => client(address).call('/self-service/login/browser'));
    expect((await client(address).call('/login')).status).toBe(429);
    expect((await there('/settings')).status).toBe(200);
    const { token } = (await (await there('/api/csrf')).json()) as { token: string };
    const post = await there('/preferences', { method: 'POST' }, { 'X-CSRF-Token': token });
    expect(post.status).toBe(303);
  });

  test('a made-up session cannot', async () => {
    const address = newAddress();
    await statusesOf(readsPerMinute + 1, () => client(address).call('/self-service/login/browser'));
    const headers = { cookie: 'ory_kratos_session=MTIzNDU2Nzg5' };
    for (const path of ['/login', '/settings', '/'])
      expect((await client(address).call(path, { headers })).status).toBe(429);
  });
});
