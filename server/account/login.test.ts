import { describe, expect, test } from '@jest/globals';
import {
  createFlowAddress,
  createLastAddress,
  createLastingMessages,
} from '../security/cookies/pageCookies.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { sessionCookie } from '../../test/support/servedPage.ts';
import { answersWith, answerTo, pairOf, secrets, shownPage, withUi } from '../../test/support/shownPage.ts';

const flow = recordedFlow('login');
const confirmation = recordedFlow('login-refresh-password');
const flowAddress = createFlowAddress(secrets);
const login = (shown: object = flow, more = {}) => answersWith('login', shown, more);

describe.each([
  ['registered', 'Your account has been created.'],
  ['verified', 'You verified your email address. Sign in to continue.'],
  ['verified_elsewhere', 'Verified. If you began on another device, go on there. Otherwise sign in here.'],
  ['signed_out', 'You are signed out.'],
])('the notice that a visitor has %s', (deed, words) => {
  test('is shown once, and not where a session is only confirmed', async () => {
    const { html, set } = await shownPage('/login', login(), `portal_${deed}=1`);
    expect(html).toContain(words);
    expect(set).toContain(`portal_${deed}=; Path=/; Max-Age=0`);
    const confirmed = await shownPage('/login?ended=true', login(confirmation), `portal_${deed}=1`);
    expect(confirmed.props).not.toHaveProperty('notice');
  });

  test('cannot be caused by a link', async () => {
    const { html } = await shownPage(`/login?${deed}=true&notice=${deed}&portal_${deed}=1`, login());
    expect(html).not.toContain(words);
  });
});

describe('the sign-in with a social account that has just signed up', () => {
  const leadsOn: [number, object] = [422, { redirect_browser_to: 'https://acme.example/auth' }];
  const answering = (answer: [number, object]) => login(flow, { '/self-service/login': answer });

  test.each(['registered', 'verified'])('starts by itself once its user has %s, once', async (deed) => {
    const answer = await answerTo('/login', answering(leadsOn), `portal_${deed}=oidc.acme`);
    expect([answer.status, answer.headers.location]).toEqual([303, 'https://acme.example/auth']);
    expect(String(answer.headers['set-cookie'])).toContain(`portal_${deed}=; Path=/; Max-Age=0`);
  });

  test.each<[string, string, [number, object]]>([
    ['if the provider does not start it', '/login', [400, flow]],
    ['on a page that somebody comes back to', `/login?flow=${flow.id}`, leadsOn],
  ])('is the marked next step %s', async (_when, path, answer) => {
    const { html } = await shownPage(path, answering(answer), 'portal_registered=oidc.acme');
    expect(html).toContain('Account created. Press &#8220;Sign in with Acme&#8221; once more.');
    expect(html).toMatch(/<button[^>]*autofocus[^>]*value="acme"|<button[^>]*value="acme"[^>]*autofocus/);
    expect(html).toMatch(/value="acme"[^]*?Last used/);
  });

  test.each([
    ['without a sign-up', ''],
    ['after another sign-up', 'portal_registered=1'],
    ['with a service that is not offered', 'portal_registered=oidc.other'],
  ])('is not suggested %s', async (_what, cookie) => {
    expect((await shownPage('/login', answering(leadsOn), cookie)).html).not.toContain('once more');
  });
});

test.each([
  ['a confirmation', recordedFlow('login-refresh')],
  ['a second factor', { ...flow, requested_aal: 'aal2' }],
])('%s does not show the address of an account that was signed in before', async (_what, stepUp) => {
  const cookie = pairOf(createLastAddress(secrets).keep('ann@acme.example', undefined));
  expect((await shownPage('/login', login(stepUp), cookie)).text).not.toContain('ann@acme.example');
  expect((await shownPage('/login', login(), cookie)).text).toContain('ann@acme.example');
});

test('a sign-in after a verification has the address filled in only in the browser that verified it', async () => {
  const kept = pairOf(flowAddress.keep('v1', 'ada@acme.example'));
  const page = async (id: string) => (await shownPage(`/login?verified=${id}`, login(), kept)).html;
  expect(await page('v1')).toContain('value="ada@acme.example"');
  expect(await page('v2')).not.toContain('ada@acme.example');
});

