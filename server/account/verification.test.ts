import { describe, expect, test } from '@jest/globals';
import { input, text as label } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { cookiesSet, getPage, markup, portalWith, sessionCookie } from '../../test/support/servedPage.ts';
import { answersWith, answerTo, pairOf, secrets, shownPage, withUi } from '../../test/support/shownPage.ts';
import { createAwaitedCode, createFlowAddress } from '../security/cookies/pageCookies.ts';
import { alreadyVerified, justRegistered, linkOpened, verifiedThere } from '../security/cookies/notices.ts';
import { createSignUpCookie } from '../security/cookies/signUpCookie.ts';

const sent = recordedFlow('verification-sent');
const path = `/verification?flow=${sent.id}`;
const flowAddress = createFlowAddress(secrets);
const verification = (flow: object, more = {}) => answersWith('verification', flow, more);
const refusal = (id: number) => ({ id, type: 'error', text: 'No.' });
const nobody: [number, object] = [401, {}];
const somebody: [number, object] = [200, { id: 's', active: true, identity: { id: 'i', traits: {} } }];

describe('the browser of a sign-up whose address was verified on another device', () => {
  const signUpCookie = createSignUpCookie(secrets);
  const cookie = pairOf(signUpCookie.keep('id', { flow: sent.id, address: 'ann@acme.example' }));
  const hash = signUpCookie.read(cookie)?.hash;
  const found = (verified: boolean, signUp = hash) => [
    {
      id: 'ann',
      metadata_admin: { portal: { addresses: [], confirmed: [], known: [], signUp } },
      verifiable_addresses: [{ value: 'ann@acme.example', verified }],
    },
  ];
  const app = (identities: object, flow = sent) =>
    portalWith(verification(flow, { '/sessions/whoami': nobody, '/admin/identities': [200, identities] }));

  test.each([
    ['verified', found(true), sent.id, cookie, { isVerified: true }],
    ['not verified yet', found(false), sent.id, cookie, { isVerified: false }],
    [
      'that of another sign-up with the address',
      found(true, 'other'),
      sent.id,
      cookie,
      { isVerified: false },
    ],
    ['that of another verification', found(true), 'v2', cookie, {}],
    ['no sign-up’s', found(true), sent.id, '', {}],
  ])('asks whether it is: %s', async (_what, identities, flow, cookies, state) => {
    const answer = await getPage(await app(identities), `/verification/state?flow=${flow}`, cookies).expect(
      200,
    );
    expect(answer.body).toEqual(state);
  });

  test.each([
    [true, `/login?verified=${sent.id}`],
    [false, undefined],
  ])('is led on to the sign-in if it is: %s', async (isVerified, next) => {
    const answer = await getPage(await app(found(isVerified)), `${path}&link=elsewhere`, cookie);
    expect(answer.headers.location).toBe(next);
    expect(verifiedThere.isIn(cookiesSet(answer).map(pairOf).join('; '), secrets.portalUrl)).toBe(isVerified);
  });
});

test.each([
  ['a sign-up’s, which has a former address', 'registration', '/verification'],
  ['one that the visitor has begun, which tells nothing of accounts', 'verification', undefined],
])('a verification of an address that no account has: %s', async (_what, kind, next) => {
  const cookie = pairOf(
    createSignUpCookie(secrets).keep('id', { flow: 'v2', address: 'right@acme.example' }),
  );
  const flow = { ...sent, request_url: `${secrets.portalUrl}/self-service/${kind}/browser` };
  const answers = { '/sessions/whoami': nobody, '/admin/identities': [200, []] };
  const answer = await getPage(await portalWith(verification(flow, answers)), path, cookie);
  expect(answer.headers.location).toBe(next);
});

test('a mailed link that is opened after a wrong code shows no earlier error, once', async () => {
  const refused = withUi(sent, { messages: [refusal(4070006)] });
  expect((await shownPage(path, verification(refused))).html).toContain('This code is wrong');
  const opened = await shownPage(path, verification(refused), pairOf(linkOpened.set(secrets.portalUrl)));
  expect(opened.html).not.toContain('This code is wrong');
  expect(opened.set).toContain('portal_link=; Path=/; Max-Age=0');
});

test.each([
  ['has opened an invalid link', refusal(4070001), '', nobody],
  ['lacks the second factor', undefined, sessionCookie, [403, { error: { id: 'session_aal2_required' } }]],
])('somebody who %s is offered a sign-in, no sign-up', async (_who, message, cookie, whoami) => {
  const flow = message ? withUi(sent, { messages: [message] }) : sent;
  const { html } = await shownPage(path, verification(flow, { '/sessions/whoami': whoami }), cookie);
  expect(html).toContain('Already have an account?');
  expect(html).toContain('href="/login');
  expect(html).not.toContain('href="/registration');
});

