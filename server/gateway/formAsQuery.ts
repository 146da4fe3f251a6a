import type { IncomingMessage } from 'node:http';
import { targetTooLong } from '../http/errors.ts';
import { joinTarget } from '../http/splitTarget.ts';
import { maxTargetLength } from '../security/request/pathHygiene.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call } from './forward/exchange.ts';

/**
 * The target that asks with a query for what a posted form asks for.
 *
 * @throws PortalError 413 or 414 for a form that no target can hold
 */
export async function formAsQuery({ path, query }: Call, request: IncomingMessage): Promise<string> {
  const form = new URLSearchParams((await peekForm(request)).toString());
  const target = joinTarget(path, [query, form.toString()].filter(Boolean).join('&'));
  if (target.length > maxTargetLength) throw targetTooLong(maxTargetLength);
  return target;
}
