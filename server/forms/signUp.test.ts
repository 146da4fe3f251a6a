import { describe, expect, test } from '@jest/globals';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import { gatewayTo } from '../../test/support/selfClosingGateway.ts';
import { atService, createTypedFieldsCookie, type TypedFields } from '../security/cookies/pageCookies.ts';
import { createSignUpCookie, signUpHash } from '../security/cookies/signUpCookie.ts';
import type { Identities } from '../upstreams/identities.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';

const portalUrl = 'https://portal.example';
const typedFields = createTypedFieldsCookie({ secret: 'a secret', portalUrl });
const again = `${portalUrl}/registration?flow=f1`;
const form = new URLSearchParams([
  ['csrf_token', 't'],
  ['method', 'password'],
  ['password', 'lub-dub-lub-dub'],
  ['traits.email', 'ann@acme.example'],
  ['traits.name.first', 'Ann'],
  ['traits.name.last', ''],
  ['traits.tos', 'true'],
]).toString();

/** Submits a sign-up, and returns the cookies that the answer sets. */
async function cookiesAfter(
  answer: [status: number, headers?: Record<string, string>],
  headers: Record<string, string> = {},
  body: string | null = form,
  path = '/self-service/registration?flow=f1',
): Promise<string[]> {
  const { url } = await gatewayTo(
    'kratosPublic',
    (_request, response) => response.writeHead(...answer).end('{}'),
    { typedFields },
  );
  const { headers: received } = await fetch(url + path, {
    method: body === null ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  return received.getSetCookie();
}

const asScript = { Accept: 'application/json', 'Content-Type': 'application/json' };

describe('what was typed into a sign-up', () => {
  const typedAfter = async (...sent: Parameters<typeof cookiesAfter>): Promise<TypedFields | undefined> =>
    typedFields.read((await cookiesAfter(...sent)).join('; '), 'f1');

  test('is kept if the sign-up is refused without scripts, except the password and the token', async () => {
    expect(await typedAfter([303, { Location: again }])).toEqual([
      ['traits.email', 'ann@acme.example'],
      ['traits.name.first', 'Ann'],
      ['traits.name.last', ''],
      ['traits.tos', 'true'],
    ]);
  });

  test('is kept from a script’s sign-up that goes on to a mailed code, for those who mistyped the address', async () => {
    const body = '{"traits":{"email":"ann@acme.example","tos":true}}';
    expect(await typedAfter([400], asScript, body)).toEqual([
      ['traits.email', 'ann@acme.example'],
      ['traits.tos', 'true'],
    ]);
  });

  describe('with a social account', () => {
    const social = `${form}&provider=acme`;
    const leaving: [number, Record<string, string>][] = [
      [303, { Location: 'https://acme.example/auth' }],
      [422, {}],
    ];

    test.each(leaving)('is kept for the verification that follows (%i)', async (...answer) => {
      const kept = (await cookiesAfter(answer, {}, social)).map(cookiePair);
      const Cookie = ['csrf_token_a=b', ...kept].join('; ');
      const verification: [number, Record<string, string>] = [
        303,
        { Location: `${portalUrl}/verification?flow=v1` },
      ];
      const callback = '/self-service/methods/oidc/callback/acme?code=c&state=s';
      const cookies = await cookiesAfter(verification, { Cookie }, null, callback);
      expect(typedFields.read(cookies.join('; '), 'v1')).toHaveLength(4);
    });

    test('is forgotten if a sign-in comes between', async () => {
      const Cookie = (await cookiesAfter([422], {}, social)).map(cookiePair).join('; ');
      expect(typedFields.read(Cookie, atService)).toHaveLength(4);
      const cookies = await cookiesAfter([422], { Cookie }, 'provider=acme', '/self-service/login?flow=f2');
      expect(cookies).toContain(typedFields.forget(Cookie));
    });
  });

  test('is kept however the form’s type is written', async () => {
    const headers = { 'Content-Type': 'Application/X-WWW-Form-URLEncoded; charset=UTF-8' };
    expect(await typedAfter([303, { Location: again }], headers)).toHaveLength(4);
  });

  test('is kept only for its flow', async () => {
    const cookies = (await cookiesAfter([303, { Location: again }])).join('; ');
    expect(typedFields.read(cookies, 'f2')).toBeUndefined();
  });

  test('is kept for the new flow if its own has expired', async () => {
    const location = `${portalUrl}/registration?flow=f2`;
    const cookies = (await cookiesAfter([303, { Location: location }])).join('; ');
    expect(typedFields.read(cookies, 'f2')).toHaveLength(4);
    expect(typedFields.read(cookies, 'f1')).toBeUndefined();
  });

  test.each<[string, Parameters<typeof cookiesAfter>]>([
    ['that succeeds', [[303, { Location: `${portalUrl}/verification?flow=v1` }]]],
    ['that another site sends', [[303, { Location: again }], { 'Sec-Fetch-Site': 'cross-site' }]],
  ])('is not kept from a sign-up %s', async (_what, sent) => {
    expect(await typedAfter(...sent)).toBeUndefined();
  });

  test.each<[string, Parameters<typeof cookiesAfter>]>([
    ['the account exists', [[303, { Location: `${portalUrl}/` }]]],
    ['a script’s sign-up has created the account', [[200], asScript, '{}']],
  ])('is forgotten once %s', async (_what, [answer, headers, body]) => {
    const kept = typedFields.keep('f1', [['traits.name.first', 'Ann']])?.split(';')[0] ?? '';
    const cookies = await cookiesAfter(answer, { ...headers, Cookie: kept }, body);
    expect(cookies).toContain(typedFields.forget(kept));
  });
});

describe('a note that the account exists', () => {
  const isNoted = async (...sent: Parameters<typeof cookiesAfter>): Promise<boolean> =>
    (await cookiesAfter(...sent)).some((line) => line.startsWith('__Host-portal_registered=1;'));

  test.each<[boolean, string, Parameters<typeof cookiesAfter>]>([
    [true, 'a script’s sign-up without a session', [[200], asScript, '{}']],
    [true, 'a browser’s sign-up that leads home without a session', [[303, { Location: `${portalUrl}/` }]]],
    [
      false,
      'a sign-up that opens a session',
      [[200, { 'Set-Cookie': 'ory_kratos_session=a; Path=/' }], asScript, '{}'],
    ],
    [false, 'a script’s refused sign-up', [[400], asScript, '{}']],
    [false, 'a browser’s refused sign-up', [[303, { Location: again }]]],
  ])('is left (%s) after %s', async (noted, _what, sent) => {
    expect(await isNoted(...sent)).toBe(noted);
  });
});

describe('a sign-up that corrects the address of one from this browser', () => {
  const secrets = { secret: 'a secret', portalUrl };
  const signUp = createSignUpCookie(secrets);
  const address = 'ann@acme.exampel';
  const cookie = cookiePair(signUp.keep('id', { flow: 'v1', method: 'oidc.acme', address }) ?? '');
  const account = {
    id: 'a1',
    state: 'active',
    created_at: new Date().toISOString(),
    metadata_admin: {
      portal: { addresses: [], confirmed: [], known: [], signUp: signUpHash('portal_sign_up_id=id') },
    },
    verifiable_addresses: [{ value: address, verified: false }],
  };
  const verification = JSON.stringify({
    continue_with: [{ action: 'show_verification_ui', flow: { id: 'v2' } }],
  });

  /** Submits a sign-up, and returns the accounts that were deleted, the audit lines, and the cookies that the answer sets. */
  async function corrected(
    [status, answered, answerHeaders = {}]: [number, string, Record<string, string>?],
    headers: Record<string, string> = {},
    remove: Identities['remove'] = () => Promise.resolve(),
  ) {
    const removed: string[] = [];
    const identities = {
      signingInWith: (identifier: string) => Promise.resolve(identifier === address ? [account] : []),
      sessions: () => Promise.resolve([]),
      remove: (id: string) => {
        removed.push(id);
        return remove(id);
      },
    };
    const { url, audited } = await gatewayTo(
      'kratosPublic',
      (_request, response) => response.writeHead(status, answerHeaders).end(answered),
      { signUp, identities },
    );
    const answer = await fetch(`${url}/self-service/registration?flow=f1`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        ...asScript,
        Cookie: cookie,
        Referer: `${portalUrl}/registration?correct=v1`,
        Origin: portalUrl,
        ...headers,
      },
      body: '{"method":"oidc","provider":"acme"}',
    });
    await answer.text();
    return { status: answer.status, removed, audited, set: answer.headers.getSetCookie() };
  }

  test.each<[string, Parameters<typeof corrected>[0], Record<string, string>]>([
    ['leads to a social provider', [422, '{}'], {}],
    [
      'leads there without scripts',
      [303, '', { Location: 'https://acme.example/auth' }],
      { Accept: 'text/html' },
    ],
    ['goes on to the verification of an address', [200, verification], {}],
    ['signs in', [200, '{}', { 'Set-Cookie': 'ory_kratos_session=s; Path=/' }], {}],
  ])('gives up its account once it %s, which is audited', async (_what, answer, headers) => {
    const { removed, audited, set } = await corrected(answer, headers);
    expect(removed).toEqual(['a1']);
    expect(audited).toMatchObject([
      { audit: 'deleteIdentity', target: { id: 'a1' }, caller: { by: 'signUp' }, status: 204 },
    ]);
    expect(set).toContain(signUp.expired);
  });

  test.each<[string, Parameters<typeof corrected>[0], Record<string, string>]>([
    ['is refused', [400, '{}'], {}],
    ['is refused without scripts', [303, '', { Location: again }], { Accept: 'text/html' }],
    ['fails', [303, '', { Location: `${portalUrl}/error?id=e` }], { Accept: 'text/html' }],
    ['another site sends', [422, '{}'], { Origin: 'https://elsewhere.example' }],
    ['corrects nothing', [422, '{}'], { Referer: `${portalUrl}/registration` }],
    ['corrects another sign-up', [422, '{}'], { Referer: `${portalUrl}/registration?correct=v2` }],
    ['comes from a page elsewhere', [422, '{}'], { Referer: 'https://elsewhere.example/?correct=v1' }],
    ['another browser sends', [422, '{}'], { Cookie: 'a=b' }],
  ])('keeps it if the form %s', async (_what, answer, headers) => {
    const { removed, audited } = await corrected(answer, headers);
    expect(removed).toEqual([]);
    expect(audited).toEqual([]);
  });

  test('goes on where the provider does not delete it, and the audit says so', async () => {
    const { status, audited, set } = await corrected([422, '{}'], {}, () => Promise.reject(upstreamFailed()));
    expect(status).toBe(422);
    expect(audited).toMatchObject([{ audit: 'deleteIdentity', outcome: 'aborted' }]);
    expect(set).not.toContain(signUp.expired);
  });
});
