import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { closeHarness, fakeUpstream, gatewayHarness } from '../../../test/support/gatewayHarness.ts';
import { upstreamFailed } from '../../http/errors.ts';
import type { Grants } from '../../provider/grants.ts';
import type { Hydra } from '../../provider/hydra.ts';
import type { Identities, StoredIdentity } from '../../provider/identities.ts';
import type { AdminSession, Kratos } from '../../provider/kratos.ts';
import { providerCookies } from '../../security/providerCookies.ts';
import { createAskingApplication } from '../../security/askingApplication.ts';
import { createSignUpCookie } from '../../security/signUpCookie.ts';
import { createReview } from './review.ts';

afterEach(closeHarness);

const portalUrl = 'https://portal.example';
const cookies = providerCookies('ory_kratos_session');
const signUp = createSignUpCookie({ secret: 'a secret', portalUrl });
const askingApplication = createAskingApplication({ secret: 'a secret', portalUrl });
const email = 'ada@example.org';
const account = (verified: boolean): StoredIdentity => ({
  id: 'ada',
  traits: {},
  metadata_public: null,
  metadata_admin: null,
  verifiable_addresses: [{ value: email, verified }],
  credentials: { password: { config: { hashed_password: 'a' } } },
});

type SessionAnswer = AdminSession | 'none' | 'secondFactor';

interface KratosAnswers {
  /** What Kratos answers to the form. */
  answer?: { status?: number; headers?: Record<string, string | string[]>; body?: string };
  /** Whether the form proves the address. */
  proves?: boolean;
  /** The flow that the form belongs to, where the browser may see it. */
  flow?: object;
  session?: SessionAnswer | (() => SessionAnswer);
  /** The status of Kratos' answer to a new verification. */
  verification?: number;
  admin?: Partial<Identities>;
}

/** A portal whose Kratos has one account. */
async function portal({
  answer = {},
  proves = true,
  flow,
  session = 'none',
  verification = 200,
  admin = {},
}: KratosAnswers) {
  const upstream = await fakeUpstream((request, response) => {
    const isForm = request.method === 'POST';
    response.writeHead(isForm ? (answer.status ?? 200) : flow ? 200 : 404, isForm ? answer.headers : {});
    response.end(isForm ? (answer.body ?? '{}') : JSON.stringify(flow ?? {}));
  });
  const identities = {
    find: () => Promise.resolve(account(false)),
    get: () => Promise.resolve(account(proves)),
    endCredentials: jest.fn(() => Promise.resolve<string[]>([])),
    endSessions: jest.fn(() => Promise.resolve()),
    unverify: jest.fn(() => Promise.resolve()),
    recoveryCode: jest.fn(() => Promise.resolve(undefined)),
    ...admin,
  } satisfies Identities;
  const kratos: Kratos = {
    whoami: () => Promise.resolve(typeof session === 'function' ? session() : session),
    answer: () => Promise.resolve({ status: verification, body: {}, setCookie: [] }),
  };
  const revoke = jest.fn<Grants['revoke']>(() => Promise.resolve());
  const hydra = { grants: { revoke } } as unknown as Hydra;
  const { url } = await gatewayHarness(
    { kratosPublic: upstream.url },
    { review: createReview({ kratos, identities, hydra, cookies, secret: 'a secret', portalUrl }) },
  );
  const post = (fields: object, headers = {}, kind = 'login'): Promise<Response> =>
    fetch(`${url}/self-service/${kind}?flow=f1`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    });
  return { identities, post, revoke };
}

const code = { method: 'code', identifier: email, code: '123456' };
const password = { method: 'password', identifier: email, password: 'a' };
const sessionOf = (verifiable_addresses: unknown): AdminSession =>
  ({ id: 's', active: true, identity: { id: 'ada', verifiable_addresses } }) as AdminSession;
const unproved = { value: email, via: 'email', verified: false };
const verified = sessionOf([{ value: email, via: 'email', verified: true }]);
const setsSession = { 'Set-Cookie': ['csrf_token_a=b; Path=/', 'ory_kratos_session=new; Path=/'] };

