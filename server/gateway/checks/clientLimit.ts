import type { CountClientCall } from '../../security/limits/clientLimits.ts';
import type { Settle } from '../../security/limits/formLimits.ts';
import type { Call, GatewayRequest } from '../forward/exchange.ts';
import { peekForm } from './peekForm.ts';

/**
 * Applies the limits to the calls that OAuth2 clients authenticate. The form is read, then put back unchanged.
 *
 * @returns counts a call, if it is one; call the returned `Settle` with the provider's answer
 */
export const clientLimit =
  (count: CountClientCall) =>
  async ({ operation, preflight }: Call, request: GatewayRequest): Promise<Settle | undefined> => {
    const { clientLimit: limit } = operation;
    if (limit === undefined || preflight) return undefined;
    const { headers, ip: address, isFromOtherSite } = request;
    const settle = await count({ limit, headers, body: await peekForm(request), address, isFromOtherSite });
    return (answer) => settle(answer?.statusCode);
  };
