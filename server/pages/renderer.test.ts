import { describe, expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { appInProcess, browserHeaders, portalUrl } from '../../test/support/appInProcess.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { fakeUpstream, type FakeUpstream } from '../../test/support/selfClosingGateway.ts';
import { cookiesSet, getPage, markup, portalWith, sessionCookie } from '../../test/support/servedPage.ts';

/** A portal whose Kratos answers every call with 404, and records the requests. */
async function portal(
  environment: Record<string, string> = {},
): Promise<{ app: Express; kratos: FakeUpstream }> {
  const kratos = await fakeUpstream((received, response) => {
    if (received.url?.startsWith('/self-service/errors') === true)
      response.setHeader('Content-Type', 'application/json').end('{"id":"e1","error":{"code":400}}');
    else response.writeHead(404).end('{}');
  });
  return { app: appInProcess({ KRATOS_PUBLIC_URL: kratos.url, ...environment }), kratos };
}

describe('the portal’s own calls', () => {
  const everything = {
    ...browserHeaders,
    Cookie:
      'ory_kratos_session=a; portal_csrf=b; locale=fr; csrf_token_1=c; shop=d; ory_hydra_session=e; ory_kratos_continuity=f',
    'Cf-IpCity': 'Atlantis',
    'X-Forwarded-For': '6.6.6.6',
    'X-Session-Token': 'x',
    Authorization: 'Bearer x',
    Traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };

  test.each(['/', '/login', '/settings', '/logout', '/error?id=e1'])(
    'for %s carry only those of the browser’s cookies that are Kratos’ or come back with its web hooks, and their own trace id',
    async (path) => {
      const { app, kratos } = await portal();
      await request(app).get(path).set(everything);
      expect(kratos.received.length).toBeGreaterThan(0);
      for (const { headers } of kratos.received) {
        const { host, connection, traceparent, cookie, ...rest } = headers;
        expect([host, connection]).toEqual([new URL(kratos.url).host, 'keep-alive']);
        expect(rest).toEqual({
          accept: 'application/json',
          'accept-encoding': 'identity',
          'x-forwarded-host': 'portal.test',
          'x-forwarded-proto': 'http',
        });
        expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
        expect(traceparent).not.toContain('0af7651916cd43dd');
        const own = 'ory_kratos_session=a; locale=fr; csrf_token_1=c; ory_kratos_continuity=f';
        // errors are fetched without cookies: whoever knows the id may see one
        expect(cookie).toBe(path.startsWith('/error') && cookie === undefined ? undefined : own);
      }
    },
  );
});

describe('a browser that sends the session cookie twice', () => {
  const twice = { ...browserHeaders, Cookie: 'ory_kratos_session=a; ory_kratos_session=b' };

  test('counts as signed out, and the page says what to do', async () => {
    const { app, kratos } = await portal();
    const answer = await request(app).get('/').set(twice).expect(200);
    expect(kratos.received).toEqual([]);
    expect(answer.text).toContain('Your browser sent the same cookie twice for this site.');
    expect(answer.headers['set-cookie']).toEqual(
      expect.arrayContaining([
        'ory_kratos_session=; Path=/; Max-Age=0',
        'ory_kratos_session=; Path=/; Domain=portal.test; Max-Age=0',
      ]),
    );
  });

  test('cannot end a session with a post', async () => {
    const { app, kratos } = await portal();
    const ends = {
      '/logout': '/login?ended=true',
      '/settings/sessions': '/login?return_to=http%3A%2F%2Fportal.test%2Fsettings%23sessions&ended=true',
    };
    for (const [path, location] of Object.entries(ends))
      await request(app).post(path).set(twice).expect(303).expect('Location', location);
    expect(kratos.received).toEqual([]);
  });
});

describe('the address of a signed-in user', () => {
  const signedInAs = (traits: object) =>
    portalWith({ '/sessions/whoami': [200, { id: 's1', active: true, identity: { id: 'ada', traits } }] });
  const ofAda = { email: 'ada@example.org' };
  /** Returns the cookie that a page leaves in a signed-in user's browser. */
  const addressCookie = async (traits: object, cookie = ''): Promise<string | undefined> => {
    const answer = await getPage(await signedInAs(traits), '/', `${sessionCookie}; ${cookie}`);
    return cookiesSet(answer).find((line) => line.startsWith('portal_last_address='));
  };
  const pair = (line = ''): string => line.split(';')[0] ?? '';

  test('is kept, encrypted, and is in the HTML of the next sign-in', async () => {
    const line = await addressCookie(ofAda);
    expect(line).not.toContain('ada');
    const app = await portalWith({ '/self-service/login/browser': [200, recordedFlow('login')] });
    const { text } = await getPage(app, '/login', pair(line)).expect(200);
    expect(markup(text)).toMatch(/<input[^>]* value="ada@example.org"/);
    expect(await addressCookie(ofAda, pair(line))).toBeUndefined();
  });

  test('is deleted by an account that has none', async () => {
    const before = pair(await addressCookie(ofAda));
    expect(await addressCookie({}, before)).toContain('Max-Age=0');
  });
});

describe('with REMEMBER_METHOD=off', () => {
  test('earlier cookies are deleted, and none is set', async () => {
    const { app } = await portal({ REMEMBER_METHOD: 'off' });
    const cookies = async (Cookie: string): Promise<string> => {
      const { headers } = await request(app)
        .get('/')
        .set({ ...browserHeaders, Cookie });
      return String(headers['set-cookie']);
    };
    const both = await cookies('portal_methods=passkey; portal_last_address=a');
    expect(both).toContain('portal_methods=; Path=/; Max-Age=0');
    expect(both).toContain('portal_last_address=; Path=/; Max-Age=0');
    expect(await cookies('theme=dark')).not.toMatch(/portal_methods|portal_last_address/);
  });
});

describe('the link back from an error', () => {
  const backFrom = async (referer: string): Promise<string | undefined> => {
    const { app } = await portal();
    const { text } = await request(app)
      .get('/error?id=e1')
      .set({ ...browserHeaders, Referer: referer });
    return /"backUrl":"([^"]*)"/.exec(text)?.[1];
  };

  test('leads to the portal’s page that the browser came from', async () => {
    expect(await backFrom(`${portalUrl}/settings?a=b`)).toBe('/settings?a=b');
  });

  test.each([
    `${portalUrl}//evil.example`,
    `${portalUrl}/\\evil.example`,
    `${portalUrl}/a/..//evil.example`,
    'https://evil.example/a',
    '//evil.example',
  ])('never leads to another site, as from %s', async (referer) => expect(await backFrom(referer)).toBe('/'));
});

test('images of other origins are allowed on pages of flows where a setting names their origin', async () => {
  const kratos = await fakeUpstream((_received, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(recordedFlow('login')));
  });
  const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url, IMAGE_ORIGINS: 'https://images.example' });
  const policyOf = async (path: string): Promise<string> =>
    String((await getPage(app, path)).headers['content-security-policy']);
  expect(await policyOf('/login')).toMatch(/img-src [^;]* https:\/\/images\.example/);
  expect(await policyOf('/accessibility')).not.toContain('images.example');
});
