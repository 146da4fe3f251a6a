import { afterEach, describe, expect, test } from '@jest/globals';
import { createFlowAddress } from '../security/cookies/flowAddress.ts';
import { createLastAddress } from '../security/cookies/lastAddress.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import {
  cookieSecret,
  cookiesSet,
  getPage,
  markup,
  pageProps,
  portalWith,
  sessionCookie,
} from '../../test/support/servedPage.ts';

afterEach(closeHarness);

test('the parameter ended is ignored if the sign-in only confirms a session', async () => {
  const app = await portalWith({
    '/self-service/login/browser': [200, recordedFlow('login-refresh-password')],
  });
  const { text } = await getPage(app, '/login?refresh=true&ended=true', sessionCookie).expect(200);
  expect(pageProps(text)).not.toHaveProperty('notice');
});

describe.each([
  ['registered', 'Your account has been created.'],
  ['verified', 'You verified your email address. Sign in to continue.'],
])('the notice that somebody has just %s', (deed, words) => {
  const cookie = `portal_${deed}=1`;
  const visit = async (path: string, sent = '', flow: object = recordedFlow('login')) =>
    getPage(await portalWith({ '/self-service/login/browser': [200, flow] }), path, sent).expect(200);

  test('is shown once', async () => {
    const answer = await visit('/login', cookie);
    expect(markup(answer.text)).toContain(words);
    expect(cookiesSet(answer).join()).toContain(`portal_${deed}=; Path=/; Max-Age=0`);
  });

  test('cannot be caused by a link', async () => {
    const { text } = await visit(`/login?${deed}=true&notice=${deed}&portal_${deed}=1`);
    expect(markup(text)).not.toContain(words);
  });

  test('is not shown if a session is only confirmed', async () => {
    const { text } = await visit('/login?refresh=true', cookie, recordedFlow('login-refresh-password'));
    expect(pageProps(text)).not.toHaveProperty('notice');
  });
});

test('a sign-in for an application passes its login challenge on to registration and recovery', async () => {
  const flow = { ...recordedFlow('login'), oauth2_login_challenge: 'c', return_to: undefined };
  const app = await portalWith({ '/self-service/login/browser': [200, flow] });
  const { text } = await getPage(app, '/login?login_challenge=c').expect(200);
  expect(pageProps(text)).toMatchObject({
    signupUrl: '/registration?login_challenge=c',
    forgotPasswordUrl: `/recovery?return_to=${encodeURIComponent('http://portal.test/login?login_challenge=c')}`,
  });
});

test('signing in with another account starts over for the same purpose, and forgets what the browser remembers', async () => {
  const app = await portalWith();
  const remembered = 'portal_last_address=a; portal_address=a; portal_methods=password';
  const answer = await getPage(app, '/login?return_to=%2Fsettings&forget=true', remembered).expect(303);
  expect(answer.headers.location).toBe('/login?return_to=%2Fsettings');
  const forgotten = cookiesSet(answer).map((line) => line.split(';').slice(0, 3).join(';'));
  expect(forgotten).toEqual(
    expect.arrayContaining(
      ['last_address', 'address', 'methods'].map((name) => `portal_${name}=; Path=/; Max-Age=0`),
    ),
  );
});

test.each([
  ['a confirmation', recordedFlow('login-refresh')],
  ['a second factor', { ...recordedFlow('login'), requested_aal: 'aal2' }],
])('%s does not show the address of an account that was signed in before', async (_what, flow) => {
  const lastAddress = createLastAddress({ secret: cookieSecret, portalUrl: 'http://portal.test' });
  const cookie = lastAddress.keep('ann@acme.example', undefined)?.split(';')[0] ?? '';
  const page = async (shown: object): Promise<string> => {
    const app = await portalWith({ '/self-service/login/browser': [200, shown] });
    return (await getPage(app, '/login', cookie).expect(200)).text;
  };
  expect(await page(flow)).not.toContain('ann@acme.example');
  expect(await page(recordedFlow('login'))).toContain('ann@acme.example');
});

