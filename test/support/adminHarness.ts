import { adminPolicy } from '../../server/admin/adminPolicy.ts';
import type { Authorize } from '../../server/admin/authorize.ts';
import { createProvider } from '../../server/upstreams/provider.ts';
import { readSettings } from '../../server/settings/config.ts';
import type { GatewayOptions } from '../../server/gateway/gateway.ts';
import { providerCookies } from '../../server/security/cookies/providerCookies.ts';
import { expect } from '@jest/globals';
import { fakeUpstream, gatewayHarness, type FakeUpstream } from './selfClosingGateway.ts';

/** The portal's origin. */
const portalUrl = 'https://portal.example';
/** The identity of the session below. */
export const adminId = '7b8d2f5e-0000-4000-8000-000000000001';

/** A session that satisfies the admin policy if `adminId` is listed as an admin. */
export const session = {
  active: true,
  authenticated_at: new Date().toISOString(),
  authenticator_assurance_level: 'aal2',
  identity: { id: adminId, state: 'active', traits: {}, verifiable_addresses: [] },
};

/**
 * The admin policy in front of a provider.
 *
 * @param urls Kratos' public, Hydra's admin and Keto's read URL
 */
export function adminPolicyFor(
  urls: Record<'kratos' | 'hydra' | 'keto', string> & { kratosAdmin?: string },
  { admins, adminClients, timeoutMs }: { admins: string[]; adminClients: string[]; timeoutMs: number },
): Authorize {
  const cookies = providerCookies('ory_kratos_session');
  const settings = readSettings({
    PORTAL_URL: portalUrl,
    COOKIE_SECRET: 'a secret of more than thirty-two letters',
    KRATOS_PUBLIC_URL: urls.kratos,
    KRATOS_ADMIN_URL: urls.kratosAdmin,
    HYDRA_ADMIN_URL: urls.hydra,
    KETO_READ_URL: urls.keto,
    ORY_ADMIN_API_TOKEN: 'ours',
    PROVIDER_TIMEOUT_MS: String(timeoutMs),
  });
  const provider = createProvider(settings, cookies);
  return adminPolicy({ admins, adminClients, aal: 'aal2', maxAgeMs: 900_000, provider, portalUrl, cookies });
}

/** The upstreams' answers, and the portal's settings for admins. */
export interface AdminAnswers {
  /** Kratos' answer to whoami. */
  whoami?: { status: number; body: unknown };
  /** The answer of Kratos' admin API about the session's identity; no admin API if absent. */
  account?: { status: number; body: unknown };
  introspection?: unknown;
  /** Keto's answer to the check. */
  check?: { status: number; body: unknown };
  /** Answers the portal's own operations. */
  own?: GatewayOptions['own'];
  admins?: string[];
  adminClients?: string[];
}

/** A portal with an admin policy in front of a fake Kratos, Hydra and Keto. */
export async function adminHarness({
  whoami,
  account,
  introspection,
  check,
  own = {},
  admins = [adminId],
  adminClients = ['robot'],
}: AdminAnswers) {
  const answers = (answer: { status: number; body: unknown }) =>
    fakeUpstream((_request, response) => {
      response
        .writeHead(answer.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  const kratos = await answers(whoami ?? { status: 200, body: session });
  const hydra = await answers({ status: 200, body: introspection ?? { active: false } });
  const keto = await answers(check ?? { status: 200, body: { allowed: false } });
  const target = await fakeUpstream();
  const kratosAdmin = account && (await answers(account));
  const urls = {
    kratos: kratos.url,
    ...(kratosAdmin && { kratosAdmin: kratosAdmin.url }),
    hydra: hydra.url,
    keto: keto.url,
  };
  const authorize = adminPolicyFor(urls, { admins, adminClients, timeoutMs: 10_000 });
  const harness = await gatewayHarness({ kratosAdmin: target.url }, { authorize, own, adminToken: 'ours' });
  const call = (headers: Record<string, string>, path = '/admin/identities/i1', method = 'GET') =>
    fetch(harness.url + path, { method, headers, redirect: 'manual' });
  return { ...harness, call, kratos, kratosAdmin, hydra, keto, target };
}

/** A signed-in browser's cookies. */
export const cookie = { Cookie: 'locale=fr; ory_kratos_session=abc; portal_csrf=x' };
const idOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { error: { id: unknown } }).error.id;

/** Expects a refusal, and no request at the protected upstream. */
export async function refused(
  response: Promise<Response>,
  status: number,
  id: string,
  target: FakeUpstream,
): Promise<void> {
  const given = await response;
  expect([given.status, await idOf(given)]).toEqual([status, id]);
  expect(target.received).toEqual([]);
}
