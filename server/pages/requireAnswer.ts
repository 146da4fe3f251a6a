import type { Answer } from '../../shared/flow/classify.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { upstreamFailed, upstreamTimeout, upstreamUnreachable } from '../upstreams/upstreamErrors.ts';

/**
 * Returns the identity service's answer, or throws if it gave none or failed.
 *
 * @param answer what came back; status 0 means no answer
 * @throws PortalError 504 `upstream_timeout`, 502 `upstream_unreachable`, 502 `upstream_failed` for a status of 500 and more
 */
export function requireAnswer<Received extends Answer>(answer: Received): Received {
  const { transport, ms } = fieldsOf(answer.body);
  if (answer.status === 0)
    throw transport === 'timeout'
      ? upstreamTimeout(typeof ms === 'number' ? ms : undefined)
      : upstreamUnreachable();
  if (answer.status >= 500) throw upstreamFailed();
  return answer;
}
