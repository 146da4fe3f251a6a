import { Agent, fetch } from 'undici';
import { atMost, mostConnections } from '../../provider/atMost.ts';
import { newTraceparent } from '../../http/traceparent.ts';
import { UpstreamTimeout, upstreamFailure } from '../forward/upstreamFailure.ts';

/** A question to a provider, on the portal's own behalf. */
export interface Question {
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  form?: Record<string, string>;
  /** How long the answer may take, in milliseconds; 0 waits for ever. */
  timeoutMs: number;
}

const dispatcher = new Agent({ connections: mostConnections });
const limited = atMost();

/**
 * Asks a provider something that the admin policy depends on. No redirect is followed.
 *
 * @param url the whole URL
 * @returns status and JSON body; undefined in place of a body that is no JSON
 * @throws PortalError 502 or 504 where there is no answer, 503 where too many questions are under way
 */
export function askProvider(url: string, question: Question): Promise<{ status: number; body: unknown }> {
  return limited(() => ask(url, question));
}

async function ask(
  url: string,
  { headers, method = 'GET', form, timeoutMs }: Question,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', traceparent: newTraceparent(), ...headers },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      ...(timeoutMs > 0 ? { signal: AbortSignal.timeout(timeoutMs) } : {}),
      redirect: 'manual',
      dispatcher,
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    const { name, cause } = error as Error;
    throw upstreamFailure(name === 'TimeoutError' ? new UpstreamTimeout(timeoutMs) : (cause ?? error));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
