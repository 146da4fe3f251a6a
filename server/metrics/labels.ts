import type { RequestRecord } from '../http/requestRecord.ts';

/** The methods that the portal answers; others share a label. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The label of everything without one of its own. */
const other = 'other';

/** Returns the label of a request's method: anybody can send other methods than the known ones. */
export const methodLabel = (method: string): string => (methods.has(method) ? method : other);

/**
 * Returns the label of a request's route: the operation, or the path with which the route is declared, never the
 * path that was requested.
 */
export function routeLabel({ route, path }: Pick<RequestRecord, 'route' | 'path'>): string {
  if (route !== undefined) return route;
  return path.startsWith('/assets/') ? '/assets' : other;
}
