import type { FlowKind } from '../../../shared/page.ts';
import { withQuery } from '../../../shared/flow/pagePath.ts';

/** Returns the provider's path that creates a browser flow. @param query see `startQuery` */
export const startPath = (kind: FlowKind, query: URLSearchParams): string =>
  withQuery(`/self-service/${kind}/browser`, query);

/** Returns the provider's path that fetches an existing flow. */
export const flowPath = (kind: FlowKind, id: string): string =>
  withQuery(`/self-service/${kind}/flows`, new URLSearchParams({ id }));
