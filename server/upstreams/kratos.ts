import * as z from 'zod';
import type { Answer } from '../../shared/flow/classify.ts';
import { UpstreamTimeout, upstreamUnreachable } from './upstreamErrors.ts';
import { isHttps } from '../http/isHttps.ts';
import { PortalError } from '../http/PortalError.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { withSecure } from '../security/cookies/cookieHeaders.ts';
import type { BuiltRequest } from './providerRequest.ts';
import { whoamiRequest } from './requests.ts';
import type { Transport } from './transport.ts';

/** An answer with the cookies that it sets, to relay to the browser. */
export interface CookieAnswer extends Answer {
  setCookie: string[];
}

/** The browser on whose behalf a call is made. */
interface FrontendOptions {
  /** The browser's `Cookie` header. */
  cookie?: string | undefined;
  /** Aborts the call, for example when the browser disconnects. */
  signal?: AbortSignal;
}

/** The fields of a session that the admin policy needs. */
const adminSession = z.object({
  id: z.string().nullish(),
  active: z.literal(true),
  authenticator_assurance_level: z.string().nullish(),
  authenticated_at: z.string().nullish(),
  authentication_methods: z
    .array(z.object({ method: z.string(), aal: z.string().nullish() }))
    .nullish()
    .catch(undefined),
  identity: z.object({
    id: z.string().min(1),
    state: z.string().nullish(),
    verifiable_addresses: z
      .array(
        z.object({
          value: z.string().catch(''),
          via: z.string().catch(''),
          verified: z.boolean().catch(false),
        }),
      )
      .nullish()
      .catch(undefined),
  }),
});

/** A session, as far as the admin policy reads it. */
export type AdminSession = z.output<typeof adminSession>;

/** The credentials of a session: Kratos' own cookies, or a session token. */
export type SessionCredentials = { Cookie: string } | { 'X-Session-Token': string };

/** Kratos' frontend operations, on behalf of a browser. */
export interface KratosFrontend {
  /**
   * Makes one call. Resolves for every HTTP status, with the cookies that the answer sets.
   *
   * @returns the answer; status 0 if there was none, with the reason in its body
   */
  answer: (request: BuiltRequest, options?: FrontendOptions) => Promise<CookieAnswer>;
}

/** Kratos' public API. */
export interface Kratos extends KratosFrontend {
  /**
   * Fetches the session of an API call.
   *
   * @returns `secondFactor` if the account requires a higher assurance level (`session_aal2_required`)
   * @throws PortalError 502 or 504 when Kratos gives no usable answer
   */
  whoami: (credentials: SessionCredentials) => Promise<AdminSession | 'none' | 'secondFactor'>;
}

/** The connection to Kratos' public API, its time limit, and the portal's origin and cookies. */
export interface KratosOptions {
  /** Calls Kratos' public URL. */
  transport: Transport;
  /** The portal's own origin. */
  portalUrl: string;
  /** Knows which cookies are Kratos'. */
  cookies: ProviderCookies;
  /** How long a whoami call may take, in milliseconds; 0 means no limit. */
  timeoutMs: number;
}

/** Represents a missing answer, in the shape that `classify` reads. */
function noAnswer(error: unknown): CookieAnswer {
  if (!(error instanceof PortalError) || (error.status !== 502 && error.status !== 504)) throw error;
  const { cause } = error;
  const body =
    cause instanceof UpstreamTimeout
      ? { transport: 'timeout', ms: cause.milliseconds }
      : { transport: 'network' };
  return { status: 0, body, setCookie: [] };
}

/**
 * Creates a client of Kratos' public API.
 *
 * Kratos stores the URL of the request in a flow (`request_url`); the forwarded host makes it the portal's, so that
 * no internal name reaches a browser. Of the browser's headers, only Kratos' own cookies are sent. On https, each
 * cookie that Kratos sets is `Secure`, even if Kratos sends it without.
 */
export function createKratos({ transport, portalUrl, cookies, timeoutMs }: KratosOptions): Kratos {
  const portal = new URL(portalUrl);
  const secure = isHttps(portalUrl);
  const forwarded = {
    'x-forwarded-host': portal.host,
    'x-forwarded-proto': portal.protocol.slice(0, -1),
  };

  return {
    answer: async (request, { cookie, signal } = {}) => {
      const own = cookies.forUpstream(cookie, 'kratosPublic');
      try {
        const { status, body, headers } = await transport.send(request, {
          headers: own === undefined ? forwarded : { ...forwarded, cookie: own },
          signal,
        });
        const setCookie = [headers['set-cookie'] ?? []].flat();
        return { status, body, setCookie: secure ? setCookie.map(withSecure) : setCookie };
      } catch (error) {
        return noAnswer(error);
      }
    },
    whoami: async (credentials) => {
      const { status, body } = await transport.send(whoamiRequest, {
        headers: credentials,
        deadlineMs: timeoutMs,
      });
      if (status === 401) return 'none';
      if (status === 403) return 'secondFactor';
      if (status !== 200) throw upstreamUnreachable(new Error(`whoami answered ${status}`));
      const { data } = adminSession.safeParse(body);
      return data && data.identity.state !== 'inactive' ? data : 'none';
    },
  };
}
