import { describe, expect, test } from '@jest/globals';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import { gatewayTo } from '../../test/support/selfClosingGateway.ts';
import { atService, createTypedFieldsCookie, type TypedFields } from '../security/cookies/pageCookies.ts';

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
