import type { FlowKind } from '../page.ts';

/** Returns the path of the page for a new flow with its start parameters, or an existing `flow`. */
export const pagePath = (kind: FlowKind, query: URLSearchParams): string => withQuery(`/${kind}`, query);

/** Appends a query to a path or URL, if there is one. @param url it may have a query already, but no fragment */
export const withQuery = (url: string, query: URLSearchParams): string =>
  query.size > 0 ? `${url}${url.includes('?') ? '&' : '?'}${query.toString()}` : url;
