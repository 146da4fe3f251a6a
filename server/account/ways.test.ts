import { afterEach, describe, expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { createTypedFieldsCookie } from '../security/typedFields.ts';
import { appInProcess, browserHeaders } from '../../test/support/appInProcess.ts';
import { closeStand, deadUrl, fakeUpstream } from '../../test/support/gatewayStand.ts';
import { input, text as label } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';

const secret = 'a secret of thirty-two characters or more';

afterEach(closeStand);

const portalTo = (url: string, environment: Record<string, string> = {}): Express =>
  appInProcess({ KRATOS_PUBLIC_URL: url, ...environment });

/** A portal whose Kratos gives these answers by path, and 401 for any other path. */
async function portal(answers: Record<string, [status: number, body: object]> = {}): Promise<Express> {
  const kratos = await fakeUpstream((asked, response) => {
    const path = asked.url?.split('?')[0] ?? '';
    const [status, body] = answers[path] ?? [401, { error: { id: 'session_inactive', code: 401 } }];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  return portalTo(kratos.url, { COOKIE_SECRET: secret });
}

const session = 'ory_kratos_session=a';
const get = (app: Express, path: string, cookie = ''): request.Test =>
  request(app)
    .get(path)
    .set({ ...browserHeaders, ...(cookie && { Cookie: cookie }) });
const props = (html: string): Record<string, unknown> =>
  (
    JSON.parse(/<script[^>]*type="application\/json"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}') as {
      page?: { props: Record<string, unknown> };
    }
  ).page?.props ?? {};
/** A document without its data and texts for scripts. */
const body = (html: string): string => html.slice(0, html.indexOf('application/json'));

describe('an OAuth2 error', () => {
  const description = 'Your account is locked. Call 0900 1234.';

  test('is explained in the portal’s words; its own texts are in the closed details only', async () => {
    const app = await portal();
    const query = new URLSearchParams({ error: 'invalid_scope', error_description: description });
    const { text } = await get(app, `/error?${query.toString()}`).expect(400);
    const [before, details = ''] = body(text).split('<details');
    expect(before).toMatch(/<h1[^>]*>The application&#8217;s request failed</);
    expect(before).toContain('Please go back to the application and try again.');
    expect(before).not.toContain('404');
    expect(details.split('</details>')[0]).toContain('Call 0900 1234');
    expect(/<details[^>]* open/.exec(text)).toBeNull();
    const outside = (before ?? '') + (details.split('</details>')[1] ?? '');
    expect(outside.replace(/<[^>]*>/g, '')).not.toContain('0900');
  });

  test.each(['error=&error_description=a', 'error_description=a', 'error_hint=a', 'error='])(
    'is never a 404, whichever parameters are missing: %s',
    async (query) => {
      const app = await portal();
      const { text } = await get(app, `/error?${query}`).expect(400);
      expect(body(text)).toMatch(/<h1[^>]*>The application&#8217;s request failed</);
    },
  );

  test('is explained for an expired or used challenge, which the provider reports as a 500', async () => {
    const error = { code: 500, reason: 'Unable to accept OAuth 2.0 Login Challenge.' };
    const app = await portal({ '/self-service/errors': [200, { id: 'e', error }] });
    const { text } = await get(app, '/error?id=e').expect(400);
    expect(body(text)).toMatch(/<h1[^>]*>The application&#8217;s request failed</);
    expect(body(text)).toContain('This sign-in is no longer valid. Please go back to the application');
    expect(body(text)).not.toContain('Something went wrong on our side.');
  });

  test('is shown in the visitor’s language', async () => {
    const app = await portal();
    const answer = await get(app, '/error?error=access_denied').set('Accept-Language', 'de').expect(400);
    expect(body(answer.text)).toContain('Die Anwendung hat keinen Zugriff auf Ihr Konto erhalten.');
    expect(body(answer.text)).toMatch(/<pre[^>]*><code lang="en">/);
  });
});

describe('a session that has ended', () => {
  const login: [number, object] = [200, recordedFlow('login')];
  const answers = { '/self-service/login/browser': login };

  test.each([
    ['/settings', session, true],
    ['/settings?flow=f', '', true],
    ['/settings', '', false],
  ])(
    'is given as the reason why %s asks for a sign-in, if there was one (cookies: %j)',
    async (path, cookie, told) => {
      const app = await portal(answers);
      const { headers } = await get(app, path, cookie).expect(303);
      const location = new URL(headers.location ?? '', 'http://portal.test');
      expect([location.pathname, location.searchParams.get('return_to')]).toEqual(['/login', path]);
      const { text } = await get(app, location.pathname + location.search, cookie).expect(200);
      expect(body(text).includes('You are no longer signed in.')).toBe(told);
    },
  );

  test('is given as the reason when a logout redirects to the sign-in page', async () => {
    const app = await portal(answers);
    await get(app, '/logout', session).expect(303).expect('Location', '/login?ended=true');
  });
});

test.each(['ended', 'registered'])(
  '%s in a link is ignored where a session is only confirmed',
  async (reason) => {
    const app = await portal({
      '/self-service/login/browser': [200, recordedFlow('login-refresh-password')],
    });
    const { text } = await get(app, `/login?refresh=true&${reason}=true`, session).expect(200);
    expect(props(text)).not.toHaveProperty('notice');
  },
);

test('links of a sign-in for an application carry its request', async () => {
  const flow = { ...recordedFlow('login'), oauth2_login_challenge: 'c', return_to: undefined };
  const app = await portal({ '/self-service/login/browser': [200, flow] });
  const { text } = await get(app, '/login?login_challenge=c').expect(200);
  expect(props(text)).toMatchObject({
    signupUrl: '/registration?login_challenge=c',
    forgotPasswordUrl: `/recovery?return_to=${encodeURIComponent('http://portal.test/login?login_challenge=c')}`,
  });
});

describe('a sign-in that offers no way to sign in', () => {
  const nodes = recordedFlow('login').ui.nodes.filter(
    ({ attributes }) => 'type' in attributes && attributes.type === 'hidden',
  );
  const flow = { ...recordedFlow('login'), ui: { ...recordedFlow('login').ui, nodes } };
  const none = 'There is no way to sign in at the moment.';
  const page = async (shown: object): Promise<string> => {
    const app = await portal({ '/self-service/login/browser': [200, shown] });
    return body((await get(app, '/login').expect(200)).text);
  };

  test('says so', async () => {
    expect(await page(flow)).toContain(none);
    expect(await page(recordedFlow('login'))).not.toContain(none);
  });

  test('shows the provider’s message instead if there is one', async () => {
    const messages = [{ id: 5000003, type: 'error', text: 'No.' }];
    const shown = await page({ ...flow, ui: { ...flow.ui, messages } });
    expect(shown).toContain('Your organization requires single sign-on');
    expect(shown).not.toContain(none);
  });

  test('does not say so when a second factor is missing', async () => {
    expect(await page({ ...flow, requested_aal: 'aal2' })).not.toContain(none);
  });
});

test('a confirmation offers help with a forgotten password: a logout that goes on to the recovery', async () => {
  const flow = { ...recordedFlow('login-refresh-password'), return_to: '/settings', request_url: '' };
  const app = await portal({ '/self-service/login/browser': [200, flow] });
  const { text } = await get(app, '/login?refresh=true', session).expect(200);
  const { forgotPasswordUrl, logoutUrl } = props(text) as Record<string, string>;
  const next = (url = ''): string | null => new URL(url, 'http://portal.test').searchParams.get('next');
  expect(next(forgotPasswordUrl)).toBe('/recovery');
  expect(next(logoutUrl)).toBe('/login?return_to=%2Fsettings');
});

describe('the way to another second factor', () => {
  const codes = { made: '2026-01-31T12:00:00Z', sent: '2026-01-31T12:00:05Z' };
  const offered = (html: string): boolean => body(html).includes('Use another method');
  const sentLater = {
    ...recordedFlow('login-aal2-code-sent'),
    created_at: codes.made,
    updated_at: codes.sent,
  };
  const signIn = async (flow: object, cookie: string): Promise<request.Response> => {
    const app = await portal({ '/self-service/login/flows': [200, flow] });
    return get(app, `/login?flow=${sentLater.id}`, cookie).expect(200);
  };
  const cookieOf = ({ headers }: request.Response): string => {
    const set = (headers['set-cookie'] ?? []) as unknown as string[];
    return set.find((one) => one.startsWith('portal_only_method=')) ?? '';
  };

  test.each(['login-aal2-code', 'login-aal2-code-at-once'])(
    'is not shown if a mailed code is the only one, even on a page loaded after the code was requested (%s)',
    async (name) => {
      const first = await signIn({ ...recordedFlow(name), id: sentLater.id }, session);
      expect(offered(first.text)).toBe(false);
      expect(cookieOf(first)).toBe(`portal_only_method=${sentLater.id}; Path=/login; HttpOnly; SameSite=Lax`);
      const reloaded = await signIn(sentLater, `${session}; ${cookieOf(first).split(';')[0] ?? ''}`);
      expect(offered(reloaded.text)).toBe(false);
      expect(cookieOf(reloaded)).toBe('');
    },
  );

  test('is shown if there are others, even when another sign-in had only one', async () => {
    const first = await signIn(recordedFlow('login-aal2-every-method'), session);
    expect(cookieOf(first)).toBe('');
    expect(offered((await signIn(sentLater, session)).text)).toBe(true);
    expect(offered((await signIn(sentLater, `${session}; portal_only_method=another`)).text)).toBe(true);
  });
});

describe('a profile that was sent without scripts after the session had ended', () => {
  const flow = recordedFlow('settings');
  const typedFields = createTypedFieldsCookie({ secret, secure: false });
  const typed = (id: string): string =>
    `${session}; ${typedFields.keep(id, [['traits.name.first', 'Zoe']])?.split(';')[0] ?? ''}`;
  const visit = async (cookie: string, answer: [number, object] = [200, flow]): Promise<request.Response> => {
    const app = await portal({ '/self-service/settings/flows': answer });
    return get(app, `/settings?flow=${flow.id}`, cookie);
  };
  const isForgotten = ({ headers }: request.Response): boolean =>
    ((headers['set-cookie'] ?? []) as unknown as string[]).includes(typedFields.expired);

  test('is filled in once, and the page asks to submit it again', async () => {
    const answer = await visit(typed(flow.id));
    expect(body(answer.text)).toMatch(/<input[^>]*name="traits\.name\.first"[^>]*value="Zoe"/);
    expect(body(answer.text)).toContain('Please make your change once more.');
    expect(isForgotten(answer)).toBe(true);
  });

  test('leaves the profile as it is after a change of another section, and asks to submit that again', async () => {
    const cookie = typedFields.keep(flow.id, [])?.split(';')[0] ?? '';
    const asServed = body((await visit(session)).text);
    const answer = body((await visit(`${session}; ${cookie}`)).text);
    expect(answer).toContain('Please make your change once more.');
    const inputs = (html: string): string[] => html.match(/<input[^>]*name="traits[^>]*>/g) ?? [];
    expect(inputs(answer)).toEqual(inputs(asServed));
  });

  test('is not filled into another flow, and its cookie is deleted', async () => {
    const answer = await visit(typed('another'));
    expect(answer.text).not.toContain('Zoe');
    expect(body(answer.text)).not.toContain('Please make your change once more.');
    expect(isForgotten(answer)).toBe(true);
  });

  test('is not shown to anybody whom the provider refuses the flow', async () => {
    const error = { id: 'security_identity_mismatch', code: 403, reason: 'x' };
    expect((await visit(typed(flow.id), [403, { error }])).text).not.toContain('Zoe');
  });

  test('deletes no cookie when there was none', async () => {
    expect(isForgotten(await visit(session))).toBe(false);
  });
});

describe('a settings flow of before the sign-in', () => {
  const flow = { ...recordedFlow('settings'), issued_at: '2026-01-01T10:00:00Z' };
  const token = (value: string) => input('default', 'csrf_token', 'hidden', { value });
  const visit = async (authenticatedAt: string): Promise<string> => {
    const withNodes = { ...flow, ui: { ...flow.ui, nodes: [token('former'), ...fields] } };
    const newer = { ...flow, id: 'newer', ui: { ...flow.ui, nodes: [token('present'), ...fields] } };
    const app = await portal({
      '/self-service/settings/flows': [200, withNodes],
      '/self-service/settings/browser': [200, newer],
      '/sessions/whoami': [
        200,
        { id: 's1', active: true, authenticated_at: authenticatedAt, identity: { id: 'i1', traits: {} } },
      ],
    });
    return body((await get(app, `/settings?flow=${flow.id}`, session).expect(200)).text);
  };
  const fields = flow.ui.nodes.filter(
    ({ attributes }) => !('name' in attributes) || attributes.name !== 'csrf_token',
  );

  test('is shown with the token that the browser has since', async () => {
    const html = await visit('2026-01-01T10:00:01Z');
    expect(html).toContain('value="present"');
    expect(html).not.toContain('value="former"');
    expect(html).toContain(flow.ui.action.replaceAll('&', '&amp;'));
  });

  test('and no other one', async () => {
    const html = await visit('2026-01-01T09:59:59Z');
    expect(html).toContain('value="former"');
    expect(html).not.toContain('value="present"');
  });
});

describe('from a confirmation', () => {
  const ways = async (returnTo: string): Promise<(string | null)[]> => {
    const flow = { ...recordedFlow('login-refresh-password'), return_to: returnTo, request_url: '' };
    const app = await portal({ '/self-service/login/browser': [200, flow] });
    const { text } = await get(app, '/login?refresh=true', session).expect(200);
    const { forgotPasswordUrl, logoutUrl } = props(text) as Record<string, string>;
    return [forgotPasswordUrl, logoutUrl].map((url) =>
      new URL(url ?? '', 'http://portal.test').searchParams.get('next'),
    );
  };
  const encoded = encodeURIComponent;

  test('of a change, which only the same session can continue, a sign-in returns to the settings', async () => {
    expect(await ways('http://portal.test/self-service/settings?flow=f')).toEqual([
      '/recovery',
      `/login?return_to=${encoded('http://portal.test/settings')}`,
    ]);
  });

  test('a recovery, which ends in the settings, returns to where the settings would', async () => {
    const settings = '/settings?return_to=https%3A%2F%2Fapp.example%2F';
    expect(await ways(settings)).toEqual([
      `/recovery?return_to=${encoded('https://app.example/')}`,
      `/login?return_to=${encoded(settings)}`,
    ]);
  });

  test('a recovery returns to any other page', async () => {
    const [recovery] = await ways('http://portal.test/?a=b');
    expect(recovery).toBe(`/recovery?return_to=${encoded('http://portal.test/?a=b')}`);
  });
});

describe('a logout leads on', () => {
  test.each([
    ['/recovery?return_to=%2Fsettings', 'http://portal.test/recovery?return_to=%2Fsettings'],
    ['/login?login_challenge=c', 'http://portal.test/login?login_challenge=c'],
    ['/settings', '/login?ended=true'],
    ['', '/login?ended=true'],
  ])('to %j: %s', async (next, location) => {
    const app = await portal();
    await request(app).post('/logout').type('form').send({ next }).expect(303).expect('Location', location);
  });

  test('to no other site', async () => {
    const app = await portal();
    await request(app).post('/logout').type('form').send({ next: 'https://evil.example/login' }).expect(400);
    await get(app, '/logout?next=//evil.example/recovery', session).expect(400);
  });
});

describe('a mailed link', () => {
  const sent = recordedFlow('verification-sent');
  const filledIn = {
    ...sent,
    ui: {
      ...sent.ui,
      nodes: sent.ui.nodes.map((node) =>
        'name' in node.attributes && node.attributes.name === 'code'
          ? { ...node, attributes: { ...node.attributes, value: '123456' } }
          : node,
      ),
    },
  };

  test.each([
    ['whose code is filled in says that one press is left', filledIn, true],
    ['without its code says that a mail has been sent', sent, false],
  ])('%s', async (_what, flow, press) => {
    const app = await portal({ '/self-service/verification/flows': [200, flow] });
    const { text } = await get(app, `/verification?flow=${flow.id}`).expect(200);
    expect(body(text).includes('Only press the button below')).toBe(press);
    expect(/An email containing a verification \w+ has been sent/.test(body(text))).toBe(!press);
  });

  test('whose code was refused does not say that only the button is left to press', async () => {
    const refusal = { id: 4070006, type: 'error', text: 'The code is invalid.' };
    const refused = { ...filledIn, ui: { ...filledIn.ui, messages: [refusal] } };
    const app = await portal({ '/self-service/verification/flows': [200, refused] });
    const { text } = await get(app, `/verification?flow=${filledIn.id}`).expect(200);
    expect(body(text)).toContain('The verification code is invalid');
    expect(body(text)).not.toContain('Only press the button below');
  });

  describe.each(['recovery', 'verification'])('for a %s', (link) => {
    const errorOf = (reason: string): Promise<Express> =>
      portal({ '/self-service/errors': [200, { id: 'e', error: { code: 404, reason } }] });

    test.each([
      `The ${link} request could not be found. Please restart the flow.`,
      'The flow query parameter is missing or malformed.',
    ])('whose flow has expired or whose URL is truncated starts again: %s', async (reason) => {
      const app = await errorOf(reason);
      await get(app, `/error?id=e&link=${link}`).expect(303).expect('Location', `/${link}?flow=none`);
      await get(app, '/error?id=e').expect(404);
      await get(app, '/error?id=e&link=settings').expect(404);
    });

    test('with any other error shows the error', async () => {
      await get(await errorOf('x'), `/error?id=e&link=${link}`).expect(404);
    });
  });

  test('after a registration says that the account has been created', async () => {
    const app = await portal({ '/self-service/verification/flows': [200, sent] });
    const { text } = await get(app, `/verification?flow=${sent.id}&registered=true`).expect(200);
    expect(body(text)).toContain('Your account has been created.');
  });

  test('that waits for a verification link says that a mail was sent, even if the provider does not', async () => {
    const silent = { ...sent, active: 'link', ui: { ...sent.ui, messages: [] } };
    const app = await portal({ '/self-service/verification/flows': [200, silent] });
    const { text } = await get(app, `/verification?flow=${sent.id}`).expect(200);
    expect(body(text)).toContain('An email containing a verification link has been sent');
  });

  test('that verifies by a link has the address filled in that the link was sent to', async () => {
    const nodes = [
      input('link', 'email', 'email', { required: true }, label(1070007, 'Email')),
      input('link', 'method', 'submit', { value: 'link' }, label(1070009, 'Continue')),
      input('code', 'email', 'submit', { value: 'ann@acme.example' }, label(1070008, 'Resend code')),
    ];
    const silent = { ...sent, active: 'link', ui: { ...sent.ui, messages: [], nodes } };
    const app = await portal({ '/self-service/verification/flows': [200, silent] });
    const { text } = await get(app, `/verification?flow=${sent.id}`).expect(200);
    expect(body(text)).toMatch(/<input[^>]*name="email"[^>]*value="ann@acme\.example"/);
    expect(body(text)).not.toContain('Resend code');
  });
});

describe('an identity service that does not answer', () => {
  test('in time is reported on the card, with the time limit in the details', async () => {
    const kratos = await fakeUpstream(() => undefined);
    const app = portalTo(kratos.url, { PROVIDER_TIMEOUT_MS: '50' });
    for (const path of ['/login', '/error?id=e1']) {
      const { text } = await get(app, path).expect(504);
      expect(body(text)).toContain('The service took too long to answer.');
      expect(/<details.*<\/details>/s.exec(text)?.[0]).toContain('timeout of 50 ms exceeded');
    }
  });

  test('keeps the home page from offering a registration to somebody who may have a session', async () => {
    const app = portalTo(await deadUrl());
    const { text } = await get(app, '/', session).expect(200);
    expect(body(text)).toContain('we cannot tell whether you are signed in');
    expect(body(text)).not.toContain('Create an account');
    expect(body((await get(app, '/')).text)).toContain('Create an account');
  });
});

describe('a browser without cookies', () => {
  test('is told that it needs cookies when the provider refused its form', async () => {
    const error = { id: 'security_csrf_violation', code: 403, reason: 'x' };
    const app = await portal({ '/self-service/errors': [200, { id: 'e', error }] });
    expect(body((await get(app, '/error?id=e')).text)).toContain(
      'This site needs cookies, and your browser sent none.',
    );
    expect(body((await get(app, '/error?id=e', 'a=b')).text)).not.toContain('your browser sent none.');
  });

  test('is told that it needs cookies when the portal refused its form', async () => {
    const app = await portal();
    const answer = await request(app)
      .post('/preferences')
      .set(browserHeaders)
      .type('form')
      .send({ theme: 'dark' });
    expect(answer.status).toBe(403);
    expect(body(answer.text)).toContain('This site needs cookies, and your browser sent none.');
  });
});
