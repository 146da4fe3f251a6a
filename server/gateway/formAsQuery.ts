import type { IncomingMessage } from 'node:http';
import { targetTooLong } from '../http/errors.ts';
import { joinTarget } from '../http/requestHead.ts';
import { maxTargetLength } from '../security/request/pathHygiene.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call } from './forward/exchange.ts';

/**
 * Returns a target whose query carries the fields of a posted form.
 *
 * @throws PortalError 413 or 414 for a form that is too large for a target
 */
export async function formAsQuery({ path, query }: Call, request: IncomingMessage): Promise<string> {
  const form = new URLSearchParams((await peekForm(request, { maxBytes: maxTargetLength })).toString());
  const target = joinTarget(path, [query, form.toString()].filter(Boolean).join('&'));
  if (target.length > maxTargetLength) throw targetTooLong(maxTargetLength);
  return target;
}
