import { joinTarget, parseQuery } from '../http/requestHead.ts';
import { leadsToProvider, withoutHints } from './upstreamParameters.ts';
import type { Call } from './forward/exchange.ts';
import { targetTooLong } from '../http/errors.ts';
import { maxTargetLength } from '../security/request/pathHygiene.ts';
import type { Submission } from '../security/submission/submission.ts';
import { formOf } from './checks/readSubmission.ts';

/** Returns a target whose query carries the fields of a posted form. @throws PortalError 414 if it is too long */
export function formAsQuery({ path, query }: Call, { pairs }: Submission): string {
  const target = joinTarget(path, [query, formOf(pairs)].filter(Boolean).join('&'));
  if (target.length > maxTargetLength) throw targetTooLong(maxTargetLength);
  return target;
}

const nameOf = (pair: string): string => parseQuery(pair).keys().next().value ?? '';

/**
 * Returns the target that the upstream gets: the caller's own, unless the operation's row says otherwise, or it has
 * parameters for a social provider that no caller may set.
 */
export function forwardedTarget({ operation, path, query }: Call): string {
  if (operation.forwardAs !== undefined) return operation.forwardAs;
  if (leadsToProvider(operation)) return joinTarget(path, withoutHints(query));
  const dependent = operation.parameters.filter(({ onlyWith }) => onlyWith !== undefined);
  if (dependent.length === 0) return joinTarget(path, query);
  const sent = parseQuery(query);
  const dropped = new Set(dependent.flatMap(({ name, onlyWith = '' }) => (sent.get(onlyWith) ? [] : [name])));
  const kept = query.split('&').filter((pair) => !dropped.has(nameOf(pair)));
  return joinTarget(path, kept.join('&'));
}