const userWith = (own: Record<string, boolean>): [number, object] => {
  const verifiable_addresses = Object.entries(own).map(([value, verified]) => ({ value, verified }));
  const identity = { id: 'i', traits: { email: 'a@acme.example' }, verifiable_addresses };
  return [200, { id: 's', active: true, identity }];
};

describe('a used link', () => {
  const used = { ...withUi(recordedFlow('verification'), { messages: [refusal(4070002)] }) };
  const open = (whoami: [number, object], flow = used) =>
    answerTo(
      path,
      verification(flow, { '/sessions/whoami': whoami }),
      whoami === nobody ? '' : sessionCookie,
    );

  test.each<[string, [number, object], string]>([
    ['to the sign-in if nobody is signed in', nobody, '/login'],
    [
      'to the sign-in if the second factor is missing',
      [403, { error: { id: 'session_aal2_required' } }],
      '/login',
    ],
    ['to the start page if a user is signed in', userWith({ 'a@acme.example': true }), '/'],
  ])('leads on, and says there that its address is verified: %s', async (_where, whoami, next) => {
    const answer = await open(whoami);
    expect([answer.status, answer.headers.location]).toEqual([303, next]);
    expect(alreadyVerified.isIn(cookiesSet(answer).map(pairOf).join('; '), secrets.portalUrl)).toBe(true);
  });

  test('leads back to where its verification was begun', async () => {
    const return_to = 'https://clinic.example/done';
    const { headers } = await open(userWith({ 'a@acme.example': true }), { ...used, return_to });
    expect(headers.location).toBe(return_to);
  });

  test('leads to another one for a user whose new address is not verified', async () => {
    const html = markup((await open(userWith({ 'b@acme.example': false }))).text);
    expect(html).toContain('This link has expired, was used before or is incomplete. Get a new one here.');
    expect(html).toContain('value="b@acme.example"');
  });
});

const resend = (address: string) =>
  input('code', 'email', 'submit', { value: address }, label(1070008, 'Resend code'));

test.each([
  ['is kept for the sign-in that follows', 'browser', 'ann@acme.example'],
  ['is not kept from an app’s flow, which any link can open', 'api', undefined],
])('the address of a flow %s', async (_what, type, kept) => {
  const flow = { ...withUi(sent, { nodes: [resend('ann@acme.example')] }), type };
  const { set } = await shownPage(path, verification(flow));
  expect(flowAddress.read(set, sent.id)).toBe(kept);
});

describe('a flow that Kratos has replaced', () => {
  const visit = (id: number) => {
    const nodes = [input('code', 'email', 'email', { required: true }, label(1070007, 'Email'))];
    const request_url = 'http://portal.test/self-service/verification?flow=v1';
    const replaced = { ...sent, state: 'choose_method', request_url };
    const answers = verification(withUi(replaced, { nodes, messages: [refusal(id)] }));
    return [path, answers, pairOf(flowAddress.keep('v1', 'ann@acme.example'))] as const;
  };

  test('still has the address filled in, also at the sign-in that it offers', async () => {
    const { html } = await shownPage(...visit(4070001));
    expect(html).toMatch(/<input[^>]*name="email"[^>]*value="ann@acme\.example"/);
    expect(html).toMatch(new RegExp(`href="/login\\?[^"]*verified=${sent.id}"`));
    const over = await answerTo(...visit(4070002));
    expect(over.headers.location).toMatch(new RegExp(`^/login\\?.*verified=${sent.id}`));
  });

  test('still belongs to the sign-up that has begun it', async () => {
    const [url, answers, cookie] = visit(4070006);
    const signUp = pairOf(createSignUpCookie(secrets).keep('id', { flow: 'v1' }));
    const { html } = await shownPage(url, answers, `${cookie}; ${signUp}`);
    expect(html).toContain('href="/registration?correct=v1"');
    expect(html).not.toContain('Don’t have an account?');
  });

  test('keeps the address for the sign-in that it leads to', async () => {
    const answer = await answerTo(...visit(4710005));
    expect(answer.headers.location).toContain(`verified=${sent.id}`);
    expect(flowAddress.read(cookiesSet(answer).join('; '), sent.id)).toBe('ann@acme.example');
  });
});

