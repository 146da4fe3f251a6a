import { jest } from '@jest/globals';
import type { Grants } from '../../server/provider/grants.ts';
import type { Hydra } from '../../server/provider/hydra.ts';
import type { Identities, StoredIdentity } from '../../server/provider/identities.ts';
import type { AdminSession, Kratos } from '../../server/provider/kratos.ts';
import { createAskingApplication } from '../../server/security/cookies/askingApplication.ts';
import { providerCookies } from '../../server/security/cookies/providerCookies.ts';
import { createSignUpCookie } from '../../server/security/cookies/signUpCookie.ts';
import { createReview } from '../../server/gateway/proof/review.ts';
import { fakeUpstream, gatewayHarness } from './gatewayHarness.ts';

export const portalUrl = 'https://portal.example';
const cookies = providerCookies('ory_kratos_session');
export const signUp = createSignUpCookie({ secret: 'a secret', portalUrl });
export const askingApplication = createAskingApplication({ secret: 'a secret', portalUrl });
export const email = 'ada@example.org';
export const account = (verified: boolean): StoredIdentity => ({
  id: 'ada',
  traits: {},
  metadata_public: null,
  metadata_admin: null,
  verifiable_addresses: [{ value: email, verified }],
  credentials: { password: { config: { hashed_password: 'a' } } },
});

type SessionAnswer = AdminSession | 'none' | 'secondFactor';

interface KratosAnswers {
  /** Kratos' answer to the form. */
  answer?: { status?: number; headers?: Record<string, string | string[]>; body?: string };
  /** Whether the form proves the address. */
  proves?: boolean;
  /** The flow that the form belongs to; Kratos answers 404 if absent. */
  flow?: object;
  session?: SessionAnswer | (() => SessionAnswer);
  /** The status with which Kratos answers a new verification. */
  verification?: number;
  admin?: Partial<Identities>;
}

/** A gateway that reviews forms, in front of a Kratos with one account. */
export async function reviewHarness({
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
    {
      review: createReview({
        kratos,
        identities,
        hydra,
        cookies,
        secret: 'a secret',
        portalUrl,
        remembersMethods: true,
      }),
    },
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

export const code = { method: 'code', identifier: email, code: '123456' };
export const password = { method: 'password', identifier: email, password: 'a' };
export const sessionOf = (verifiable_addresses: unknown): AdminSession =>
  ({ id: 's', active: true, identity: { id: 'ada', verifiable_addresses } }) as AdminSession;
export const unproved = { value: email, via: 'email', verified: false };
export const verified = sessionOf([{ value: email, via: 'email', verified: true }]);
export const setsSession = { 'Set-Cookie': ['csrf_token_a=b; Path=/', 'ory_kratos_session=new; Path=/'] };
