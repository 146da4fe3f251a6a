import { describe, expect, test } from '@jest/globals';
import { providerName } from '../../shared/flow/providerName.ts';
import {
  createAskingApplication,
  createLastingMessages,
  createTypedFieldsCookie,
} from '../security/cookies/pageCookies.ts';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { input, text } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { fakeUpstream } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness } from '../../test/support/oauth2Harness.ts';
import { cookiesSet, getPage, markup, portalWith, sessionCookie } from '../../test/support/servedPage.ts';
import {
  answersWith,
  answerTo,
  pairOf,
  secrets,
  shownPage,
  withField,
  type KratosAnswers,
} from '../../test/support/shownPage.ts';

const { portalUrl } = secrets;
const flow = recordedFlow('settings');
const path = `/settings?flow=${flow.id}`;
const settings = (shown: object = flow, more: KratosAnswers = {}) => answersWith('settings', shown, more);
const signedInAt = (authenticated_at: string): KratosAnswers => ({
  '/sessions/whoami': [200, { id: 's1', active: true, authenticated_at, identity: { id: 'i1', traits: {} } }],
});

describe('settings after a recovery', () => {
  const back = `${portalUrl}/login?login_challenge=c1`;
  const visit = async (return_to: string, cookies = sessionCookie) =>
    (await shownPage(path, settings({ ...flow, return_to }), cookies)).html;

  test('name the application that is waiting for the sign-in, and link to that sign-in', async () => {
    const application = { requestUrl: `${portalUrl}/oauth2/auth`, name: 'Harbor Clinic' };
    const kept = pairOf(createAskingApplication(secrets).keep(application));
    const named = await visit(back, `${sessionCookie}; ${kept}`);
    expect(named).toContain('Harbor Clinic is waiting for you.');
    expect(named).toContain(`href="${back}"`);
    expect(await visit(back)).toContain('An application is waiting for you.');
  });

  test.each([`${portalUrl}/login`, `${portalUrl}/`, 'https://evil.example/login?login_challenge=c1', 'x'])(
    'mention no application with the return_to %s',
    async (returnTo) => {
      expect(await visit(returnTo)).not.toContain('is waiting for you');
    },
  );
});

test('the settings after a recovery know which service was to be linked, and can be', async () => {
  const propsWith = async (provider: string) => {
    const message = { id: 1010016, type: 'info', text: 'Sign in to link.', context: { provider } } as const;
    const kept = pairOf(createLastingMessages(secrets).keep({ flow: 'l1', messages: [message] }));
    return (await shownPage(path, settings(), `${sessionCookie}; ${kept}`)).props;
  };
  const services = flow.ui.nodes.filter(({ group }) => group === 'oidc').map((node) => providerName(node));
  expect(services.length).toBeGreaterThan(0);
  expect((await propsWith(services[0] ?? '')).notLinked).toBe('acme');
  expect((await propsWith('elsewhere')).notLinked).toBeUndefined();
});

