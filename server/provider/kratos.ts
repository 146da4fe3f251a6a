import { Configuration, FrontendApi } from '@ory/client';
import axios, { type AxiosHeaders, type AxiosResponse, isAxiosError } from 'axios';
import type { Answer } from '../../shared/flow/classify.ts';
import type { ProviderCookies } from '../security/providerCookies.ts';
import { newTraceparent } from '../http/traceparent.ts';
import { undiciAdapter } from './undiciAdapter.ts';

/** A provider's answer with the cookies that it sets, which belong to the browser. */
export interface CookieAnswer extends Answer {
  setCookie: string[];
}

/** The provider's frontend operations, with every HTTP status a value and every cookie at hand. */
export interface Kratos {
  /**
   * Makes one call.
   *
   * @param call the operation to call on the client
   * @returns the answer; status 0 when there was none, with the reason in its body
   */
  answer: (call: (frontend: FrontendApi) => Promise<AxiosResponse<unknown>>) => Promise<CookieAnswer>;
  close: () => void;
}

export interface KratosOptions {
  /** Kratos' public URL. */
  url: string;
  /** The portal's own origin. */
  portalUrl: string;
  /** Knows which cookies are Kratos'. */
  cookies: ProviderCookies;
  /** How long a call may take, in milliseconds; 0 waits for ever. */
  timeoutMs: number;
}

/** The body of an answer that never came, as `classify` reads it. */
function noAnswer(error: unknown, timeoutMs: number): CookieAnswer {
  if (!isAxiosError(error)) throw error;
  const timedOut = error.code === 'ETIMEDOUT';
  const body = timedOut ? { transport: 'timeout', ms: timeoutMs } : { transport: 'network' };
  return { status: 0, body, setCookie: [] };
}

/**
 * A client of Kratos' public API that calls on behalf of browsers.
 *
 * Kratos writes the address that a flow was asked for into the flow (`request_url`); the forwarded host makes that the
 * portal's own, so that no internal name reaches a browser.
 * Of the browser's headers it gets Kratos' own cookies and nothing else.
 */
export function createKratos(options: KratosOptions): Kratos {
  const portal = new URL(options.portalUrl);
  const own = {
    accept: 'application/json',
    'x-forwarded-host': portal.host,
    'x-forwarded-proto': portal.protocol.slice(0, -1),
  };
  const headersOf = (given: AxiosHeaders): Record<string, string> => {
    const cookie = options.cookies.own(given.get('Cookie')?.toString(), 'kratosPublic');
    return { ...own, traceparent: newTraceparent(), ...(cookie !== undefined && { cookie }) };
  };
  const { adapter, close } = undiciAdapter({ origin: options.url, headersOf, timeoutMs: options.timeoutMs });
  const client = axios.create({ adapter, validateStatus: () => true });
  const frontend = new FrontendApi(new Configuration(), options.url, client);

  return {
    answer: async (call) => {
      try {
        const { status, data, headers } = await call(frontend);
        return { status, body: data, setCookie: [headers['set-cookie'] ?? []].flat() };
      } catch (error) {
        return noAnswer(error, options.timeoutMs);
      }
    },
    close,
  };
}
