import { codeUsed, mailLimited, portalCsrfViolation, rateLimited } from '../../shared/flow/errorId.ts';
import type { RequestRecord } from '../http/requestRecord.ts';

/** The kinds of refusals that are counted. */
type RefusalKind = 'limit' | 'csrf' | 'otherSite' | 'admin' | 'busy';

/** The reasons of each kind. Those of `admin` are the admin policy's; other requests are refused for them, too. */
const reasons: Record<RefusalKind, string[]> = {
  limit: [rateLimited, mailLimited, codeUsed],
  csrf: [portalCsrfViolation],
  otherSite: ['cross_origin'],
  admin: [
    'unauthorized',
    'forbidden',
    'insufficient_scope',
    'session_aal2_required',
    'session_refresh_required',
  ],
  busy: ['upstream_busy'],
};

/** All kinds with their reasons. */
export const refusalLabels = Object.entries(reasons).flatMap(([kind, ids]) =>
  ids.map((reason) => ({ kind, reason })),
);

const kinds = new Map(
  refusalLabels
    .filter(({ kind }) => kind !== 'admin')
    .map(({ kind, reason }) => [reason, kind as RefusalKind]),
);

/** Returns the kind of a refused request; undefined if it was answered, or failed for another reason. */
export function refusalKind({
  problem,
  failure,
  operation,
}: Pick<RequestRecord, 'problem' | 'failure' | 'operation'>): RefusalKind | undefined {
  if (!problem) return undefined;
  const kind = kinds.get(problem.id);
  if (kind) return kind;
  const isDenied = problem.status === 401 || problem.status === 403;
  return operation?.access === 'admin' && !failure && isDenied ? 'admin' : undefined;
}
