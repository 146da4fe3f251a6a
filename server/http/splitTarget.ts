/**
 * Splits a request target at its question mark.
 *
 * @param target the raw request target, as in `request.url`
 * @returns path and query, both raw; the query is empty if there is none
 */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: '' };
  return { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Joins a path and a query, both raw, to a request target. */
export const joinTarget = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
