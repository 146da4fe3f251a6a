import { targetTooLong } from '../http/errors.ts';
import { joinTarget } from '../http/requestHead.ts';
import { maxTargetLength } from '../security/request/pathHygiene.ts';
import type { Submission } from '../security/submission/submission.ts';
import { formOf } from './checks/readSubmission.ts';
import type { Call } from './forward/exchange.ts';

/** Returns a target whose query carries the fields of a posted form. @throws PortalError 414 if it is too long */
export function formAsQuery({ path, query }: Call, { pairs }: Submission): string {
  const target = joinTarget(path, [query, formOf(pairs)].filter(Boolean).join('&'));
  if (target.length > maxTargetLength) throw targetTooLong(maxTargetLength);
  return target;
}