describe('a first proof of an address', () => {
  test('ends what is older, what applications were granted, and all sessions but the new one', async () => {
    const { identities, post, revoke } = await portal({
      answer: { headers: setsSession },
      session: verified,
    });
    const answer = await post(code);
    expect(identities.endCredentials).toHaveBeenCalled();
    expect(identities.endSessions).toHaveBeenCalledWith('ada', 's');
    expect(answer.headers.getSetCookie().join()).toMatch(
      /ory_kratos_session=new.*portal_credentials_ended=1/,
    );
    expect(revoke).toHaveBeenCalledWith('ada', { all: 'true' });
  });

  test('leads to the sign-in where its own session, which lacks a second factor, has ended with the others', async () => {
    let hasEnded = false;
    const { post } = await portal({
      answer: { headers: setsSession },
      session: () => (hasEnded ? 'none' : 'secondFactor'),
      admin: { endSessions: () => Promise.resolve(void (hasEnded = true)) },
    });
    const answer = await post({ method: 'code', email, code: '123456' }, {}, 'recovery');
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { redirect_browser_to: `${portalUrl}/login` },
    ]);
    const cookies = answer.headers.getSetCookie().join();
    expect(cookies).toContain('portal_credentials_ended=1');
    expect(cookies).not.toContain('ory_kratos_session');
  });

  test('ends once more what a change of the settings has written back meanwhile', async () => {
    const done: string[] = [];
    const note =
      <Value>(what: string, value: Value) =>
      (): Promise<Value> =>
        Promise.resolve(done.push(what)).then(() => value);
    const { post } = await portal({
      answer: { headers: setsSession },
      session: verified,
      admin: { endCredentials: note('credentials', []), endSessions: note('sessions', undefined) },
    });
    await post(code);
    expect(done).toEqual(['credentials', 'sessions', 'credentials', 'sessions']);
  });

  test('is taken back where keys are left that nobody can remove', async () => {
    const { identities, post } = await portal({
      answer: { headers: setsSession },
      session: verified,
      admin: { endCredentials: () => Promise.resolve(['passkey']) },
    });
    expect((await post(code)).status).toBe(502);
    expect(identities.unverify).toHaveBeenCalled();
  });

  test.each([
    ['a sign-in, with scripts', 'login', 400, '{}', {}],
    ['a sign-in, without scripts', 'login', 303, '', { accept: 'text/html' }],
    ['a recovery, with scripts', 'recovery', 200, '{}', {}],
    ['a recovery, without scripts', 'recovery', 303, '', { accept: 'text/html' }],
  ])('ends nothing for a wrong code in %s at that moment', async (_what, kind, status, body, headers) => {
    const answer = { status, body, headers: { location: '/login?flow=f1' } };
    for (const flow of [{ id: 'f1', state: 'sent_email' }, undefined]) {
      const { identities, post } = await portal({ answer, ...(flow && { flow }) });
      await post({ ...code, email }, headers, kind);
      expect(identities.endCredentials).not.toHaveBeenCalled();
    }
    const { identities, post } = await portal({ answer, flow: { id: 'f1', state: 'passed_challenge' } });
    await post({ ...code, email }, headers, kind);
    expect(identities.endCredentials).toHaveBeenCalled();
  });

  test('ends nothing for somebody who signs in to another account at that moment', async () => {
    const session = { ...verified, identity: { ...verified.identity, id: 'eve' } };
    const { identities, post } = await portal({ answer: { headers: setsSession }, session });
    await post({ ...code, address: 'eve@example.org' });
    expect(identities.endCredentials).not.toHaveBeenCalled();
  });

  test('is none where the sign-in began before the account got the address: it starts over', async () => {
    const young = (): Promise<StoredIdentity> =>
      Promise.resolve({
        ...account(true),
        verifiable_addresses: [{ value: email, verified: true, created_at: '2026-01-01T12:00:00.5Z' }],
      });
    const admin = { find: young };
    for (const [issued_at, status, location] of [
      ['2026-01-01T12:00:00.4Z', 410, `${portalUrl}/login`],
      ['2026-01-01T12:00:00.6Z', 200, null],
      [undefined, 410, `${portalUrl}/login`],
    ] as const) {
      const { post } = await portal({ flow: { issued_at }, admin });
      expect((await post(code)).status).toBe(status);
      const native = await post(code, { accept: 'text/html' });
      expect(native.headers.get('location')).toBe(location);
    }
  });

  test('is taken back where that fails, and nothing of the answer is passed on', async () => {
    const { identities, post } = await portal({
      answer: { headers: setsSession },
      admin: { endCredentials: () => Promise.reject(upstreamFailed()) },
    });
    const answer = await post(code);
    expect(answer.status).toBe(502);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(identities.unverify).toHaveBeenCalledWith(expect.objectContaining({ id: 'ada' }), [email]);
    expect(identities.endSessions).toHaveBeenCalledWith('ada', undefined);
  });

  test('counts where the provider’s answer is lost', async () => {
    const { identities, post } = await portal({
      answer: { headers: { 'Content-Encoding': 'gzip' }, body: 'not gzip' },
    });
    expect((await post(code)).status).toBe(502);
    expect(identities.endCredentials).toHaveBeenCalled();
  });

  test.each([
    ['a form that proves nothing', code, false, {}],
    ['a sign-in with a password', password, true, {}],
    ['the browser that presented the credential', code, true, { account: 'ada' }],
  ])('%s ends nothing', async (_what, fields, proves, presented) => {
    const { identities, post } = await portal({
      proves,
      answer: { headers: setsSession },
      session: verified,
    });
    const cookie = 'account' in presented ? signUp.keep(presented)?.split(';')[0] : undefined;
    await post(fields, cookie === undefined ? {} : { cookie });
    expect(identities.endCredentials).not.toHaveBeenCalled();
  });

  test.each([
    ['without a session', 'none'],
    ['with one of an account that has another address to verify', sessionOf([unproved])],
  ] as const)(
    'of an address that the provider does not name, %s, leads to a verification in this browser',
    async (_what, session) => {
      const { post } = await portal({ session });
      const own = { cookie: 'ory_kratos_session=own' };
      const answer = await post({ method: 'code', code: '123456' }, own, 'verification');
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { redirect_browser_to: `${portalUrl}/verification?elsewhere=true` },
      ]);
      const native = await post({ method: 'code', code: '123456' }, { accept: 'text/html' }, 'verification');
      expect([native.status, native.headers.get('location')]).toEqual([
        303,
        `${portalUrl}/verification?elsewhere=true`,
      ]);
    },
  );
});