describe('once the address is verified', () => {
  const request_url = 'http://portal.test/self-service/registration/browser?return_to=%2Fsettings';
  const passed = { ...sent, state: 'passed_challenge', request_url };
  const back = 'http://portal.test/?return_to=http%3A%2F%2Fportal.test%2Flogin%3Flogin_challenge%3Dc';

  test.each([
    ['and keeps return_to', {}, 'return_to=%2Fsettings', true],
    ['and keeps the application’s request', { request_url: back }, 'login_challenge=c', true],
    [
      'without a notice for an app’s flow, which any link can open',
      { type: 'api' },
      'return_to=%2Fsettings',
      false,
    ],
  ])('a visitor who is not signed in is led to the sign-in, %s', async (_how, more, query, isNoted) => {
    const answers = verification({ ...passed, ...more }, { '/sessions/whoami': nobody });
    const answer = await answerTo(path, answers, sessionCookie);
    expect([answer.status, answer.headers.location]).toEqual([303, `/login?${query}&verified=${sent.id}`]);
    expect(/^portal_verified/m.test(cookiesSet(answer).join('\n'))).toBe(isNoted);
  });

  test.each([
    ['that has signed up', pairOf(createSignUpCookie(secrets).keep('id', { flow: sent.id })), 'verified'],
    [
      'that has had the code mailed',
      pairOf(createAwaitedCode(secrets).keep({ kind: 'verification', flow: sent.id })),
      'verified',
    ],
    ['in which only the mailed link was opened', sessionCookie, 'verified_elsewhere'],
  ])('the sign-in in a browser %s says where to go on', async (_which, cookie, notice) => {
    const answer = await answerTo(path, verification(passed, { '/sessions/whoami': nobody }), cookie);
    expect(cookiesSet(answer).join('\n')).toMatch(new RegExp(`^portal_${notice}=1;`, 'm'));
  });

  test.each([
    ['is signed in', somebody],
    ['may be signed in, as Kratos does not tell', [500, {}] as [number, object]],
  ])(
    'a visitor who %s sees that it is, and which if this browser was asked for its code',
    async (_who, whoami) => {
      const messages = [label(1080002, 'You verified your address.', {}, 'success')];
      const answers = verification(withUi(passed, { nodes: [], messages }), { '/sessions/whoami': whoami });
      const { html } = await shownPage(path, answers, sessionCookie);
      expect(html).toContain('You verified your email address.');
      const kept = pairOf(flowAddress.keep(sent.id, '+4915112345678'));
      const asked = await shownPage(path, answers, `${sessionCookie}; ${kept}`);
      expect(asked.html).toContain('You verified your phone number.');
    },
  );
});

test('a signed-in user whose address is verified is told so on the start page, whatever began the visit', async () => {
  const whoami = userWith({ 'a@acme.example': true });
  const begun = recordedFlow('verification');
  const expired = withUi(begun, { messages: [refusal(4070005)] });
  for (const [url, flow] of [
    ['/verification', begun],
    ['/verification?flow=none&link=over', begun],
    [path, expired],
  ] as const) {
    const answers = verification(flow, { '/sessions/whoami': whoami });
    const answer = await answerTo(url, answers, sessionCookie);
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    const kept = cookiesSet(answer).map(pairOf).join('; ');
    const { html, set } = await shownPage('/', answers, `${sessionCookie}; ${kept}`);
    expect(html).toContain('Your address is already verified.');
    expect(set).toContain('portal_already_verified=;');
  }
});

test('a signed-in user with another address that is not verified has it filled in', async () => {
  const whoami = userWith({ 'a@acme.example': true, 'b@acme.example': false });
  const begun = recordedFlow('verification');
  const answers = verification(begun, { '/sessions/whoami': whoami });
  const { html } = await shownPage('/verification', answers, sessionCookie);
  expect(html).toContain('value="b@acme.example"');
  expect(html).not.toContain('already verified');
});

const link = (href: string) => ({
  type: 'a',
  group: 'code',
  attributes: { node_type: 'a', id: 'continue', href, title: label(1070009, 'Continue') },
  messages: [],
  meta: { label: label(1070009, 'Continue') },
});

test.each([
  ['http://portal.test/', 'Go to the start page'],
  ['http://portal.test/settings', 'Back to the settings'],
  ['http://portal.test/?return_to=http%3A%2F%2Fportal.test%2Flogin', 'Continue'],
  ['https://clinic.example/settings', 'Continue'],
])('a verified address leads on to %s with %j', async (href, words) => {
  const flow = { ...withUi(sent, { nodes: [link(href)] }), state: 'passed_challenge' };
  const { html } = await shownPage(path, verification(flow, { '/sessions/whoami': somebody }), sessionCookie);
  expect(html).toMatch(new RegExp(`<a[^>]*id="continue"[^>]*>(?:<[^>]*>)*${words}<`));
});