test('without scripts, a sign-in that goes on to a mailed code offers only the code, to the address that was typed', async () => {
  const flowAddress = createFlowAddress({ secret: cookieSecret, portalUrl: 'http://portal.test' });
  const flow = recordedFlow('reduced/login-confirm-by-code');
  const kept = flowAddress.keep(flow.id, 'ada@acme.example')?.split(';')[0];
  const app = await portalWith({ '/self-service/login/flows': [200, flow] });
  const page = markup((await getPage(app, `/login?flow=${flow.id}`, kept).expect(200)).text);
  expect(page).toContain('Enter the code that we mail you');
  expect(page).toMatch(/<input[^>]*name="identifier"[^>]*value="ada@acme\.example"/);
  expect(page).toMatch(/<button[^>]*value="code"/);
  expect(page).not.toMatch(/type="password"|passkey_login|webauthn\.js|Forgot password/);
});

test('a sign-in after a verification has the address filled in only in the browser that verified it', async () => {
  const flowAddress = createFlowAddress({ secret: cookieSecret, portalUrl: 'http://portal.test' });
  const kept = flowAddress.keep('v1', 'ada@acme.example')?.split(';')[0];
  const app = await portalWith({ '/self-service/login/browser': [200, recordedFlow('login')] });
  const page = async (id: string, cookie = ''): Promise<string> =>
    markup((await getPage(app, `/login?verified=${id}`, cookie).expect(200)).text);
  expect(await page('v1', kept)).toContain('value="ada@acme.example"');
  expect(await page('v2', kept)).not.toContain('ada@acme.example');
});

test('without scripts, a refused sign-in keeps the address even if Kratos leaves it out of the form', async () => {
  const flowAddress = createFlowAddress({ secret: cookieSecret, portalUrl: 'http://portal.test' });
  const flow = recordedFlow('login');
  const kept = flowAddress.keep(flow.id, 'ada@acme.example')?.split(';')[0];
  const app = await portalWith({ '/self-service/login/flows': [200, flow] });
  const { text } = await getPage(app, `/login?flow=${flow.id}`, kept).expect(200);
  expect(markup(text)).toContain('value="ada@acme.example"');
});