describe('a verification of which another browser types the right code at the same moment', () => {
  const cookie = signUp.keep({ flow: 'f1', account: 'ada' })?.split(';')[0] ?? '';
  const fields = { method: 'code', email, code: '000000' };
  const refused = JSON.stringify({ id: 'f1', state: 'sent_email' });
  const flow = {
    id: 'f1',
    state: 'sent_email',
    ui: { nodes: [{ attributes: { name: 'email', value: email } }] },
  };

  test.each([
    ['with scripts', { body: refused }, {}],
    ['without scripts', { body: refused }, { accept: 'text/html' }],
    [
      'in a flow that ended',
      { status: 303, headers: { location: '/verification?flow=f2' } },
      { accept: 'text/html' },
    ],
  ])('hands over no session for a wrong code, %s', async (_what, answer, headers) => {
    const { identities, post } = await portal({ answer, flow });
    await post(fields, { cookie, ...headers }, 'verification');
    expect(identities.recoveryCode).not.toHaveBeenCalled();
  });

  test('ends nothing for a stranger’s wrong code', async () => {
    const { identities, post } = await portal({ answer: { body: refused }, flow });
    for (const accept of ['application/json', 'text/html']) {
      const answer = await post(fields, { accept }, 'verification');
      expect(answer.status).toBe(accept === 'text/html' ? 303 : 200);
    }
    expect(identities.endCredentials).not.toHaveBeenCalled();
    expect(identities.endSessions).not.toHaveBeenCalled();
  });
});

describe('a verification during an application’s request, without scripts', () => {
  const asking = askingApplication
    .keep({ name: 'Harbor Clinic', requestUrl: `${portalUrl}/oauth2/auth` })
    ?.split(';')[0];
  const signedUp = signUp.keep({ flow: 'f1', account: 'ada' })?.split(';')[0];
  const headers = { accept: 'text/html', cookie: `${asking}; ${signedUp}` };
  const fields = { method: 'code', email, code: '123456' };
  const mailed = { id: 'f1', ui: { nodes: [{ attributes: { name: 'email', value: email } }] } };
  const toFlow = { status: 303, headers: { location: '/verification?flow=f1' } };

  test('is answered as the provider does: it answers the request', async () => {
    const location = 'https://hydra.example/oauth2/auth?login_verifier=v';
    const answer = { status: 303, headers: { ...setsSession, location } };
    const { identities, post } = await portal({ answer, session: verified, flow: mailed });
    const answered = await post(fields, headers, 'verification');
    expect(answered.headers.get('location')).toBe(location);
    expect(answered.headers.getSetCookie().join()).toContain('ory_kratos_session=new');
    expect(identities.endCredentials).not.toHaveBeenCalled();
    expect(identities.recoveryCode).not.toHaveBeenCalled();
  });

  test.each([
    ['sent_email', false],
    ['passed_challenge', true],
  ])('ends what is older if the flow of a stranger says %s: %p', async (state, isEnding) => {
    const { identities, post } = await portal({ answer: toFlow, flow: { ...mailed, state } });
    await post(fields, { ...headers, cookie: asking }, 'verification');
    const ended = expect(identities.endCredentials);
    if (isEnding) ended.toHaveBeenCalled();
    else ended.not.toHaveBeenCalled();
  });

  test('hands over no session where the right code may be another browser’s', async () => {
    const { identities, post } = await portal({
      answer: toFlow,
      flow: { ...mailed, state: 'passed_challenge' },
    });
    await post(fields, headers, 'verification');
    expect(identities.recoveryCode).not.toHaveBeenCalled();
  });
});

