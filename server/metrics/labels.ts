import { isKnownMethod } from '../http/requestHead.ts';
import type { RequestRecord } from '../http/requestRecord.ts';

/** The label of everything without one of its own. */
const other = 'other';

/** Returns the label of a request's method: anybody can send other methods than the known ones. */
export const methodLabel = (method: string): string => (isKnownMethod(method) ? method : other);

/** Returns the label of a route: the operation, or the path as it is declared, never the requested one. */
export function routeLabel({ route, path }: Pick<RequestRecord, 'route' | 'path'>): string {
  if (route !== undefined) return route;
  return path.startsWith('/assets/') ? '/assets' : other;
}
