import { Configuration, FrontendApi } from '@ory/client';
import axios, { type AxiosResponse, isAxiosError } from 'axios';
import type { Answer } from '../../shared/flow/classify.ts';
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
 *
 * @param options.url Kratos' public URL
 * @param options.portalUrl the portal's own origin
 * @param options.timeoutMs how long a call may take, in milliseconds; 0 waits for ever
 */
export function createKratos(options: { url: string; portalUrl: string; timeoutMs: number }): Kratos {
  const portal = new URL(options.portalUrl);
  const { adapter, close } = undiciAdapter(options.url, options.timeoutMs);
  const client = axios.create({
    adapter,
    validateStatus: () => true,
    headers: {
      Accept: 'application/json',
      'X-Forwarded-Host': portal.host,
      'X-Forwarded-Proto': portal.protocol.slice(0, -1),
    },
  });
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
