import { pagePath } from '../../../shared/flow/pagePath.ts';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import type { Flow, FlowKind } from '../../../shared/page.ts';

/** Returns the URL at which a flow starts again, with what was typed into it: to correct its address, or for another code. */
export function correctingUrl(kind: FlowKind, { id, request_url }: Flow): string {
  const query = startQuery(request_url);
  query.set('correct', id);
  return pagePath(kind, query);
}