test('a right code for another address hands over no session of an account that the form only names', async () => {
  const cookie = signUp.keep({ flow: 'f2', account: 'ada' })?.split(';')[0] ?? '';
  const flow = { ui: { nodes: [{ attributes: { name: 'email', value: 'eve@example.org' } }] } };
  const eve = { ...account(true), id: 'eve' };
  const { identities, post } = await portal({
    answer: { body: JSON.stringify({ id: 'f1', state: 'passed_challenge' }) },
    flow,
    admin: { find: (address) => Promise.resolve(address === email ? account(false) : eve) },
  });
  await post({ method: 'code', code: '123456', email }, { cookie }, 'verification');
  expect(identities.recoveryCode).not.toHaveBeenCalled();
});

describe('a sign-up', () => {
  const opened = { status: 303, headers: { location: `${portalUrl}/verification?flow=f1` } };
  const traits = { 'traits.email': email, 'traits.name.first': 'boss@example.org' };
  const person = { accept: 'text/html', cookie: 'csrf_token_a=b' };

  test.each([
    ['is remembered for the account that it made', [email, 'boss@example.org'], 'ada'],
    ['is not remembered for an account that it only names', ['boss@example.org'], undefined],
  ])('%s', async (_what, own, remembered) => {
    const found = { ...account(false), traits: { own } };
    const { post } = await portal({ answer: opened, admin: { find: () => Promise.resolve(found) } });
    const answer = await post({ method: 'password', password: 'a', ...traits }, person, 'registration');
    const line = answer.headers.getSetCookie().find((one) => one.includes('portal_sign_up'));
    expect(signUp.read(line?.split(';')[0])?.account).toBe(remembered);
  });
});

describe('a new session', () => {
  test.each([
    ['one that is not verified', [unproved]],
    ['several that are not', [unproved, unproved]],
  ])('of an account with addresses, %s, is not handed over', async (_what, addresses) => {
    const { post } = await portal({ answer: { headers: setsSession }, session: sessionOf(addresses) });
    const answer = await post(password);
    expect(answer.status).toBe(422);
    expect(answer.headers.getSetCookie().join()).not.toContain('ory_kratos_session');
    const token = await portal({
      answer: { body: '{"session_token":"ory_st_a"}' },
      session: sessionOf(addresses),
    });
    const refused = await token.post(password);
    expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining('ory_st_a')]);
  });

  test.each([
    ['null', null],
    ['none', []],
    ['one of them verified', [unproved, { ...unproved, verified: true }]],
  ])('of an account whose addresses are %s is handed over', async (_what, addresses) => {
    const { post } = await portal({ answer: { headers: setsSession }, session: sessionOf(addresses) });
    const answer = await post(password);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toContain('ory_kratos_session=new; Path=/; Secure');
  });

  test.each([
    ['off', 400, true],
    ['out of order', 500, false],
    ['out of reach', 0, false],
  ])(
    'of an account with an unproved address, where verification is %s (%i), is handed over: %p',
    async (_what, verification, isHandedOver) => {
      const { post } = await portal({
        answer: { headers: setsSession },
        session: sessionOf([unproved]),
        verification,
      });
      const cookies = (await post(password)).headers.getSetCookie().join();
      expect(cookies.includes('ory_kratos_session=new')).toBe(isHandedOver);
    },
  );

  test('that is nobody’s, or that needs a second factor for an unproved account, is not handed over', async () => {
    for (const [session, status] of [
      ['none', 502],
      ['secondFactor', 422],
    ] as const) {
      const { post } = await portal({ answer: { headers: setsSession }, session });
      const answer = await post(password);
      expect(answer.status).toBe(status);
      expect(answer.headers.getSetCookie().join()).not.toContain('ory_kratos_session');
    }
  });
});
