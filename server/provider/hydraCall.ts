import { upstreamFailed } from '../http/errors.ts';
import type { ProviderAnswer, Transport } from './transport.ts';

export interface HydraOptions {
  /** Calls Hydra's admin URL. */
  transport: Transport;
  /** The portal's own token for the provider. */
  adminToken: string | undefined;
  /** How long a call may take, in milliseconds; 0 waits for ever. */
  timeoutMs: number;
}

/** Query parameters by name; those that are undefined are left out. */
type Query = Record<string, string | undefined>;

/**
 * Calls Hydra's admin API.
 *
 * @param json the body
 * @param signal aborts the call
 * @throws PortalError 502 or 504 when Hydra gives no answer, or one of 5xx
 */
export type HydraCall = (
  method: string,
  path: string,
  query: Query,
  json?: object,
  signal?: AbortSignal,
) => Promise<ProviderAnswer>;

/** Creates the function that calls one Hydra. */
export const hydraCall =
  ({ transport, adminToken, timeoutMs }: HydraOptions): HydraCall =>
  async (method, path, query, json, signal) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await transport.send({
      method,
      path: `${path}?${new URLSearchParams(given).toString()}`,
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(adminToken !== undefined && { authorization: `Bearer ${adminToken}` }),
      },
      body: json && JSON.stringify(json),
      deadlineMs: timeoutMs,
      signal,
    });
    if (answer.status >= 500) throw upstreamFailed();
    return answer;
  };
