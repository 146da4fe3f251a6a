import { upstreamFailed } from './upstreamErrors.ts';
import type { BuiltRequest } from './providerRequest.ts';
import type { ProviderAnswer, Transport } from './transport.ts';

/** The connection to Hydra's admin API, and its time limit. */
export interface HydraOptions {
  /** Calls Hydra's admin URL. */
  transport: Transport;
  /** How long a call may take, in milliseconds; 0 means no limit. */
  timeoutMs: number;
}

/**
 * Calls Hydra's admin API.
 *
 * @throws PortalError 502 or 504 when Hydra gives no answer, or a 5xx
 */
export type HydraCall = (request: BuiltRequest, signal?: AbortSignal) => Promise<ProviderAnswer>;

/** Creates the function that calls one Hydra. */
export const hydraCall =
  ({ transport, timeoutMs }: HydraOptions): HydraCall =>
  async (request, signal) => {
    const answer = await transport.send(request, { deadlineMs: timeoutMs, signal });
    if (answer.status >= 500) throw upstreamFailed();
    return answer;
  };
