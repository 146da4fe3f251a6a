import type { FlowKind } from '../page.ts';

/**
 * Returns the path of the portal's page for a flow: a new one with its start parameters, or, with `flow` among them,
 * an existing one.
 */
export const pagePath = (kind: FlowKind, query: URLSearchParams): string => withQuery(`/${kind}`, query);

/** Appends a query to a path, if there is one. */
export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${query.toString()}` : path;