describe('the second step of a sign-in', () => {
  const flowAddress = createFlowAddress({ secret: cookieSecret, portalUrl: 'http://portal.test' });
  const keptFor = (session: string): string =>
    flowAddress.keep(session, 'ada@acme.example')?.split(';')[0] ?? '';
  const page = async (status: number, cookie: string): Promise<string> => {
    const app = await portalWith({
      '/sessions/whoami': [status, { error: { id: 'session_aal2_required', code: status } }],
      '/self-service/login/browser': [200, recordedFlow('login-aal2')],
    });
    return markup((await getPage(app, '/login?aal=aal2', cookie).expect(200)).text);
  };

  test('names the account of the first step', async () => {
    const text = await page(403, `${sessionCookie}; ${keptFor(sessionCookie)}`);
    expect(text).toMatch(/You(?:&#x27;|')re logged in as:[^]*?ada@acme\.example/);
  });

  test.each([
    ['another session', 403, `${sessionCookie}; ${keptFor('ory_kratos_session=b')}`],
    ['a flow', 403, `${sessionCookie}; ${keptFor('f1')}`],
    ['no session', 403, keptFor(sessionCookie)],
    ['a session that has ended', 401, `${sessionCookie}; ${keptFor(sessionCookie)}`],
  ])('does not show an address that was kept for %s', async (_what, status, cookie) => {
    expect(await page(status, cookie)).not.toContain('ada@acme.example');
  });
});

describe('a sign-in without any method', () => {
  const nodes = recordedFlow('login').ui.nodes.filter(
    ({ attributes }) => 'type' in attributes && attributes.type === 'hidden',
  );
  const flow = { ...recordedFlow('login'), ui: { ...recordedFlow('login').ui, nodes } };
  const noMethods = 'There is no way to sign in at the moment.';
  const loginPage = async (shown: object): Promise<string> => {
    const app = await portalWith({ '/self-service/login/browser': [200, shown] });
    return markup((await getPage(app, '/login').expect(200)).text);
  };

  test('says so', async () => {
    expect(await loginPage(flow)).toContain(noMethods);
    expect(await loginPage(recordedFlow('login'))).not.toContain(noMethods);
  });

  test('shows the provider’s message instead if there is one', async () => {
    const messages = [{ id: 5000003, type: 'error', text: 'No.' }];
    const shown = await loginPage({ ...flow, ui: { ...flow.ui, messages } });
    expect(shown).toContain('Your organization requires single sign-on');
    expect(shown).not.toContain(noMethods);
  });

  test('does not say so when a second factor is missing', async () => {
    expect(await loginPage({ ...flow, requested_aal: 'aal2' })).not.toContain(noMethods);
  });
});

test.each([
  ['has', 'aal2', {}, 303, '/login?return_to=%2Fsettings'],
  ['lacks', 'aal1', {}, 200, undefined],
  ['has but must confirm', 'aal2', { refresh: true }, 200, undefined],
])(
  'going back to a second step whose factor the session %s',
  async (_what, level, changes, status, location) => {
    const flow = { ...recordedFlow('login-aal2'), request_url: '', return_to: '/settings', ...changes };
    const app = await portalWith({
      '/self-service/login/flows': [200, flow],
      '/sessions/whoami': [200, { id: 's', authenticator_assurance_level: level }],
    });
    const answer = await getPage(app, `/login?flow=${flow.id}`, sessionCookie);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  },
);

test('a confirmation links “forgot password” to a logout that continues with a recovery', async () => {
  const flow = { ...recordedFlow('login-refresh-password'), return_to: '/settings', request_url: '' };
  const app = await portalWith({ '/self-service/login/browser': [200, flow] });
  const { text } = await getPage(app, '/login?refresh=true', sessionCookie).expect(200);
  const { forgotPasswordUrl, logoutUrl } = pageProps(text) as Record<string, string>;
  const next = (url = ''): string | null => new URL(url, 'http://portal.test').searchParams.get('next');
  expect(next(forgotPasswordUrl)).toBe('/recovery');
  expect(next(logoutUrl)).toBe('/login?return_to=%2Fsettings');
});

describe('the links of a confirmation that log out first', () => {
  const nextUrls = async (returnTo: string): Promise<(string | null)[]> => {
    const flow = { ...recordedFlow('login-refresh-password'), return_to: returnTo, request_url: '' };
    const app = await portalWith({ '/self-service/login/browser': [200, flow] });
    const { text } = await getPage(app, '/login?refresh=true', sessionCookie).expect(200);
    const { forgotPasswordUrl, logoutUrl } = pageProps(text) as Record<string, string>;
    return [forgotPasswordUrl, logoutUrl].map((url) =>
      new URL(url ?? '', 'http://portal.test').searchParams.get('next'),
    );
  };
  const encoded = encodeURIComponent;

  test('return to the settings, not to a change that only the old session could continue', async () => {
    expect(await nextUrls('http://portal.test/self-service/settings?flow=f')).toEqual([
      '/recovery',
      `/login?return_to=${encoded('http://portal.test/settings')}`,
    ]);
  });

  test('give a recovery the settings’ own return_to, because it ends in the settings anyway', async () => {
    const settings = '/settings?return_to=https%3A%2F%2Fapp.example%2F';
    expect(await nextUrls(settings)).toEqual([
      `/recovery?return_to=${encoded('https://app.example/')}`,
      `/login?return_to=${encoded(settings)}`,
    ]);
  });

  test('let a recovery return to any other page', async () => {
    const [recovery] = await nextUrls('http://portal.test/?a=b');
    expect(recovery).toBe(`/recovery?return_to=${encoded('http://portal.test/?a=b')}`);
  });
});
