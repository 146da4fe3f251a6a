import type { FlowKind } from '../page.ts';

const withQuery = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query.toString()}` : path;

/**
 * The provider's path that creates a browser flow.
 *
 * @param kind which flow
 * @param query its start parameters, see `startQuery`
 */
export const startPath = (kind: FlowKind, query: URLSearchParams): string =>
  withQuery(`/self-service/${kind}/browser`, query);

/** The provider's path that fetches an existing flow. */
export const flowPath = (kind: FlowKind, id: string): string =>
  withQuery(`/self-service/${kind}/flows`, new URLSearchParams({ id }));

/** The portal's page for a flow: a new one by its start parameters, or, with `flow` among them, an existing one. */
export const pagePath = (kind: FlowKind, query: URLSearchParams): string => withQuery(`/${kind}`, query);