describe('a settings form that was sent without scripts after the session had ended', () => {
  const typedFields = createTypedFieldsCookie(secrets);
  const typed = (id: string, fields: [string, string][] = [['traits.name.first', 'Zoe']]): string =>
    `${sessionCookie}; ${pairOf(typedFields.keep(id, fields))}`;
  const visit = async (cookie: string) => {
    const { html, set } = await shownPage(path, settings(), cookie);
    const isDeleted = set.includes(typedFields.forget(typed('f1')) ?? 'none');
    const inputs = html.match(/<input[^>]*name="traits[^>]*>/g) ?? [];
    return {
      again: html.includes('Make your change again.'),
      isDeleted,
      inputs,
      hasTyped: html.includes('Zoe'),
    };
  };

  test('is filled in once if it was the profile’s, and the page asks to submit it again', async () => {
    expect(await visit(typed(flow.id))).toMatchObject({ again: true, isDeleted: true, hasTyped: true });
  });

  test('leaves the profile as it is if it was another section’s, and the page asks to submit it again', async () => {
    const asServed = await visit(sessionCookie);
    expect(asServed).toMatchObject({ again: false, isDeleted: false });
    expect(await visit(typed(flow.id, []))).toMatchObject({ again: true, inputs: asServed.inputs });
  });

  test('is not filled into another flow, and its cookie is deleted', async () => {
    expect(await visit(typed('another'))).toMatchObject({ again: false, isDeleted: true, hasTyped: false });
  });

  test('is not shown to anybody to whom the provider refuses the flow', async () => {
    const error = { id: 'security_identity_mismatch', code: 403, reason: 'x' };
    const answers = { '/self-service/settings/flows': [403, { error }] } satisfies KratosAnswers;
    expect((await answerTo(path, answers, typed(flow.id))).text).not.toContain('Zoe');
  });
});

test.each([
  [
    'before the last sign-in gets the CSRF token that the browser has had since then',
    '01',
    'present',
    'former',
  ],
  ['after the last sign-in keeps its CSRF token', '00', 'former', 'present'],
])('a settings flow from %s', async (_what, second, token, other) => {
  const issued = { ...flow, issued_at: '2026-01-01T10:00:00.500Z' };
  const withToken = (value: string) => withField(issued, 'csrf_token', { value });
  const { html } = await shownPage(
    path,
    settings(withToken('former'), {
      ...signedInAt(`2026-01-01T10:00:${second}Z`),
      '/self-service/settings/browser': [200, { ...withToken('present'), id: 'newer' }],
    }),
    sessionCookie,
  );
  expect(html).toContain(`value="${token}"`);
  expect(html).not.toContain(`value="${other}"`);
  expect(html).toContain(flow.ui.action.replaceAll('&', '&amp;'));
});

test('a social account of somebody else is reported at its service, by name', async () => {
  const link = (value: string, label: string) =>
    input('oidc', 'link', 'submit', { value }, text(1050002, `Link ${label}`, { provider: label }));
  const exists = text(4000007, 'An account with the same identifier exists already.', {}, 'error');
  const nodes = [
    ...flow.ui.nodes.filter(({ group }) => group !== 'oidc'),
    link('acme', 'Acme'),
    link('u', 'Umbrella'),
  ];
  const traits = { email: 'ann@example.org', name: { first: 'Ann' }, tos: true };
  const identity = { ...flow.identity, traits };
  const refused = { ...flow, identity, ui: { ...flow.ui, nodes, messages: [exists] } };
  const page = async (cookie: string) => (await shownPage(path, settings(refused), cookie)).html;
  const named = await page(`${sessionCookie}; portal_change=${flow.id}.oidc.answered.u`);
  expect(named).toMatch(
    /id="oidc"[^]*That Umbrella account belongs to another account here\. Sign in with Umbrella/,
  );
  expect(named.match(/belongs to another account here/g)).toHaveLength(1);
  expect(await page(sessionCookie)).toContain('That account belongs to another account here.');
});

describe('the page after a change that was sent without scripts', () => {
  const saved = recordedFlow('settings-saved');
  const visit = async (cookie: string, shown = saved) => {
    const { visit: open, kratos } = await oauth2Harness(
      {},
      {
        'GET /self-service/settings/flows': [200, shown],
        'GET /sessions': [200, []],
        'DELETE /sessions': [200, {}],
      },
    );
    const answer = await open(`/settings?flow=${shown.id}`, [`portal_change=${cookie}`]);
    const endsSessions = kratos.received.some(({ method }) => method === 'DELETE');
    return { answer, endsSessions, html: markup(answer.text) };
  };

  test('leads once to the message that says what was changed', async () => {
    const { answer } = await visit(`${saved.id}.password.answered`);
    expect([answer.status, answer.headers.location]).toEqual([303, `/settings?flow=${saved.id}#done`]);
    expect(cookiesSet(answer).join()).toContain(`portal_change=${saved.id}.password.seen;`);
    const seen = await visit(`${saved.id}.password.seen`);
    expect(seen.answer.status).toBe(200);
    expect(seen.html).toContain('New password set<');
  });

  test.each(['another.password.answered', `${saved.id}.everything.answered`, ''])(
    'with the cookie %j says only that a change was saved',
    async (cookie) => {
      expect((await visit(cookie)).html).toContain('Your changes have been saved!<');
    },
  );

  const refusal = { id: 4000001, type: 'error', text: 'No such address.' };
  test.each([
    ['a change that the provider refused', 'totp.answered', recordedFlow('settings-totp-wrong')],
    [
      'a refused change because of an earlier change’s message',
      'profile.answered',
      withField(saved, 'traits.email', {}, { messages: [refusal] }),
    ],
    [
      'a change whose re-authentication was abandoned nor, again, the change before it',
      'passkeyOff.waits',
      saved,
    ],
  ])('does not confirm %s', async (_what, change, shown) => {
    const { answer, endsSessions, html } = await visit(`${shown.id}.${change}`, shown);
    expect([answer.status, endsSessions]).toEqual([200, false]);
    expect(html).not.toMatch(
      /(?:Authenticator app turned on|Profile saved|Passkey removed|have been saved!)</,
    );
  });

  test.each([
    ['passkeyOff.answered', true],
    ['passkeyOff.seen', false],
    ['passkey.answered', false],
  ])('that was %s signs the user out everywhere else: %s', async (change, endsSessions) => {
    expect(await visit(`${saved.id}.${change}`)).toMatchObject({ endsSessions });
  });
});

describe('GET /settings/credentials', () => {
  test('tells the signed-in user which credentials are set up, without secrets', async () => {
    const credentials = {
      password: { config: { hashed_password: '$argon2id$secret' } },
      lookup_secret: { config: { recovery_codes: [{ code: 'secret', used_at: null }] } },
    };
    const kratos = await fakeUpstream((received, response) => {
      const identity = { id: 'i1', traits: {} };
      const isWhoami = received.url?.startsWith('/sessions/whoami') === true;
      const body = isWhoami ? { id: 's1', active: true, identity } : { id: 'i1', credentials };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url, KRATOS_ADMIN_URL: kratos.url });
    const answer = await getPage(app, '/settings/credentials', sessionCookie).expect(200);
    expect(answer.body).toMatchObject({ password: true, backupCodes: { left: 1, used: 0 } });
    expect(answer.text).not.toContain('secret');
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  test('tells a signed-out visitor nothing', async () => {
    await getPage(await portalWith(), '/settings/credentials').expect(404);
  });
});