test.each(['login', 'recovery', 'verification'] as const)(
  'a mistyped address of a %s is corrected where it was typed',
  async (kind) => {
    const kept = pairOf(flowAddress.keep('f1', 'ada@acme.example'));
    const answers = answersWith(kind, recordedFlow(kind));
    const { html } = await shownPage(`/${kind}?correct=f1`, answers, kept);
    expect(html).toMatch(/<input[^>]*autofocus[^>]*value="ada@acme.example"/i);
    expect((await shownPage(`/${kind}?correct=f2`, answers, kept)).html).not.toContain('ada@');
  },
);

test.each(['login', 'recovery', 'registration'] as const)(
  'an address that was carried to a %s goes along with the links on its page',
  async (kind) => {
    const kept = pairOf(flowAddress.keep('f1', 'ada@acme.example'));
    const { html } = await shownPage(`/${kind}?existing=f1`, answersWith(kind, recordedFlow(kind)), kept);
    const [, main = ''] = html.split('<main');
    const links = [...main.matchAll(/href="(\/(?:login|recovery|registration)[^"]*)"/g)].map(
      ([, url]) => url,
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toMatch(/[?;]existing=f1$/);
  },
);

describe('the second step of a sign-in', () => {
  const keptFor = (session: string): string => pairOf(flowAddress.keep(session, 'ada@acme.example'));
  const page = async (status: number, cookie: string): Promise<string> => {
    const whoami: [number, object] = [status, { error: { id: 'session_aal2_required', code: status } }];
    const answers = login(recordedFlow('login-aal2'), { '/sessions/whoami': whoami });
    return (await shownPage('/login?aal=aal2', answers, cookie)).html;
  };

  test('names the account of the first step', async () => {
    const html = await page(403, `${sessionCookie}; ${keptFor(sessionCookie)}`);
    expect(html).toMatch(/You(?:&#x27;|')re logged in as:[^]*?ada@acme\.example/);
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

test.each([
  ['http://portal.test/settings?flow=f1', true],
  ['http://portal.test/', false],
  ['https://elsewhere.example/settings', false],
])('a confirmation for %s can be cancelled to the settings: %s', async (return_to, isForSettings) => {
  const { html } = await shownPage('/login', login({ ...confirmation, return_to }), sessionCookie);
  expect(html.includes('To change your account')).toBe(isForSettings);
  expect(/<a href="\/settings"[^>]*>Cancel and go back to the settings/.test(html)).toBe(isForSettings);
});

test('a sign-in without any method says so, unless the provider does or only a second factor is missing', async () => {
  const nodes = flow.ui.nodes.filter((node) => JSON.stringify(node).includes('"type":"hidden"'));
  const empty = withUi(flow, { nodes });
  const messages = [{ id: 5000003, type: 'error', text: 'No.' }];
  const noMethods = 'There is no way to sign in at the moment.';
  const page = async (shown: object) => (await shownPage('/login', login(shown))).html;
  expect(await page(empty)).toContain(noMethods);
  const refused = await page(withUi(empty, { messages }));
  expect(refused).toContain('Your organization requires single sign-on');
  for (const html of [refused, await page(flow), await page({ ...empty, requested_aal: 'aal2' })])
    expect(html).not.toContain(noMethods);
});

const secondStep = recordedFlow('login-aal2');
const [earlier, completed_at, later] = ['08:00', '09:00', '10:00'].map((time) => `2026-03-14T${time}:00Z`);
test.each([
  ['a sign-in after it', 'aal1', flow, 303],
  ['a second step whose factor the session has', 'aal2', secondStep, 303],
  ['a second step whose factor the session lacks', 'aal1', secondStep, 200],
  ['a second step to confirm the factor', 'aal2', { ...secondStep, refresh: true, issued_at: later }, 200],
  ['a second step that has confirmed it', 'aal2', { ...secondStep, refresh: true, issued_at: earlier }, 303],
  ['a confirmation', 'aal1', { ...confirmation, issued_at: later }, 200],
  ['a confirmation that was given', 'aal1', { ...confirmation, issued_at: earlier }, 303],
])('going back to %s: at %s', async (_what, authenticator_assurance_level, used, status) => {
  const shown = { ...used, request_url: '', return_to: '/settings' };
  const authentication_methods = [{ method: 'password', completed_at }];
  const whoami: [number, object] = [200, { id: 's', authenticator_assurance_level, authentication_methods }];
  const answers = login(shown, { '/sessions/whoami': whoami });
  const answer = await answerTo(`/login?flow=${used.id}`, answers, sessionCookie);
  const location = status === 303 ? '/login?return_to=%2Fsettings' : undefined;
  expect([answer.status, answer.headers.location]).toEqual([status, location]);
});

const returningTo = (path: string, url: string) => `${path}?return_to=${encodeURIComponent(url)}`;
const withApp = '/settings?return_to=https%3A%2F%2Fapp.example%2F';
test.each([
  // only the old session could continue the change
  [
    'http://portal.test/self-service/settings?flow=f',
    '/recovery',
    returningTo('/login', 'http://portal.test/settings'),
  ],
  // a recovery ends in the settings anyway
  [withApp, returningTo('/recovery', 'https://app.example/'), returningTo('/login', withApp)],
  [
    'http://portal.test/?a=b',
    ...['/recovery', '/login'].map((path) => returningTo(path, 'http://portal.test/?a=b')),
  ],
])(
  'a confirmation for %s logs out on the way to a recovery, %s, and to a sign-in, %s',
  async (return_to, ...next) => {
    const shown = { ...confirmation, return_to, request_url: '' };
    const { props } = await shownPage('/login?refresh=true', login(shown), sessionCookie);
    const links = [props.forgotPasswordUrl, props.logoutUrl].map(
      (url) => new URL(String(url), 'http://portal.test'),
    );
    expect(links.map(({ searchParams }) => searchParams.get('next'))).toEqual(next);
  },
);

test('a sign-in that links another service’s account takes its address along to a recovery and to other methods', async () => {
  const context = { duplicateIdentifier: 'ann@example.org', provider: 'Acme' };
  const messages = [{ id: 1010016, type: 'info', text: 'Sign in to link.', context } as const];
  const linking = withUi(recordedFlow('login-linking'), { messages });
  const { props, set } = await shownPage('/login', login(linking));
  expect(props.forgotPasswordUrl).toMatch(new RegExp(`^/recovery\\?(?:.*&)?existing=${linking.id}$`));
  const { html } = await shownPage(`/login?existing=${linking.id}`, login(), set);
  expect(html).toMatch(/<input[^>]*name="identifier"[^>]*value="ann@example\.org"/);
});

describe('a sign-in with an address that has never been verified', () => {
  const awaiting = recordedFlow('reduced/login-confirm-by-code');
  const refused = (active: string, context: object) =>
    withUi({ ...awaiting, active }, { messages: [{ id: 4710001, type: 'info', text: 'Enter.', context }] });
  const unverified = { unverified: 'ann@acme.exampel', changed: 'no' };

  test('leads to another sign-up that has it filled in, and knows the service that was used', async () => {
    const context = { ...unverified, service: 'oidc.acme' };
    const { html, set } = await shownPage('/login', login(refused('oidc', context)));
    expect(html).toContain('Mistyped?');
    const action = 'Sign up again with the right address';
    expect(html).toMatch(new RegExp(`href="/registration\\?correct=${awaiting.id}"[^>]*>${action}`));
    expect(flowAddress.read(set, awaiting.id)).toBe('ann@acme.exampel');
    expect(createLastingMessages(secrets).read(set)?.messages).toMatchObject([{ context }]);
  });

  test('still does once the code is mailed', async () => {
    const { set } = await shownPage('/login', login(refused('password', unverified)));
    const sent = { ...recordedFlow('login-code-sent'), id: awaiting.id };
    const { html } = await shownPage(`/login?flow=${awaiting.id}`, login(sent), set);
    expect(html).toContain('ann@acme.exampel has not been verified yet.');
    expect(html).toMatch(new RegExp(`href="/registration\\?[^"]*correct=${awaiting.id}"`));
  });

  test.each([
    ['whose former one was replaced', { ...unverified, changed: 'yes' }],
    ['that may not be named', {}],
  ])('%s leads to no sign-up', async (_which, context) => {
    const { html } = await shownPage('/login', login(refused('password', context)));
    expect(html).not.toContain('href="/registration');
  });
});
