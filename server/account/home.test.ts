import { describe, expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { deadUrl } from '../../test/support/gatewayHarness.ts';
import { getPage, markup, sessionCookie } from '../../test/support/servedPage.ts';
import { createLastingMessages } from '../security/cookies/pageCookies.ts';
import { pairOf, secrets, shownPage, withUi, type KratosAnswers } from '../../test/support/shownPage.ts';
import { removePasskey } from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';

const withPasskey = recordedFlow('settings-passkey');
const { nodes } = withPasskey.ui;
const withoutPasskey = withUi(withPasskey, {
  nodes: nodes.filter(({ meta }) => meta.label?.id !== removePasskey),
});
const withoutMethod = withUi(withPasskey, {
  nodes: nodes.filter(({ group }) => group !== nodeGroup.passkey),
});

const session = (methods: string[], ageMs = 0): object => ({
  id: 's1',
  active: true,
  authenticated_at: new Date(Date.now() - ageMs).toISOString(),
  authentication_methods: methods.map((method) => ({ method, aal: method === 'totp' ? 'aal2' : 'aal1' })),
  identity: { id: 'i1', schema_id: 'default', schema_url: '', traits: { name: { first: 'Ada' } } },
});

/** Returns the home page of a user who has signed in so, given the answers about the settings. */
async function home(methods: string[], answers: KratosAnswers = {}, cookie = '', ageMs = 0): Promise<string> {
  const all = {
    '/sessions/whoami': [200, session(methods, ageMs)],
    '/self-service/settings/browser': [200, withoutPasskey],
    ...answers,
  } satisfies KratosAnswers;
  const { html } = await shownPage('/', all, `${sessionCookie}; ${cookie}`);
  expect(html).toContain('Welcome, Ada');
  return html;
}

const created = 'Your account has been created.';
const welcome = 'This is the start page of your account at Stethoscope.';
const minute = 60_000;

test.each([
  ['just been created with the session', 'code', 0, '', [created, welcome]],
  ['been created a moment ago, after a reload', 'code', 0, 'portal_welcomed=1', []],
  ['been created before the user signed in for the first time', 'password', 10 * minute, '', [welcome]],
  ['been created long before the user signed in', 'code', 61 * minute, '', []],
])('an account that has %s is welcomed accordingly', async (_what, method, age, cookie, said) => {
  const signedIn = session([method]) as { identity: object };
  const created_at = new Date(Date.now() - age).toISOString();
  const who = { ...signedIn, identity: { ...signedIn.identity, created_at } };
  const answers = { '/sessions/whoami': [200, who] } satisfies KratosAnswers;
  const { html, set } = await shownPage('/', answers, `${sessionCookie}; ${cookie}`);
  expect([created, welcome].filter((text) => html.includes(text))).toEqual(said);
  expect(set.includes('portal_welcomed=1;')).toBe(said.length > 0);
});

const offer = 'Create a passkey';
const settings = (...answer: [number, object]): KratosAnswers => ({
  '/self-service/settings/browser': answer,
});

test('the offer of a passkey is made after a sign-in with a password, with a second factor or without, and carries no other form', async () => {
  for (const methods of [['password'], ['password', 'totp']]) {
    const page = await home(methods);
    expect(page).toContain(offer);
    expect(page).toMatch(/name="passkey_create_data"/);
    expect(page).not.toMatch(/name="(?:traits|password|webauthn)/);
  }
});

const notAllowed = { error: { id: 'session_refresh_required', code: 403 } };
test.each<[string, ...Parameters<typeof home>]>([
  ['signed in with a passkey', ['passkey']],
  ['signed in with a social account', ['oidc']],
  ['signed in too long ago to change anything', ['password'], {}, '', 16 * 60 * 1000],
  ['has a passkey already', ['password'], settings(200, withPasskey)],
  ['cannot have one', ['password'], settings(200, withoutMethod)],
  ['is not allowed to change anything', ['password'], settings(403, notAllowed)],
  ['declined it on this device', ['password'], {}, 'portal_no_passkey_offer=1'],
])('the offer of a passkey is not made to a user who %s', async (_who, ...visit) => {
  expect(await home(...visit)).not.toContain(offer);
});

const saved = recordedFlow('settings-saved');
test.each([
  ['once the provider says so', saved, 'passkey', true],
  ['not before', withPasskey, 'passkey', false],
  ['not again', saved, 'passkey.seen', false],
])('the home page says that the offered passkey was created: %s', async (_when, flow, change, isSaid) => {
  const answers: KratosAnswers = {
    ...settings(200, withPasskey),
    '/self-service/settings/flows': [200, flow],
  };
  const html = await home(['password'], answers, `portal_change=${saved.id}.${change}.answered`);
  expect(html.includes('Passkey added.')).toBe(isSaid);
});

test.each([
  ['after a recovery', ['code_recovery'], 'password.seen', true],
  ['not before it is saved', ['code_recovery'], 'password.waits', false],
  ['not after any other sign-in', ['password'], 'password.seen', false],
])('the home page says once that the new password is set: %s', async (_when, methods, change, isSaid) => {
  const answers: KratosAnswers = { '/sessions/whoami': [200, session(methods)] };
  const { html, set } = await shownPage('/', answers, `${sessionCookie}; portal_change=f1.${change}`);
  expect(html.includes('Your new password is set.')).toBe(isSaid);
  expect(set.includes('portal_change=; ')).toBe(isSaid);
});

test.each([
  ['a backup code', 'lookup_secret', 0, true],
  ['a backup code some time ago', 'lookup_secret', 2 * minute, false],
  ['another second factor', 'totp', 0, false],
])('a user who has signed in with %s is told accordingly', async (_what, method, age, isSaid) => {
  const completed_at = new Date(Date.now() - age).toISOString();
  const methods = [
    { method: 'password', aal: 'aal1' },
    { method, aal: 'aal2', completed_at },
  ];
  const who = { ...session([]), authentication_methods: methods };
  const { html } = await shownPage('/', { '/sessions/whoami': [200, who] }, sessionCookie);
  expect(html.includes('You signed in with a backup code.')).toBe(isSaid);
});

describe('a user whose address is not verified', () => {
  const unverified = (): object => {
    const known = session(['password']) as { identity: object };
    const verifiable_addresses = [{ value: 'ada@example.org', verified: false, via: 'email' }];
    return {
      ...known,
      identity: { ...known.identity, traits: { email: 'ada@example.org' }, verifiable_addresses },
    };
  };
  const visit = (verification: [number, object]) =>
    shownPage(
      '/',
      {
        '/sessions/whoami': [200, unverified()],
        '/self-service/settings/browser': [200, withoutPasskey],
        '/self-service/verification/browser': verification,
      },
      sessionCookie,
    );
  const begun = recordedFlow('verification');

  test.each([
    ['code', 'Email me a code'],
    ['link', 'Verify this address'],
  ])('has one step: to verify it, by %s, not to create a passkey', async (method, words) => {
    const nodes = begun.ui.nodes.map((node) =>
      'value' in node.attributes && node.attributes.value === 'code'
        ? { ...node, attributes: { ...node.attributes, value: method } }
        : node,
    );
    const { html } = await visit([200, withUi(begun, { nodes })]);
    expect(html).toContain(`<form action="${begun.ui.action}" method="post">`);
    expect(html).toMatch(/name="email" value="ada@example\.org"/);
    expect(html).toMatch(new RegExp(`<button value="${method}"[^>]*name="method">(?:<[^>]*>)*${words}<`));
    expect(html).toContain('ada@example.org, not verified yet');
    expect(html).not.toContain(offer);
  });

  test('is offered a passkey if the provider begins no verification', async () => {
    const { html } = await visit([500, {}]);
    expect(html).toContain(offer);
    expect(html).not.toContain('name="email"');
  });
});

test('the home page says what the session knows: the address, the second factor and when it began', async () => {
  const own = { value: 'ada@example.org', verified: true, via: 'email' };
  const known = session(['password', 'totp']);
  const answers: KratosAnswers = {
    '/sessions/whoami': [
      200,
      {
        ...known,
        authenticator_assurance_level: 'aal2',
        identity: {
          id: 'i1',
          traits: { email: own.value, name: { first: 'Ada' } },
          verifiable_addresses: [own],
        },
      },
    ],
  };
  const { html, props } = await shownPage('/', answers, sessionCookie);
  expect(html).toContain('ada@example.org, verified');
  expect(props.session).toEqual({
    isVerified: true,
    secondFactor: 'used',
    signedInAt: (known as { authenticated_at: string }).authenticated_at,
  });
});

test('a second factor that was set up after the sign-in was not used for it', async () => {
  const known = session(['password'], minute) as { authentication_methods: object[] };
  const totp = { method: 'totp', aal: 'aal2', completed_at: new Date().toISOString() };
  const authentication_methods = [...known.authentication_methods, totp];
  const who = { ...known, authentication_methods, authenticator_assurance_level: 'aal2' };
  const { props } = await shownPage('/', { '/sessions/whoami': [200, who] }, sessionCookie);
  expect(props.session).toMatchObject({ secondFactor: 'unused' });
});

test.each([
  ['is set up', { totp: { type: 'totp', created_at: '2026-11-05T08:00:00Z' } }, 'Used for this sign-in'],
  ['was turned off since', {}, 'Not set up'],
])('a second factor that was used for the sign-in and %s', async (_what, credentials, said) => {
  const who = { ...session(['password', 'totp'], minute), authenticator_assurance_level: 'aal2' };
  const answers = {
    '/sessions/whoami': [200, who],
    '/admin/identities/i1': [200, { id: 'i1', credentials }],
  } satisfies KratosAnswers;
  expect((await shownPage('/', answers, sessionCookie)).html).toContain(said);
});

test('the home page says once which account was linked by signing in, and not unless it was', async () => {
  const linkingOf = (duplicateIdentifier: string): string => {
    const context = { provider: 'Acme', duplicateIdentifier };
    const message = { id: 1010016, type: 'info', text: 'Sign in.', context } as const;
    return pairOf(createLastingMessages(secrets).keep({ flow: 'f1', messages: [message] }));
  };
  const kept = linkingOf('i1');
  const said = 'Your account is now linked with Acme.';
  expect(await home(['password', 'oidc'], {}, kept)).toContain(said);
  expect(await home(['password', 'totp'], {}, kept)).not.toContain(said);
  expect(await home(['oidc'], {}, kept)).not.toContain(said);
  expect(await home(['password', 'oidc'], {}, linkingOf('bob@example.org'))).not.toContain(said);
  const answers: KratosAnswers = { '/sessions/whoami': [200, session(['password', 'oidc'])] };
  const { set } = await shownPage('/', answers, `${sessionCookie}; ${kept}`);
  expect(set).toContain('portal_lasting=; Path=/; Max-Age=0');
});

test('without an answer from Kratos, offers no registration to a browser with a session cookie', async () => {
  const app = appInProcess({ KRATOS_PUBLIC_URL: await deadUrl() });
  const { text } = await getPage(app, '/', sessionCookie).expect(200);
  expect(markup(text)).toContain('we cannot tell whether you are signed in');
  expect(markup(text)).not.toContain('Create an account');
  expect(markup((await getPage(app, '/')).text)).toContain('Create an account');
});
