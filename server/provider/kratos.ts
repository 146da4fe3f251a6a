import { Configuration, FrontendApi } from '@ory/client';
import axios, { type AxiosHeaders, type AxiosInstance, type AxiosResponse } from 'axios';
import { z } from 'zod';
import type { Answer } from '../../shared/flow/classify.ts';
import { upstreamUnreachable } from '../http/errors.ts';
import { PortalError } from '../http/PortalError.ts';
import type { ProviderCookies } from '../security/providerCookies.ts';
import { withSecure } from '../security/withSecure.ts';
import { axiosAdapter } from './axiosAdapter.ts';
import { jsonIn, type Transport } from './transport.ts';
import { UpstreamTimeout } from './upstreamFailure.ts';

/** An answer with the cookies that it sets, to relay to the browser. */
export interface CookieAnswer extends Answer {
  setCookie: string[];
}

/** Makes one call on @ory/client. */
type FrontendCall = (frontend: FrontendApi) => Promise<AxiosResponse<unknown>>;

/** The fields of a session that the admin policy needs. */
const adminSession = z.object({
  id: z.string().nullish(),
  active: z.literal(true),
  authenticator_assurance_level: z.string().nullish(),
  authenticated_at: z.string().nullish(),
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

export type AdminSession = z.output<typeof adminSession>;

/** The credentials of a session: Kratos' own cookies, or a session token. */
export type SessionCredentials = { Cookie: string } | { 'X-Session-Token': string };

/** Kratos' frontend operations, on behalf of a browser. */
export interface KratosFrontend {
  /**
   * Makes one call. Resolves for every HTTP status, with the cookies that the answer sets.
   *
   * @param call the operation to call on the client
   * @param signal aborts the call, for example when the browser disconnects
   * @returns the answer; status 0 if there was none, with the reason in its body
   */
  answer: (call: FrontendCall, signal?: AbortSignal) => Promise<CookieAnswer>;
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

export interface KratosOptions {
  transport: Transport;
  /** Kratos' public URL. */
  url: string;
  /** The portal's own origin. */
  portalUrl: string;
  /** Knows which cookies are Kratos'. */
  cookies: ProviderCookies;
  /** How long a whoami may take, in milliseconds; 0 waits for ever. */
  timeoutMs: number;
}

/** Stands for a missing answer, in the shape that `classify` reads. */
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
 * A client of Kratos' public API.
 *
 * Kratos stores the URL of the request in a flow (`request_url`); the forwarded host makes it the portal's, so that no
 * internal name reaches a browser. Of the browser's headers, only Kratos' own cookies are sent. On https, each cookie that
 * Kratos sets is `Secure`, even where Kratos sends it without.
 */
export function createKratos({ transport, url, portalUrl, cookies, timeoutMs }: KratosOptions): Kratos {
  const portal = new URL(portalUrl);
  const secure = portal.protocol === 'https:';
  const forwarded = {
    'x-forwarded-host': portal.host,
    'x-forwarded-proto': portal.protocol.slice(0, -1),
  };
  const headersOf = (clientHeaders: AxiosHeaders): Record<string, string> => {
    const cookie = cookies.forUpstream(clientHeaders.get('Cookie')?.toString(), 'kratosPublic');
    return cookie === undefined ? forwarded : { ...forwarded, cookie };
  };
  const adapter = axiosAdapter({ transport, baseUrl: url, headersOf });
  const client = axios.create({ adapter, validateStatus: () => true });
  const configuration = new Configuration();
  const frontend = new FrontendApi(configuration, url, client);
  const frontendWith = (signal: AbortSignal): FrontendApi => {
    const abortable = Object.create(client) as AxiosInstance;
    abortable.request = (config) => client.request({ ...config, signal });
    return new FrontendApi(configuration, url, abortable);
  };

  return {
    answer: async (call, signal) => {
      try {
        const { status, data, headers } = await call(signal ? frontendWith(signal) : frontend);
        const setCookie = [headers['set-cookie'] ?? []].flat();
        return { status, body: data, setCookie: secure ? setCookie.map(withSecure) : setCookie };
      } catch (error) {
        return noAnswer(error);
      }
    },
    whoami: async (credentials) => {
      const answer = await transport.send({
        path: '/sessions/whoami',
        headers: credentials,
        deadlineMs: timeoutMs,
      });
      if (answer.status === 401) return 'none';
      if (answer.status === 403) return 'secondFactor';
      if (answer.status !== 200) throw upstreamUnreachable(new Error(`whoami answered ${answer.status}`));
      const { data } = adminSession.safeParse(jsonIn(answer));
      return data && data.identity.state !== 'inactive' ? data : 'none';
    },
  };
}
