import { joinTarget, parseQuery } from '../../http/requestHead.ts';
import { leadsToProvider, withoutHints } from '../upstreamParameters.ts';
import type { Call } from './exchange.ts';

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
