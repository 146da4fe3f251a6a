import { parseExactly } from '../../../shared/exactJson.ts';
import type { Answer } from '../../../shared/flow/classify.ts';
import type { Transport } from '../../../shared/flow/readAnswer.ts';

interface Request {
  /** Sent as JSON by POST; without it the call is a GET. */
  body?: object;
  /** How long to wait for the answer, in milliseconds; 0 waits for as long as the browser does. */
  timeoutMs?: number;
  /** Aborts the call. */
  signal?: AbortSignal;
}

function withoutAnswer(transport: Transport['transport'], ms?: number): Answer {
  const body: Transport = ms === undefined ? { transport } : { transport, ms };
  return { status: 0, body };
}

const jsonOf = (text: string): unknown => {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
};

/**
 * Calls the provider for JSON, with the browser's cookies, and waits for the whole answer. Never rejects: without an
 * answer the status is 0 and the body says why. A redirect to a page is a 422 that names it.
 *
 * @param url the provider's URL, from a flow or from `send.ts`
 */
export async function callProvider(
  url: string,
  { body, timeoutMs = 0, signal }: Request = {},
): Promise<Answer> {
  const limit = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
  const signals = [signal, limit].filter((one) => one !== undefined);
  const failed = navigator.onLine ? 'network' : 'offline';
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      credentials: 'include',
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
    const json = jsonOf(await response.text());
    // Kratos also redirects scripts after a form of a verification or recovery by link that is over
    if (json === undefined && response.redirected)
      return { status: 422, body: { redirect_browser_to: response.url } };
    return { status: response.status, body: json };
  } catch {
    if (limit?.aborted) return withoutAnswer('timeout', timeoutMs);
    return withoutAnswer(signal?.aborted ? 'aborted' : failed);
  }
}
