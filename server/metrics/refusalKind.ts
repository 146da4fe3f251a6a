import { codeUsed, mailLimited, portalCsrfViolation, rateLimited } from '../../shared/flow/errorId.ts';
import type { RequestRecord } from '../http/requestRecord.ts';

/** The kinds of refusals that are counted. */
type RefusalKind = 'limit' | 'csrf' | 'otherSite' | 'admin' | 'busy';

const kinds: Partial<Record<string, RefusalKind>> = {
  [rateLimited]: 'limit',
  [mailLimited]: 'limit',
  [codeUsed]: 'limit',
  [portalCsrfViolation]: 'csrf',
  cross_origin: 'otherSite',
  upstream_busy: 'busy',
};

/** Returns the kind of a refused request; undefined if it was answered, or failed for another reason. */
export function refusalKind({
  problem,
  failure,
  operation,
}: Pick<RequestRecord, 'problem' | 'failure' | 'operation'>): RefusalKind | undefined {
  if (!problem) return undefined;
  const kind = kinds[problem.id];
  if (kind) return kind;
  const isDenied = problem.status === 401 || problem.status === 403;
  return operation?.access === 'admin' && !failure && isDenied ? 'admin' : undefined;
}
