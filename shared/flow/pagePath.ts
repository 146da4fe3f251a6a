import type { FlowKind } from '../page.ts';

/** The portal's page for a flow: a new one by its start parameters, or, with `flow` among them, an existing one. */
export const pagePath = (kind: FlowKind, query: URLSearchParams): string => withQuery(`/${kind}`, query);

/** A path with a query, if there is one. */
export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${query.toString()}` : path;
