import type { FlowKind } from '../page.ts';
import { withQuery } from '../withQuery.ts';

/** The portal's page for a flow: a new one by its start parameters, or, with `flow` among them, an existing one. */
export const pagePath = (kind: FlowKind, query: URLSearchParams): string => withQuery(`/${kind}`, query);