describe('the verification of an address that was changed in the settings', () => {
  const shown = async (state: string, href: string): Promise<string> => {
    const request_url = 'http://portal.test/self-service/settings/browser';
    const flow = { ...withUi(sent, { nodes: [link(href)] }), request_url, state };
    return (await shownPage(path, verification(flow, { '/sessions/whoami': somebody }), sessionCookie)).html;
  };

  test('says so, and leads back to the settings once it is verified', async () => {
    for (const [state, title] of [
      ['sent_email', 'Verify your new address'],
      ['passed_challenge', 'New address verified'],
    ] as const)
      expect(await shown(state, 'http://portal.test/')).toContain(`>${title}</h1>`);
    expect(await shown('passed_challenge', 'http://portal.test/')).toContain('href="/settings#profile"');
  });

  test.each<[string, string, boolean[], string]>([
    ['another flow, after too many wrong codes', 'choose_method', [false], 'Verify your new address'],
    ['a flow that the user has begun', 'sent_email', [false], 'Verify your new address'],
    ['the end of that flow', 'passed_challenge', [true], 'New address verified'],
    ['a flow for somebody else’s address', 'passed_challenge', [], 'Verify your account'],
  ])('keeps its title in %s', async (_which, state, own, title) => {
    const verifiable_addresses = own.map((verified) => ({ verified, value: 'ann@acme.example' }));
    const identity = { id: 'i', traits: {}, verifiable_addresses };
    const whoami: [number, object] = [200, { id: 's', active: true, identity }];
    const flow = { ...withUi(sent, { nodes: [resend('ann@acme.example')] }), state };
    const { html } = await shownPage(path, verification(flow, { '/sessions/whoami': whoami }), sessionCookie);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}<`));
    if (state === 'sent_email') expect(html).toContain('href="/settings#profile"');
  });

  test('leads on to wherever the change was begun', async () => {
    const html = await shown('passed_challenge', 'https://clinic.example/profile');
    expect(html).toContain('href="https://clinic.example/profile"');
  });
});

test('a sent verification link is announced with its address filled in, even if the provider’s flow says nothing', async () => {
  const nodes = [
    input('link', 'email', 'email', { required: true }, label(1070007, 'Email')),
    input('link', 'method', 'submit', { value: 'link' }, label(1070009, 'Continue')),
    resend('ann@acme.example'),
  ];
  const silent = { ...withUi(sent, { messages: [], nodes }), active: 'link' };
  const { html } = await shownPage(path, verification(silent));
  expect(html).toContain('an email with a verification link is on its way');
  expect(html).toMatch(/<input[^>]*name="email"[^>]*value="ann@acme\.example"/);
  expect(html).not.toContain('Resend code');
});

test('a sign-up’s verification that its mailed link has made unreadable here begins again with its address', async () => {
  const answers = verification(recordedFlow('verification'), {
    '/self-service/verification/flows': [403, { error: { id: 'security_csrf_violation', code: 403 } }],
  });
  const cookie = pairOf(createSignUpCookie(secrets).keep('id', { flow: 'v1', address: 'ann@example.org' }));
  const again = '/verification?existing=v1&link=elsewhere';
  const { status, headers } = await answerTo('/verification?flow=v1', answers, cookie);
  expect([status, headers.location]).toEqual([303, again]);
  const { html } = await shownPage(again, answers, cookie);
  expect(html).toMatch(
    /class="message info"(?:(?!<a ).)*If you verified your address on another device, sign in/,
  );
  expect(html).toMatch(/<a[^>]*href="\/login\?verified=[^"]*"[^>]*>(?:<[^>]*>)*Sign in</);
  expect(html).toMatch(/<input[^>]*name="email"[^>]*value="ann@example\.org"/);
  expect(html).toContain('href="/registration?correct=v1"');
  for (const other of ['/verification?flow=v2', again.replace('v1', 'v2')])
    expect((await shownPage(other, answers, cookie)).html).not.toMatch(/ann@example\.org|another device/);
});

test('a mailed link of a verification that had too many wrong codes leads to the one that replaced it', async () => {
  const request_url = 'http://portal.test/self-service/verification?flow=v1';
  const tooMany = { id: 4000001, type: 'error', text: 'The request was submitted too often.' };
  const replaced = { ...withUi(recordedFlow('verification'), { messages: [tooMany] }), request_url };
  const shown = await answerTo(`/verification?flow=${replaced.id}`, verification(replaced));
  const kept = pairOf(cookiesSet(shown).find((line) => line.startsWith('portal_replaced=')));
  const opened = await answerTo('/verification?flow=v1', verification(sent), kept);
  expect([opened.status, opened.headers.location]).toEqual([303, `/verification?flow=${replaced.id}`]);
  const other = await answerTo('/verification?flow=v2', verification(sent), kept);
  expect(other.status).toBe(200);
});

test('a mailed link whose code no longer counts, after too many wrong ones, leads to another one in any browser', async () => {
  const request_url = 'http://portal.test/self-service/verification?flow=v1';
  const tooMany = refusal(4000001);
  const begun = recordedFlow('verification');
  const replaced = { ...withUi(begun, { messages: [tooMany] }), request_url };
  const field = input('code', 'code', 'text', { value: '123456' }, label(1070012, 'Verification code'));
  const refused = { messages: [refusal(4070006)], nodes: [field, resend('ann@example.org')] };
  const mailed = { ...withUi(sent, refused), id: 'v1' };
  const portal = await portalWith({
    '/self-service/verification/browser': [200, begun],
    '/self-service/verification/flows?id=v1': [200, mailed],
    '/self-service/verification/flows?id=v2': [200, { ...replaced, id: 'v2' }],
  });
  expect((await getPage(portal, '/verification?flow=v1')).status).toBe(200);
  await getPage(portal, '/verification?flow=v2');
  const opened = await getPage(portal, '/verification?flow=v1');
  const again = '/verification?existing=v1&link=spent';
  expect([opened.status, opened.headers.location]).toEqual([303, again]);
  const kept = cookiesSet(opened).map(pairOf).join('; ');
  const { text } = await getPage(portal, again, kept);
  expect(text).toContain('Too many wrong codes. Request a new one.');
  expect(text).toMatch(/<input[^>]*name="email"[^>]*value="ann@example\.org"/);
  expect(text).toMatch(/<a[^>]*href="\/login\?verified=[^"]*"/);
  expect((await getPage(portal, again)).text).not.toMatch(/ann@example|Too many wrong codes/);
});

describe('a sign-up’s verification that was done on another device', () => {
  const signUp = createSignUpCookie(secrets);
  const account = (hash: string, verified = true) => ({
    id: 'a1',
    state: 'active',
    metadata_admin: { portal: { addresses: [], confirmed: [], known: [], signUp: hash } },
    verifiable_addresses: [{ value: 'ann@example.org', verified }],
  });
  const line = signUp.keep('id', { flow: 'v1', address: 'Ann@example.org' });
  const { hash = '' } = signUp.read(pairOf(line)) ?? {};
  const reload = (accounts: object[], status = 200) => {
    const answers = verification(recordedFlow('verification'), { '/admin/identities': [status, accounts] });
    const cookie = [line, justRegistered.set(secrets.portalUrl)].map(pairOf).join('; ');
    return answerTo('/verification?existing=v1&link=elsewhere', answers, cookie);
  };

  test('leads on to the sign-in, which says so', async () => {
    const answer = await reload([account(hash)]);
    expect(answer.headers.location).toMatch(/^\/login\?verified=/);
    const set = cookiesSet(answer).join('; ');
    expect(set).toContain('portal_verified_there=1;');
    expect(set).toContain('portal_registered=;');
  });

  test.each([
    ['is not', [account(hash, false)], 200],
    ['is in another sign-up', [account('another')], 200],
    ['may be, as Kratos does not tell', [], 500],
  ])('is not said to be if it %s', async (_what, accounts, status) => {
    expect((await reload(accounts, status)).text).toContain('If you verified your address on another device');
  });
});

test.each(['v1', 'v2'])(
  'the sign-in after a code in the flow %s says that the address is verified',
  async (id) => {
    const request_url = 'http://portal.test/self-service/verification?flow=v1';
    const passed = { ...sent, id: 'v2', state: 'passed_challenge', request_url };
    const awaited = pairOf(createAwaitedCode(secrets).keep({ kind: 'verification', flow: id }));
    const answer = await answerTo(
      '/verification?flow=v2',
      verification(passed, { '/sessions/whoami': nobody }),
      awaited,
    );
    expect(cookiesSet(answer).join('\n')).toMatch(/^portal_verified=1;/m);
  },
);

test('a sign-up is announced once: not in the verification that replaces the first one', async () => {
  for (const [request_url, isAnnounced] of [
    ['http://portal.test/self-service/registration/browser', true],
    ['http://portal.test/self-service/verification?flow=v1', false],
  ] as const) {
    const cookie = pairOf(createSignUpCookie(secrets).keep('id', { flow: isAnnounced ? sent.id : 'v1' }));
    const { html } = await shownPage(path, verification({ ...sent, request_url }), cookie);
    expect(html.includes('Your account has been created.')).toBe(isAnnounced);
  }
});
