import { upstreamFailed } from './upstreamErrors.ts';
import type { BuiltRequest } from './providerRequest.ts';
import type { ProviderAnswer, Transport } from './transport.ts';

/** Calls Hydra's admin API. @throws PortalError 502 or 504 when Hydra gives no answer, or a 5xx */
export async function callHydra(
  { send }: Transport,
  request: BuiltRequest,
  signal?: AbortSignal,
): Promise<ProviderAnswer> {
  const answer = await send(request, { signal });
  if (answer.status >= 500) throw upstreamFailed();
  return answer;
}
