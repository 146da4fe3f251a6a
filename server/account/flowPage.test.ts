import { expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { session } from '../../test/support/oauth2Harness.ts';
import { cookiesSet, sessionCookie } from '../../test/support/servedPage.ts';
import {
  answersWith,
  answerTo,
  pairOf,
  secrets,
  shownPage,
  type KratosAnswers,
} from '../../test/support/shownPage.ts';
import { createFlowAddress } from '../security/cookies/pageCookies.ts';

const login = recordedFlow('login');

test.each([
  ['/settings', sessionCookie, true],
  ['/settings?flow=f', '', true],
  ['/settings', '', false],
])(
  'a redirect from %s (cookies: %j) to the sign-in says that the session has ended: %s',
  async (path, cookie, saysEnded) => {
    const { headers } = await answerTo(path, {}, cookie);
    const location = new URL(headers.location ?? '', 'http://portal.test');
    expect([location.pathname, location.searchParams.get('return_to')]).toEqual(['/login', path]);
    const { html } = await shownPage(
      location.pathname + location.search,
      answersWith('login', login),
      cookie,
    );
    expect(html.includes('You are no longer signed in.')).toBe(saysEnded);
  },
);

test('a sign-in flow that the provider refuses starts over and says so, or goes on without it if the browser has signed in since', async () => {
  const refused = answersWith('login', login, {
    '/self-service/login/flows': [403, { error: { id: 'security_csrf_violation', code: 403 } }],
    '/sessions/whoami': [200, session],
  });
  const path = '/login?login_challenge=c1&flow=f';
  expect((await shownPage(path, refused)).html).toContain('This form can no longer be used');
  const { headers } = await answerTo(path, refused, sessionCookie);
  expect(headers.location).toBe('/login?login_challenge=c1');
});

test.each(['login', 'registration', 'recovery', 'verification'] as const)(
  'an app’s %s is not shown, because whoever has begun it can read what is typed into it',
  async (kind) => {
    const own = recordedFlow(kind);
    const answers = answersWith(kind, own, {
      [`/self-service/${kind}/flows`]: [200, { ...own, id: 'of-an-app', type: 'api' }],
    });
    const { html } = await shownPage(`/${kind}?flow=of-an-app`, answers);
    expect(html).toContain(`flow=${own.id}`);
    expect(html).not.toContain('action="http://localhost:3000/self-service/login?flow=of-an-app');
    expect(html).toContain('This form can no longer be used');
  },
);

test('going back to a finished recovery leads to the settings again', async () => {
  const return_to = 'http://portal.test/accessibility';
  const sent = { ...recordedFlow('recovery-sent'), request_url: '', return_to };
  const leadsTo = async (state: string) =>
    (await answerTo(`/recovery?flow=${sent.id}`, answersWith('recovery', { ...sent, state }), sessionCookie))
      .headers.location;
  expect(await leadsTo('sent_email')).toBeUndefined();
  expect(await leadsTo('passed_challenge')).toBe(`/settings?return_to=${encodeURIComponent(return_to)}`);
});

test('a recovery while somebody is signed in asks to log out first, unless it was to lead elsewhere', async () => {
  const answers = {
    '/self-service/recovery/browser': [400, { error: { id: 'session_already_available', code: 400 } }],
  } satisfies KratosAnswers;
  const leadsTo = async (path: string) => (await answerTo(path, answers, sessionCookie)).headers.location;
  expect(await leadsTo('/recovery')).toBe('/logout?next=%2Frecovery');
  expect(await leadsTo('/recovery?return_to=%2Fsettings')).toBe('http://portal.test/settings');
});

test.each(['login', 'registration'])(
  'a %s while somebody is signed in leads home, which says why, once',
  async (kind) => {
    const answers = {
      [`/self-service/${kind}/browser`]: [400, { error: { id: 'session_already_available', code: 400 } }],
      '/sessions/whoami': [200, session],
    } satisfies KratosAnswers;
    const answer = await answerTo(`/${kind}`, answers, sessionCookie);
    expect(answer.headers.location).toBe('/');
    const notice = cookiesSet(answer)
      .map(pairOf)
      .find((pair) => pair.startsWith('portal_signed_in=1'));
    const { html, set } = await shownPage('/', answers, `${sessionCookie}; ${notice ?? ''}`);
    expect(html).toContain('You are already signed in as');
    expect(set).toContain('portal_signed_in=; Path=/; Max-Age=0');
  },
);

test('a sign-in page that is left for the second factor, as by Back, leaves no notice for the page after it', async () => {
  const answers = {
    '/self-service/login/browser': [400, { error: { id: 'session_already_available', code: 400 } }],
    '/sessions/whoami': [403, { error: { id: 'session_aal2_required' } }],
  } satisfies KratosAnswers;
  const answer = await answerTo('/login', answers, sessionCookie);
  expect(answer.headers.location).toBe('/');
  expect(cookiesSet(answer).join('; ')).not.toContain('portal_signed_in=1');
});

test('a visit of the settings without a session says what the sign-in is for', async () => {
  const said = 'Sign in to open your account settings.';
  const visit = async (path: string) => (await shownPage(path, answersWith('login', login))).html;
  expect(await visit('/login?return_to=%2Fsettings')).toContain(said);
  expect(await visit('/login?return_to=%2Faccessibility')).not.toContain(said);
});

test('a recovery that Kratos starts again after too many wrong codes keeps the address', async () => {
  const request_url = 'http://portal.test/self-service/recovery?flow=r1';
  const again = { ...recordedFlow('recovery'), request_url };
  const kept = pairOf(createFlowAddress(secrets).keep('r1', 'ann@acme.example'));
  const { html } = await shownPage(`/recovery?flow=${again.id}`, answersWith('recovery', again), kept);
  expect(html).toMatch(/<input[^>]*name="email"[^>]*value="ann@acme\.example"/);
});

test.each(['login', 'registration', 'recovery', 'verification', 'settings'] as const)(
  'the %s page holds nothing of the portal’s settings or of its parts',
  async (kind) => {
    const answers = answersWith(kind, recordedFlow(kind), {
      '/sessions/whoami': kind === 'settings' ? [200, session] : [401, {}],
    });
    const { text, props } = await shownPage(`/${kind}`, answers, kind === 'settings' ? sessionCookie : '');
    expect(text).not.toContain(secrets.secret);
    for (const part of ['settings', 'kratos', 'hydra', 'csrf']) expect(props).not.toHaveProperty(part);
  },
);
